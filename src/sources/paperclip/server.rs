//! Which task server is asked, and with which key. The key is never shown, logged or written.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::evidence;

/// The variable with the server's address.
const URL: &str = "PAPERCLIP_API_URL";
/// The variable with the key.
const KEY: &str = "PAPERCLIP_API_KEY";
/// The variable with the path of a file that holds the key.
const KEY_FILE: &str = "PAPERCLIP_API_KEY_FILE";

/// A text that is never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// The text, for the one place that sends it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Secret(…)")
    }
}

/// A task server that the operator named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskServer {
    /// Its address, without a path at the end.
    pub url: String,
    /// The key, where one was given.
    pub key: Option<Secret>,
    /// Why the key that was given is not used.
    pub problem: Option<String>,
}

impl TaskServer {
    /// The server that was named on the command line or in the environment, with its key from the environment or a file.
    pub fn named(flag: Option<&str>, env: impl Fn(&str) -> Option<OsString>, config: &Path) -> Option<Self> {
        let set = |name: &str| {
            env(name).map(|value| value.to_string_lossy().trim().to_owned()).filter(|value| !value.is_empty())
        };
        let named = flag.map(str::to_owned).or_else(|| set(URL))?;
        let url = named.trim_end_matches('/').trim_end_matches("/api").to_owned();
        let own = || config.join("lastgood").join("paperclip.key");
        let file = set(KEY_FILE).map_or_else(own, PathBuf::from);
        let (key, problem) = match set(KEY) {
            Some(key) => (Some(Secret(key)), None),
            None => from_file(&file, set(KEY_FILE).is_some()),
        };
        let (key, problem) = match key {
            Some(_) if !may_carry_a_key(&url) => {
                let why = format!("the key is not sent to {url}: the connection is not encrypted; use https");
                (None, Some(why))
            }
            key => (key, problem),
        };
        Some(Self { url, key, problem })
    }

    /// Whether the server runs on this machine.
    pub fn here(&self) -> bool {
        loopback(host(&self.url))
    }
}

/// A key in a file that only its owner may read; a file that others may read is refused by name.
fn from_file(path: &Path, asked: bool) -> (Option<Secret>, Option<String>) {
    use std::os::unix::fs::PermissionsExt as _;
    let meta = match path.metadata() {
        Ok(meta) => meta,
        Err(_) if !asked => return (None, None),
        Err(why) => return (None, Some(format!("the key file {} cannot be read: {why}", path.display()))),
    };
    if meta.permissions().mode() & 0o077 != 0 {
        let why = format!("the key file {} can be read by others: chmod 600 it; it was not used", path.display());
        return (None, Some(why));
    }
    match evidence::read_to_string(path) {
        Ok(text) if !text.trim().is_empty() => (Some(Secret(text.trim().to_owned())), None),
        Ok(_) => (None, Some(format!("the key file {} is empty", path.display()))),
        Err(why) => (None, Some(format!("the key file {} cannot be read: {why}", path.display()))),
    }
}

fn may_carry_a_key(url: &str) -> bool {
    url.starts_with("https://") || loopback(host(url))
}

/// The host of an address, without port and brackets.
fn host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = rest.split('/').next().unwrap_or_default();
    let authority = authority.rsplit('@').next().unwrap_or_default();
    match authority.strip_prefix('[') {
        Some(six) => six.split(']').next().unwrap_or_default(),
        None => authority.split(':').next().unwrap_or_default(),
    }
}

fn loopback(host: &str) -> bool {
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(flag: Option<&str>, set: &[(&str, &str)]) -> Option<TaskServer> {
        let env = |name: &str| set.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value));
        TaskServer::named(flag, env, Path::new("/nowhere"))
    }

    #[test]
    fn the_flag_wins_over_the_environment_and_the_key_is_never_shown() {
        let server = named(Some("http://127.0.0.1:3100/"), &[(URL, "http://other"), (KEY, "pcp_secret")]).unwrap();
        assert_eq!(server.url, "http://127.0.0.1:3100");
        assert!(server.here() && server.key.is_some() && !format!("{server:?}").contains("pcp_secret"));
        assert_eq!(named(None, &[]), None);
        assert_eq!(named(None, &[(KEY, "pcp_secret")]), None);
    }

    #[test]
    fn a_key_never_goes_over_a_connection_that_others_can_read() {
        let server = named(Some("http://tasks.example.test"), &[(KEY, "pcp_secret")]).unwrap();
        assert!(server.key.is_none() && server.problem.is_some_and(|why| why.contains("https")));
        assert!(named(Some("https://tasks.example.test"), &[(KEY, "k")]).unwrap().key.is_some());
        assert!(named(Some("http://127.0.0.1.example.test"), &[(KEY, "k")]).unwrap().key.is_none());
    }

    #[test]
    fn a_key_file_that_others_may_read_is_refused_by_name() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("key");
        std::fs::write(&file, "pcp_secret\n").unwrap();
        let set = [(KEY_FILE, file.to_str().unwrap())];
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
        let open = named(Some("http://localhost:1"), &set).unwrap();
        assert!(open.key.is_none() && open.problem.is_some_and(|why| why.contains("chmod 600")));
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
        assert!(named(Some("http://localhost:1"), &set).unwrap().key.is_some());
    }
}
