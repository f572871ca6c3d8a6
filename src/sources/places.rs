//! Where records are looked for, and how a path in a record becomes a path of this machine.
//!
//! Asks nothing of the machine: home, environment and user are arguments, so that a copied home reads like one's own.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::TaskServer;
pub use crate::model::PathMap;

/// The folders in which the runtimes keep their records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// The home whose stores are read.
    pub home: PathBuf,
    /// From paths in records to paths of this machine.
    pub map: PathMap,
    /// Claude Code's folder (`CLAUDE_CONFIG_DIR`, else `~/.claude`).
    pub claude: PathBuf,
    /// Codex's folder (`CODEX_HOME`, else `~/.codex`).
    pub codex: PathBuf,
    /// Gemini CLI's folder (`.gemini` below `GEMINI_CLI_HOME`, else below the home).
    pub gemini: PathBuf,
    /// Data of programs (`XDG_DATA_HOME`, else `~/.local/share`).
    pub data: PathBuf,
    /// Settings of programs (`XDG_CONFIG_HOME`, else `~/.config`).
    pub config: PathBuf,
    /// State of programs (`XDG_STATE_HOME`, else `~/.local/state`).
    pub state: PathBuf,
    /// The folder for temporary files that the runs wrote to: `/tmp` through the map.
    pub tmp: PathBuf,
    /// Where Claude Code keeps temporary files (`CLAUDE_CODE_TMPDIR`, else `tmp`).
    pub claude_tmp: PathBuf,
    /// The user id under which we run.
    pub uid: u32,
    /// Our own copies of packets, which prove when a contract was made.
    pub packets: PathBuf,
    /// The task server that the operator named.
    pub tasks: Option<TaskServer>,
    /// Where private copies of stores are made; without it, in the system's folder for temporary files.
    pub scratch: Option<PathBuf>,
}

impl Places {
    /// The places below a home. A runtime's own variable wins over the home; `env` gives its value.
    pub fn new(home: impl Into<PathBuf>, map: PathMap, env: impl Fn(&str) -> Option<OsString>, uid: u32) -> Self {
        let home = home.into();
        let named = |name: &str| env(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let tmp = map.here("/tmp");
        Self {
            claude: named("CLAUDE_CONFIG_DIR").unwrap_or_else(|| home.join(".claude")),
            codex: named("CODEX_HOME").unwrap_or_else(|| home.join(".codex")),
            gemini: named("GEMINI_CLI_HOME").unwrap_or_else(|| home.clone()).join(".gemini"),
            data: named("XDG_DATA_HOME").unwrap_or_else(|| home.join(".local/share")),
            config: named("XDG_CONFIG_HOME").unwrap_or_else(|| home.join(".config")),
            state: named("XDG_STATE_HOME").unwrap_or_else(|| home.join(".local/state")),
            claude_tmp: named("CLAUDE_CODE_TMPDIR").unwrap_or_else(|| tmp.clone()),
            tmp,
            home,
            map,
            uid,
            packets: PathBuf::new(),
            tasks: None,
            scratch: None,
        }
    }

    /// The path of this machine for a path in a record.
    pub fn here(&self, recorded: impl AsRef<Path>) -> PathBuf {
        self.map.here(recorded)
    }

    /// The path as a record of the mapped home would write it.
    pub fn recorded(&self, here: impl AsRef<Path>) -> PathBuf {
        self.map.recorded(here)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variables_of_the_runtimes_win_over_the_home() {
        let places = Places::new("/h", PathMap::default(), |name| (name == "CODEX_HOME").then(|| "/c".into()), 1000);
        assert_eq!(places.codex, Path::new("/c"));
        assert_eq!(places.claude, Path::new("/h/.claude"));
        assert_eq!(places.gemini, Path::new("/h/.gemini"));
    }
}
