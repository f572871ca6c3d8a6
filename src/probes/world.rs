//! The place in which probes look: everything that a test replaces.

use std::path::{Path, PathBuf};

use crate::model::{Host, PathMap, RuntimeLook, Timestamp};

/// The place in which probes look.
#[derive(Clone, Debug)]
pub struct World {
    /// Where the process table is (`/proc`).
    pub proc: PathBuf,
    /// The time that signs carry.
    pub now: Timestamp,
    /// Whether `now` was fixed by hand; then the age of a process says nothing.
    pub now_is_fixed: bool,
    /// Our own process, which is never a sign.
    pub own: u32,
    /// Our account.
    pub uid: u32,
    /// This machine's id (`/etc/machine-id`).
    pub machine: String,
    /// This machine's name.
    pub name: String,
    /// Where recorded paths lie here.
    pub map: PathMap,
    /// What the processes of every known runtime look like.
    pub looks: &'static [RuntimeLook],
    /// Files and folders in which cron and systemd keep what they start by themselves.
    pub plans: Vec<PathBuf>,
}

impl World {
    /// This machine as it is; `config` is the folder of the account's settings.
    pub fn here(
        now: Timestamp,
        now_is_fixed: bool,
        map: PathMap,
        looks: &'static [RuntimeLook],
        config: Option<&Path>,
    ) -> Self {
        let read = |path: &str| fs_err::read_to_string(path).unwrap_or_default().trim().to_owned();
        Self {
            proc: PathBuf::from("/proc"),
            now,
            now_is_fixed,
            own: std::process::id(),
            uid: rustix::process::getuid().as_raw(),
            machine: read("/etc/machine-id"),
            name: rustix::system::uname().nodename().to_string_lossy().into_owned(),
            map,
            looks,
            plans: plans(config),
        }
    }

    /// The machine and pid namespace in the words of Claude Code's registry (`linux:<machine id>:pid:[<inode>]`).
    pub fn domain(&self) -> String {
        let namespace = std::fs::read_link(self.proc.join("self/ns/pid")).unwrap_or_default();
        format!("linux:{}:{}", self.machine, namespace.display())
    }

    /// The boot id.
    pub fn boot(&self) -> Option<String> {
        let text = fs_err::read_to_string(self.proc.join("sys/kernel/random/boot_id")).ok()?;
        Some(text.trim().to_owned())
    }

    /// When the machine booted, by `btime` of `/proc/stat`.
    pub fn booted(&self) -> Option<Timestamp> {
        let text = fs_err::read_to_string(self.proc.join("stat")).ok()?;
        let seconds = text.lines().find_map(|line| line.strip_prefix("btime "))?;
        Timestamp::from_second(seconds.trim().parse().ok()?).ok()
    }
}

/// Where cron and systemd keep their plans.
fn plans(config: Option<&Path>) -> Vec<PathBuf> {
    let machine = ["/etc/crontab", "/etc/cron.d", "/var/spool/cron/crontabs", "/var/spool/cron", "/etc/systemd/system"];
    let own = config.map(|config| config.join("systemd/user"));
    machine.iter().map(PathBuf::from).chain(own).collect()
}

/// Facts about this machine. The boot time is left out when `now` lies before it: then it says nothing about the run.
pub fn host(world: &World) -> Host {
    Host { name: world.name.clone(), booted: world.booted().filter(|booted| *booted <= world.now), boot: world.boot() }
}

/// The path without symbolic links, or as it is when it cannot be resolved: the process table speaks of real paths.
pub fn real(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}
