//! Gates on a thread of their own, so that decisions are still written down while they run.

use std::path::Path;
use std::sync::mpsc::Sender;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::{Job, Keeper, send};
use crate::gates::Stop;
use crate::model::{GatesAsked, Measured, Op, Step};
use crate::msg::{GateNews, Msg, Write};
use crate::read::gates::line;
use crate::work::Setting;
use crate::work::measure::{Ground, News, measure};

/// So often what a gate prints goes to the screen.
const BEAT: Duration = Duration::from_millis(100);
/// More than this of one beat is not drawn anyway.
const DRAWN: usize = 32 * 1024;

/// Gates that run.
pub(super) struct Running {
    stop: Stop,
    thread: JoinHandle<()>,
}

impl Keeper {
    /// Starts gates that somebody said yes to; refused until step 1 is settled, and one set at a time.
    pub(super) fn gates(&mut self, ticket: u64, write: Write) -> Result<(), String> {
        let Write::Gates(asked) = write else { return Ok(()) };
        if self.running.as_ref().is_some_and(|running| !running.thread.is_finished()) {
            return Err("gates run already".to_owned());
        }
        self.nothing_alive()?;
        let held = self.held.as_ref().ok_or("no run is open")?;
        let settled = &held.recovery.decided.settled;
        // In a later attempt step 1 was settled before its brief was written.
        if !settled.contains_key(&Step::Confirm) && held.recovery.decided.published.is_empty() {
            return Err("step 1 is not settled: what still runs may change what is measured".to_owned());
        }
        let (recovery, keep) = (held.open.id().map(str::to_owned), held.path().join("gates"));
        let keep = recovery.is_some().then_some(keep);
        let (setting, own, to, stop) = (self.setting.clone(), self.own.clone(), self.to.clone(), Stop::default());
        let stopped = stop.clone();
        let run = move || {
            let ended = go(&asked, &setting, keep.as_deref(), &stopped, &to);
            let attempt = asked.attempt;
            let _ = own.send(Job::Measured { recovery, ticket, attempt, results: ended.0 });
            send(&to, Msg::Gates(GateNews::End(ended.1)));
        };
        let thread = std::thread::Builder::new().name("gates".to_owned()).spawn(run).map_err(|why| why.to_string())?;
        self.running = Some(Running { stop, thread });
        Ok(())
    }

    /// Writes down how the gates came out, when their recovery is still the open one.
    pub(super) fn measured(&mut self, recovery: Option<&str>, ticket: u64, attempt: u32, results: Vec<Measured>) {
        let open = self.held.as_ref().is_some_and(|held| held.open.id() == recovery);
        if results.is_empty() || !open {
            return;
        }
        let (entries, failed) = self.save(vec![Op::Measured { attempt, results }]);
        send(&self.to, Msg::Saved { ticket, entries });
        if let Some(why) = failed {
            self.failed(ticket, &why);
        }
    }

    /// Ends the gates that run; waits for them when nobody will be there to hear.
    pub(super) fn stop_gates(&mut self, wait: bool) {
        let Some(running) = &self.running else { return };
        running.stop.now();
        if wait && let Some(running) = self.running.take() {
            // The keeper kills what does not end by itself after some seconds, so that this comes to an end.
            let _ = running.thread.join();
        }
    }
}

fn go(
    asked: &GatesAsked,
    setting: &Setting,
    keep: Option<&Path>,
    stop: &Stop,
    to: &Sender<Msg>,
) -> (Vec<Measured>, Option<String>) {
    let now = || setting.clock().now;
    let ground = Ground {
        root: &asked.root,
        inside: asked.inside.clone(),
        standing: asked.standing.clone(),
        cache: &setting.own.cache,
        keep,
        keeper: &setting.keeper,
        now: &now,
    };
    let (mut waiting, mut last) = (Vec::new(), Instant::now());
    measure(asked, &ground, stop, &mut |news| {
        if let News::Printed(bytes) = news {
            waiting.extend_from_slice(bytes);
            let over = waiting.len().saturating_sub(DRAWN);
            waiting.drain(..over);
            if last.elapsed() < BEAT {
                return;
            }
        }
        if !waiting.is_empty() {
            send(to, Msg::Gates(GateNews::Printed(String::from_utf8_lossy(&waiting).into_owned())));
            (waiting, last) = (Vec::new(), Instant::now());
        }
        let said = match news {
            News::Printed(_) => return,
            News::Laid { side, content, missing } => {
                GateNews::Laid { side, content: content.to_owned(), missing: missing.to_vec() }
            }
            News::Began { offer, side } => {
                GateNews::Began { name: offer.gate.name.clone(), command: line(&offer.gate.command), side }
            }
            News::Over(measured) => GateNews::Over(Box::new(measured.clone())),
        };
        send(to, Msg::Gates(said));
    })
}
