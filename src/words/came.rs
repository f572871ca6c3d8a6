//! Words for a recovery that was reached by one of its runs: of which attempt that run is.

/// The run that failed first was opened, and attempts came after it.
pub fn failed_first(now: u32) -> String {
    format!("you opened the run that failed first; attempt {now} is shown")
}

/// The run of the attempt before was opened: what it left is sorted now.
pub fn begins(of: u32, now: u32) -> String {
    format!("you opened attempt {of}'s run; attempt {now} begins with what it left")
}

/// The same once the next brief is written and nobody has it.
pub fn waits(of: u32, now: u32) -> String {
    format!("you opened attempt {of}'s run ([ shows its review); brief {now} waits for a run")
}

/// The review of the run that was opened is shown, and there is a newer one.
pub fn earlier(of: u32, newest: u32) -> String {
    format!("attempt {of}, whose run you opened; ] shows the newest that has a review, {newest}")
}

/// The review of the run that was opened cannot be shown.
pub fn not_shown(of: u32, now: u32) -> String {
    format!("you opened attempt {of}'s run, whose review cannot be shown here; attempt {now} is shown")
}

/// A brief is printed, and the run by which it was asked for is of another attempt; `own` is whether it was given this very brief.
pub fn brief_of(printed: u32, of: u32) -> String {
    match of {
        0 => format!("this is brief {printed}, of attempt {printed}; the run that was named failed first"),
        of if of == printed => {
            format!("this is brief {printed}, of attempt {printed}: the run that was named was given it")
        }
        of => format!("this is brief {printed}, of attempt {printed}; the run that was named was given brief {of}"),
    }
}
