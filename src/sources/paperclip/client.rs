//! The one door to the task server: GET, with a time limit and a size limit, to the address that was named and nowhere else.
//!
//! It never sends anything that changes the record, follows no redirect (the key must not reach another host) and uses no proxy.

use std::cell::Cell;
use std::time::Duration;

use serde_json::Value;
use ureq::Agent;

use super::server::TaskServer;

/// One answer may take so long; after one that took longer no other is asked for.
const PATIENCE: Duration = Duration::from_secs(4);
/// A longer answer is not held in memory.
const LARGEST: u64 = 8 << 20;

/// Why there is no answer, in words that say where and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The server knows no such thing.
    Missing,
    /// Everything else.
    Other(String),
}

impl Trouble {
    /// The words.
    pub fn words(self, what: &str) -> String {
        match self {
            Self::Missing => format!("the task server has no {what} (404)"),
            Self::Other(words) => words,
        }
    }
}

/// A task server that is asked.
#[derive(Debug)]
pub struct Client {
    server: TaskServer,
    agent: Agent,
    /// Why it is not asked any more.
    given_up: Cell<bool>,
}

impl Client {
    /// A client of this server; nothing is sent before the first [`Client::get`].
    pub fn new(server: &TaskServer) -> Self {
        Self::patient(server, PATIENCE)
    }

    /// A client that waits so long for one answer.
    pub fn patient(server: &TaskServer, patience: Duration) -> Self {
        let config = Agent::config_builder()
            .timeout_global(Some(patience))
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .proxy(None)
            .user_agent(concat!("lastgood/", env!("CARGO_PKG_VERSION")))
            .build();
        Self { server: server.clone(), agent: config.into(), given_up: Cell::new(false) }
    }

    /// The server.
    pub fn server(&self) -> &TaskServer {
        &self.server
    }

    /// The answer to GET of a path below `/api`.
    pub fn get(&self, path: &str) -> Result<Value, Trouble> {
        let url = &self.server.url;
        if self.given_up.get() {
            return Err(Trouble::Other(format!("{url} is not asked any more: it did not answer before")));
        }
        let mut request = self.agent.get(format!("{url}/api{path}"));
        if let Some(key) = &self.server.key {
            request = request.header("authorization", format!("Bearer {}", key.reveal()));
        }
        let mut answer = request.call().map_err(|why| self.failed(&why))?;
        let status = answer.status().as_u16();
        if (300..400).contains(&status) {
            return Err(Trouble::Other(format!(
                "{url} sends its callers elsewhere ({status}): that was not followed, a key must not reach another host; name the right address"
            )));
        }
        let body = answer.body_mut().with_config().limit(LARGEST).read_to_vec();
        let body = body.map_err(|why| self.failed(&why))?;
        if status == 404 {
            return Err(Trouble::Missing);
        }
        if status >= 400 {
            return Err(Trouble::Other(self.refused(status, &body)));
        }
        serde_json::from_slice(&body).map_err(|_| {
            Trouble::Other(format!("{url}{path} answers with something that is no JSON: is this a Paperclip server?"))
        })
    }

    fn refused(&self, status: u16, body: &[u8]) -> String {
        let url = &self.server.url;
        let error =
            serde_json::from_slice::<Value>(body).ok().and_then(|body| Some(body["error"].as_str()?.to_owned()));
        let error = error.map_or_else(String::new, |error| {
            format!(": {}", error.chars().filter(|letter| !letter.is_control()).take(160).collect::<String>())
        });
        let next = match (status, &self.server.key) {
            (401, Some(_)) => "; the key was not accepted: check PAPERCLIP_API_KEY or the key file",
            (401, None) => "; it wants a key: PAPERCLIP_API_KEY, or a key file of mode 0600",
            (403, _) => "; this key may not read it",
            (500.., _) => "; the server is in trouble, try again with r",
            _ => "",
        };
        format!("{url} refused ({status}){error}{next}")
    }

    fn failed(&self, why: &ureq::Error) -> Trouble {
        let url = &self.server.url;
        Trouble::Other(match why {
            ureq::Error::Timeout(_) => {
                self.given_up.set(true);
                format!("{url} did not answer in time; runs of this machine are not affected; r asks again")
            }
            ureq::Error::BodyExceedsLimit(_) => {
                format!("{url} sent more than {} MiB for one answer: the rest was not read", LARGEST >> 20)
            }
            ureq::Error::ConnectionFailed | ureq::Error::HostNotFound => {
                self.given_up.set(true);
                format!("{url} cannot be reached; runs of this machine are not affected; is the server up?")
            }
            ureq::Error::Io(why) if why.kind() == std::io::ErrorKind::ConnectionRefused => {
                self.given_up.set(true);
                format!("{url} cannot be reached (connection refused): is the server up?")
            }
            why => format!("{url} broke its answer off: {why}"),
        })
    }
}
