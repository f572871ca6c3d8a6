//! What ties processes, locks and registry files of this machine to a run. Sources say it, probes look for it.

use std::path::PathBuf;

use jiff::Timestamp;

/// What ties processes, locks and registry files to a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Short names of the runtime's own processes (`claude`, `codex`, `node` with an argument that `scripts` names).
    pub names: Vec<String>,
    /// Pieces of arguments that make a process of another name (`node`, `bun`) one of the runtime's.
    pub scripts: Vec<String>,
    /// Environment names that the runtime gives to what it starts. With a value: only that value ties it to this run;
    /// without: it ties it to the runtime, and the folder must tie it to the run.
    pub environ: Vec<(String, Option<String>)>,
    /// Words in the arguments that tie a process to this run (the session id, the transcript's path).
    pub arguments: Vec<String>,
    /// Registry entries of this session.
    pub registry: Vec<RegistryEntry>,
    /// Files on which the process that writes the session holds a lock (`flock`).
    pub locks: Vec<PathBuf>,
    /// Files and folders that a process of this run holds open.
    pub held: Vec<PathBuf>,
    /// Files that grow while the run goes on: the transcripts.
    pub growing: Vec<PathBuf>,
    /// The folder in which the run works; a process of the runtime there is another run, or this one.
    pub folder: Option<PathBuf>,
    /// Folders that the run made or worked in besides (linked work trees).
    pub folders: Vec<PathBuf>,
    /// Whether every live process of the runtime in `folder` counts as this run's when nothing else tells them apart (runtimes without registry, lock or session id).
    pub folder_decides: bool,
    /// Registry entries and locks of the runtime's other sessions: what they hold is not this run's.
    pub others: Vec<OtherSession>,
    /// Process groups that a record gives to this run (a task system's note).
    pub groups: Vec<u32>,
    /// Processes that a record gives to this run, each with its start: with another start it is another process.
    pub processes: Vec<(u32, Option<Timestamp>)>,
    /// What a living client of this session waits for by the record alone ("its next prompt", "an approval of `git push`"); `None` while the record says that work goes on.
    pub waits: Option<String>,
}

/// Another session of the same runtime on this machine, as far as its registry or lock tells it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OtherSession {
    /// Its id.
    pub session: String,
    /// Its registry entries.
    pub registry: Vec<RegistryEntry>,
    /// Its lock files.
    pub locks: Vec<PathBuf>,
}

/// What processes of a runtime look like, whatever session they run: other agents in the same tree are found by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuntimeLook {
    /// The runtime.
    pub runtime: super::Runtime,
    /// Short names of its own processes.
    pub names: &'static [&'static str],
    /// Endings of an argument that make a process of another name (`node`, `bun`) one of the runtime's.
    pub scripts: &'static [&'static str],
    /// Environment names whose value is the id of the session that started a process.
    pub sessions: &'static [&'static str],
    /// Environment names whose value is the id of the call that started a process.
    pub calls: &'static [&'static str],
    /// Environment names that the runtime gives to what it starts, whatever their value.
    pub environ: &'static [&'static str],
    /// Arguments with which a client does one job and ends, so that it never sits at a prompt.
    pub one_shot: &'static [&'static str],
    /// Arguments with which it serves sessions of any folder, whatever its own.
    pub servers: &'static [&'static str],
}

/// A runtime's own note that a process has a session open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RegistryEntry {
    /// The file.
    pub path: PathBuf,
    /// The process.
    pub pid: u32,
    /// Its start time in ticks since boot, where the note has it.
    pub start_ticks: Option<u64>,
    /// The machine's boot id, where the note has it.
    pub boot: Option<String>,
    /// The machine and pid namespace (`linux:<machine id>:pid:[<inode>]`), where the note has it.
    pub domain: Option<String>,
    /// When the process started by its own account.
    pub started: Option<Timestamp>,
    /// The client's status at its last change (`busy`, `idle`, `shell`, `waiting`).
    pub status: Option<String>,
    /// What it waited for.
    pub waiting_for: Option<String>,
    /// Where it stands in a multiplexer (`session:@window.%pane`).
    pub pane: Option<String>,
    /// Whether it is a supervisor or server that can hold or restart the session, not the session's own process.
    pub server: bool,
    /// What it is, in words ("session registry", "background server").
    pub what: String,
}

/// Facts about this machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Host {
    /// Its name.
    pub name: String,
    /// When it booted.
    pub booted: Option<Timestamp>,
    /// Its boot id.
    pub boot: Option<String>,
}
