//! Arguments as plain data, with their help text. Decides nothing and looks at nothing.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use jiff::Timestamp;

/// Recover a dead AI-agent run: confirm that nothing is running, sort what it left, assign the next step, review.
///
/// Without a command it opens the screen. Opening a run changes nothing outside lastgood's own folders.
#[derive(Clone, Debug, Parser)]
#[command(name = "lastgood", version, max_term_width = 100)]
pub struct Args {
    /// Options that every command knows.
    #[command(flatten)]
    pub options: Options,
    /// What to do; the screen when there is none.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Seconds between two looks for growth when nobody says how many.
pub const WATCH: f64 = 1.5;

/// Options that every command knows.
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct Options {
    /// Look for session stores under this home instead of your own
    #[arg(long, global = true, value_name = "DIR")]
    pub home: Option<PathBuf>,
    /// Read paths that begin with A in records as paths below B (repeat it for more)
    #[arg(long, global = true, value_name = "A=B", value_parser = pair)]
    pub map: Vec<(PathBuf, PathBuf)>,
    /// Take this time as now (`2026-11-30T02:10:00Z`)
    #[arg(long, global = true, value_name = "TIME", value_parser = time)]
    pub now: Option<Timestamp>,
    /// Keep lastgood's own state here
    #[arg(long, global = true, value_name = "DIR")]
    pub state: Option<PathBuf>,

    /// Where the cache lies when it is not the account's: the demo keeps everything in its own folder
    #[arg(skip)]
    pub cache: Option<PathBuf>,
    /// Load tasks of the Paperclip server at this address, too (or `PAPERCLIP_API_URL`)
    #[arg(long, global = true, value_name = "URL")]
    pub paperclip: Option<String>,
    /// Your name on decisions
    #[arg(long = "as", global = true, value_name = "NAME", value_parser = name)]
    pub operator: Option<String>,
    /// Colour
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t)]
    pub color: Color,
    /// Draw with ASCII only
    #[arg(long, global = true)]
    pub ascii: bool,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// When the terminal can, and `NO_COLOR` is not set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// What to do.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// List the runs of the last 7 days, newest first
    List(List),
    /// Open the screen on one run; without a command it opens on the list
    Open(Open),
    /// Print what can be found out about one run
    Inspect(Inspect),
    /// Print the recovery brief of a run as it stands
    Brief(Brief),
    /// Print the exact command that starts the next run with the brief
    Next(Next),
    /// Compare a run with the brief that it was given
    Review(Review),
    /// Make or check the packet of a work tree: what is prepared before a run fails
    Packet(Box<Packet>),
    /// Run the packet's gates on HEAD and record it when they are green
    Checkpoint(Checkpoint),
    /// Try everything on a dead run that lastgood carries with it
    Demo(Demo),
    /// Holds a gate that another lastgood started, and ends all of it when that one is gone
    #[command(hide = true)]
    KeepGate(KeepGate),
}

