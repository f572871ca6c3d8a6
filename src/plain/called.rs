//! How this program is called in a shell, so that a command that is printed can be pasted and finds the same runs.

use std::ffi::OsStr;
use std::path::Path;

use crate::cli::Options;
use crate::words::app::shell_word;

/// The program: its plain name where the shell finds this very file by it, else its whole path.
pub fn program() -> String {
    let name = std::env::args_os().next().unwrap_or_else(|| "lastgood".into());
    named(&name, std::env::var_os("PATH").as_deref())
}

fn named(name: &OsStr, path: Option<&OsStr>) -> String {
    let typed = Path::new(name);
    // Without a folder in it the shell has found it by its name.
    if typed.components().count() < 2 && !name.to_string_lossy().contains('/') {
        return typed.display().to_string();
    }
    let file = |path: &Path| path.canonicalize().ok();
    let bare = typed.file_name().unwrap_or(name);
    let found =
        path.into_iter().flat_map(std::env::split_paths).map(|folder| folder.join(bare)).find(|at| at.is_file());
    if found.and_then(|found| file(&found)).is_some_and(|found| Some(found) == file(typed)) {
        return bare.to_string_lossy().into_owned();
    }
    std::path::absolute(typed).unwrap_or_else(|_| typed.to_path_buf()).display().to_string()
}

/// The program with the flags that say whose runs and which state are meant, each word as a shell wants it.
pub fn line(options: &Options) -> String {
    let whole = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let flag = |name: &str, path: &Option<std::path::PathBuf>| {
        path.as_ref().map(|path| format!(" --{name} {}", shell_word(&whole(path).display().to_string())))
    };
    let flags = [flag("home", &options.home), flag("state", &options.state)];
    flags.into_iter().flatten().fold(shell_word(&program()), |called, flag| called + &flag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_can_be_pasted_anywhere() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("lastgood");
        std::fs::write(&program, "").unwrap();
        let path = Some(folder.path().as_os_str());
        assert_eq!(named(OsStr::new("lastgood"), None), "lastgood");
        assert_eq!(named(program.as_os_str(), path), "lastgood");
        assert_eq!(named(program.as_os_str(), Some(OsStr::new("/nowhere"))), program.display().to_string());
        let relative = named(OsStr::new("target/debug/lastgood"), path);
        assert!(relative.starts_with('/') && relative.ends_with("/target/debug/lastgood"), "{relative}");
    }
}
