//! The words of `next` for a task: what to send, as it is copied, and beside it what that sets off.

use super::{add, line};
use crate::model::Against;
use crate::steps::task::Send;
use crate::words::task as words;

/// The brief is not on the task.
pub fn not_on_task(key: &str) -> String {
    format!(
        "the brief is not on task {key}, where alone its next run could be told of it: open the run, w, and o until it goes to the task"
    )
}

/// What starts the next run, the usual way first. Lines to copy stand bare, everything else behind `#`.
pub fn task(document: &str, sends: &[Send], given: &[String], against: &[Against]) -> String {
    let mut out = String::new();
    let beside = |out: &mut String, text: &str| add(out, &format!("# {}", line(text)));
    beside(
        &mut out,
        &format!("The brief is document {document}. lastgood sends nothing; copy what starts the next run:"),
    );
    for send in sends {
        match send {
            Send::Comment { text, resumes } => {
                beside(&mut out, "as a comment on the task:");
                add(&mut out, &line(text));
                beside(&mut out, &words::comment_sets_off(resumes.as_deref()));
                beside(&mut out, words::STATUS_TOO);
            }
            Send::Reconcile { call, body } => {
                beside(&mut out, "as a request to the server:");
                add(&mut out, &line(call));
                add(&mut out, &line(body));
                beside(&mut out, words::RECONCILE_SETS_OFF);
                beside(&mut out, words::RECONCILE_NOT_READY);
            }
            Send::Alone { at } => {
                let at = at.map_or_else(String::new, |at| format!("at {at}"));
                beside(&mut out, &words::alone(&at));
            }
            Send::Board => beside(&mut out, words::BOARD),
        }
    }
    for one in against {
        beside(&mut out, &format!("! {}", words::against(one)));
    }
    beside(&mut out, &words::given(given));
    out
}