/// Arguments of `list`.
#[derive(Clone, Debug, ClapArgs)]
pub struct List {
    /// Older runs, too
    #[arg(long)]
    pub all: bool,
    /// As JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `open`.
#[derive(Clone, Debug, ClapArgs)]
pub struct Open {
    /// The run, as for inspect; of a recovery any of its runs
    pub run: String,
}

/// Arguments of `inspect`.
#[derive(Clone, Debug, ClapArgs)]
pub struct Inspect {
    /// A session id or its beginning, a transcript, a work tree (its newest run), or paperclip:KEY
    pub run: String,
    /// As JSON (lastgood.report/1)
    #[arg(long)]
    pub json: bool,
    /// Seconds between the two looks for growth; 0 looks once
    #[arg(long, value_name = "SECONDS", default_value_t = WATCH, value_parser = seconds)]
    pub watch: f64,
}

/// Arguments of `brief`.
#[derive(Clone, Debug, ClapArgs)]
pub struct Brief {
    /// The failed run, as for inspect
    pub run: String,
    /// As JSON (lastgood.brief/1)
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `next`.
#[derive(Clone, Debug, ClapArgs)]
pub struct Next {
    /// The failed run, as for inspect
    pub run: String,
}

/// Arguments of `review`.
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
#[derive(Clone, Debug, ClapArgs)]
pub struct Review {
    /// The run that got the brief, as for inspect; `-` or the JSON itself: what a runtime tells its hook
    pub run: String,
    /// The brief; without it the one whose mark stands in the run
    #[arg(long, value_name = "FILE")]
    pub brief: Option<PathBuf>,
    /// As JSON (lastgood.review/1)
    #[arg(long)]
    pub json: bool,
    /// Exit with 0 when nothing that the program found by itself speaks against the run
    #[arg(long)]
    pub machine: bool,
    /// Run the gates of the brief and of the contract, in a copy of the present content
    #[arg(long)]
    pub run_gates: bool,
    /// Run them in the work tree itself, where they may change files
    #[arg(long, requires = "run_gates")]
    pub in_work_tree: bool,
    /// Link ignored folders with dependencies (`node_modules`, `.venv`, …) into the copy
    #[arg(long, requires = "run_gates", conflicts_with = "in_work_tree")]
    pub link: bool,
    /// Seconds that each gate may take
    #[arg(long, value_name = "SECONDS", requires = "run_gates", default_value_t = 900, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub limit: u64,
    /// Answer as a runtime's stop hook does: 2 with the reasons on standard error, once; 0 for a run without a brief; 1 when
    /// the run cannot be looked at, which holds nobody
    #[arg(long, requires = "machine")]
    pub hook: bool,
}

/// Arguments of `packet`. A list that is named replaces the one that stands there.
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct Packet {
    /// Only say what stands there and what is empty (status 1 when something is)
    #[arg(long)]
    pub check: bool,
    /// The work tree, instead of the repository around the present folder
    #[arg(long, value_name = "DIR")]
    pub tree: Option<PathBuf>,
    /// The goal
    #[arg(long)]
    pub goal: Option<String>,
    /// A limit (repeat it for more)
    #[arg(long)]
    pub limit: Vec<String>,
    /// A criterion (repeat it for more)
    #[arg(long)]
    pub criterion: Vec<String>,
    /// A gate (repeat it for more)
    #[arg(long, value_name = "NAME=COMMAND")]
    pub gate: Vec<String>,
    /// Where an output goes and who can open it (repeat it for more)
    #[arg(long, value_name = "WHAT=PLACE[=WHO]")]
    pub output: Vec<String>,
    /// Who owns the decisions of a recovery
    #[arg(long)]
    pub owner: Option<String>,
    /// What that owner may do (repeat it for more)
    #[arg(long)]
    pub may: Vec<String>,
    /// What the runtime can resume (repeat it for more)
    #[arg(long)]
    pub resumes: Vec<String>,
    /// What a resume loses (repeat it for more)
    #[arg(long)]
    pub loses: Vec<String>,
    /// Who approves the result
    #[arg(long)]
    pub approver: Option<String>,
}

impl Packet {
    /// Whether any flag changes the packet.
    pub fn says_something(&self) -> bool {
        let lists = [&self.limit, &self.criterion, &self.gate, &self.output, &self.may, &self.resumes, &self.loses];
        let texts = [&self.goal, &self.owner, &self.approver];
        lists.iter().any(|list| !list.is_empty()) || texts.iter().any(|text| text.is_some())
    }
}

/// Arguments of `checkpoint`.
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct Checkpoint {
    /// Its name; the beginning of the commit's id when there is none
    pub name: Option<String>,
    /// The work tree, instead of the repository around the present folder
    #[arg(long, value_name = "DIR")]
    pub tree: Option<PathBuf>,
    /// Link ignored folders with dependencies into the copy in which the gates run
    #[arg(long)]
    pub link: bool,
}

/// Arguments of `demo`.
#[derive(Clone, Debug, ClapArgs)]
pub struct Demo {
    /// Play the next run, which is given the brief, and open step 4
    #[arg(long, conflicts_with = "reset")]
    pub next: bool,
    /// Remove the demo
    #[arg(long)]
    pub reset: bool,
}

/// Arguments of the hidden command that holds a gate.
#[derive(Clone, Debug, ClapArgs)]
pub struct KeepGate {
    /// Seconds that the gate is given
    #[arg(long)]
    pub limit: f64,
    /// The gate, as arguments
    #[arg(last = true, required = true)]
    pub command: Vec<OsString>,
}

fn pair(text: &str) -> Result<(PathBuf, PathBuf), String> {
    match text.split_once('=') {
        Some((from, to)) if from.starts_with('/') && to.starts_with('/') => Ok((from.into(), to.into())),
        _ => Err("write two absolute paths as FROM=TO, for example /home/dev=/mnt/home/dev".into()),
    }
}

fn time(text: &str) -> Result<Timestamp, String> {
    text.parse().map_err(|_| "write a time with its zone, for example 2026-11-30T02:10:00Z".to_owned())
}

fn name(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("a name must not be empty: it stands on every decision".to_owned()),
        name => Ok(name.to_owned()),
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("give seconds between 0 and 3600".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_may_stand_before_and_after_the_command() {
        let line = "lastgood --home /h --map /a=/b inspect 9f3c --json --map /c=/d --now 2026-11-30T02:10:00Z";
        let args = Args::try_parse_from(line.split(' ')).unwrap();
        assert!(!args.options.map.is_empty() && args.options.now.is_some());
        assert!(matches!(args.command, Some(Command::Inspect(Inspect { json: true, .. }))));
    }

    #[test]
    fn what_cannot_be_meant_is_refused_with_an_example() {
        let trouble = |words: &[&str]| {
            let words = ["lastgood"].iter().chain(words).chain(&["list"]);
            Args::try_parse_from(words).unwrap_err().to_string()
        };
        assert!(trouble(&["--now", "yesterday"]).contains("for example 2026-"));
        assert!(trouble(&["--map", "home=/x"]).contains("absolute"));
        assert!(trouble(&["--as", " "]).contains("must not be empty"));
    }

    #[test]
    fn no_command_is_the_screen() {
        assert!(Args::try_parse_from(["lastgood"]).unwrap().command.is_none());
        assert!(Args::try_parse_from(["lastgood", "inspect"]).is_err());
    }
}
