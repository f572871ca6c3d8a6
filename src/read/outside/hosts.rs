//! Commands on other hosts, and copies to them.

use regex::Regex;

use super::Kind;
use crate::read::shell::{Script, Simple};

/// Programs that only look; on another host they are no outside action.
const LOOKS: &[&str] = &[
    "ls",
    "cat",
    "tail",
    "head",
    "less",
    "grep",
    "rg",
    "find",
    "df",
    "du",
    "free",
    "uptime",
    "top",
    "htop",
    "ps",
    "pgrep",
    "w",
    "who",
    "whoami",
    "id",
    "hostname",
    "uname",
    "date",
    "env",
    "printenv",
    "echo",
    "printf",
    "stat",
    "file",
    "wc",
    "sort",
    "uniq",
    "cut",
    "awk",
    "journalctl",
    "dmesg",
    "ss",
    "netstat",
    "ip",
    "ping",
    "dig",
    "nslookup",
    "curl",
    "true",
    "test",
    "[",
    "which",
    "command",
    "cd",
    "pwd",
    "md5sum",
    "sha256sum",
    "lsof",
    "vmstat",
    "iostat",
    "exit",
    "",
];

/// A command on another host or a copy to one, if it changes something there.
pub(super) fn find(simple: &Simple) -> Option<Kind> {
    let args = simple.args();
    match simple.name() {
        "ssh" | "mosh" | "autossh" | "sshpass" => {
            let (host, command) = remote(args)?;
            if simple.name() != "mosh" && args.iter().any(|word| word == "-N" || word == "-V" || word == "-G") {
                return None;
            }
            let script = if command.is_empty() { simple.input.clone()? } else { command };
            if only_looks(&script) {
                return None;
            }
            Some(kind(format!("host {host}"), format!("ssh {host}, and look at what it changes")))
        }
        "scp" | "rsync" | "sftp" | "rclone" | "lftp" | "ncftpput" | "mc" | "s3cmd" | "s5cmd" | "gsutil" => copy(simple),
        _ => None,
    }
}

fn kind(touches: String, look: String) -> Kind {
    Kind {
        touches,
        look,
        ok: None,
        failed: Regex::new(r"(?m)^ssh: |Permission denied|Connection (refused|timed out)|rsync error").ok(),
    }
}

/// The host of `ssh`, and the command that it gets.
fn remote(args: &[String]) -> Option<(String, String)> {
    const VALUES: &[&str] = &[
        "-b", "-c", "-D", "-E", "-e", "-F", "-I", "-i", "-J", "-L", "-l", "-m", "-O", "-o", "-p", "-Q", "-R", "-S",
        "-W", "-w",
    ];
    let mut at = 0;
    while let Some(word) = args.get(at) {
        if VALUES.contains(&word.as_str()) {
            at += 2;
        } else if word.starts_with('-') {
            at += 1;
        } else {
            return Some((word.clone(), args.get(at + 1..).unwrap_or_default().join(" ")));
        }
    }
    None
}

fn only_looks(script: &str) -> bool {
    let read = Script::read(script);
    read.simples.iter().all(|simple| {
        let writes = simple.redirects.iter().any(|redirect| redirect.stdout);
        let args = simple.args();
        let first = args.iter().find(|word| !word.starts_with('-')).map(String::as_str).unwrap_or_default();
        let asks = match simple.name() {
            "systemctl" => {
                ["status", "is-active", "is-enabled", "list-units", "show", "cat", "list-timers"].contains(&first)
            }
            "docker" | "podman" => {
                ["ps", "logs", "images", "inspect", "stats", "top", "version", "info"].contains(&first)
            }
            "git" => ["status", "log", "diff", "show", "rev-parse", "branch", "ls-remote"].contains(&first),
            "kubectl" => ["get", "describe", "logs", "top"].contains(&first),
            "curl" => super::http::find(simple).is_none(),
            name => LOOKS.contains(&name),
        };
        asks && !writes
    })
}

/// A copy whose target is another host or a bucket.
fn copy(simple: &Simple) -> Option<Kind> {
    let args = simple.args();
    let dry = args.iter().any(|word| {
        word == "--dry-run"
            || word == "-n"
            || (simple.name() == "rsync" && word.starts_with('-') && !word.starts_with("--") && word.contains('n'))
    });
    let away = |word: &str| {
        word.contains("://") || word.split_once(':').is_some_and(|(host, _)| host.len() > 1 && !host.contains('/'))
    };
    let operands: Vec<_> = args.iter().filter(|word| !word.starts_with('-')).collect();
    let target = operands.last()?;
    let goes = match simple.name() {
        "rclone" | "mc" => {
            ["copy", "sync", "move", "delete", "purge", "cp", "mirror", "rm", "copyto", "moveto", "rcat"]
                .contains(&operands.first()?.as_str())
                && (away(target) || target.contains('/'))
        }
        "s3cmd" | "s5cmd" => ["put", "del", "rm", "mv", "cp", "sync", "mb", "rb"].contains(&operands.first()?.as_str()),
        "sftp" | "lftp" => {
            simple.input.as_ref().is_some_and(|input| input.contains("put ") || input.contains("rm "))
                || args.iter().any(|word| word.contains("mirror -R") || word.contains("put "))
        }
        "ncftpput" => true,
        "gsutil" => false,
        _ => away(target),
    };
    (goes && !dry).then(|| kind((*target).clone(), format!("ls on {target}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::shell::commands;

    #[test]
    fn what_only_looks_at_a_host_is_none() {
        let of = |script: &str| find(&commands(script)[0]).map(|kind| kind.touches);
        assert_eq!(of("ssh -i k deploy@web1 'sudo systemctl restart webhookd'").as_deref(), Some("host deploy@web1"));
        assert_eq!(of("rsync -av dist/ web1:/srv/app/").as_deref(), Some("web1:/srv/app/"));
        assert!(of("scp a.txt web1:/tmp/").is_some() && of("ssh web1 <<'E'\nrm -rf /srv/x\nE").is_some());
        for looks in [
            "ssh web1 'tail -5 /var/log/x | grep y'",
            "ssh web1 systemctl status a",
            "scp web1:/tmp/a .",
            "rsync -avn dist/ web1:/srv/",
            "rsync -a a/ b/",
            "ssh web1",
        ] {
            assert_eq!(of(looks), None, "{looks}");
        }
    }
}
