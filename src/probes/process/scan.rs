//! One scan of `/proc`. Of an environment only the values of the named marks are kept; the rest is dropped unseen.

use std::collections::BTreeMap;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use super::{Entry, Table, ports};
use crate::model::{Process, Timestamp};
use crate::probes::World;

/// Ticks of a second in `/proc/<pid>/stat`: the kernel shows 100 to programs whatever its own clock is.
const TICKS: u64 = 100;

/// The process table now: of open files those below `folders`, of the environment the values of `marks`.
pub fn scan(world: &World, folders: &[PathBuf], marks: &[String]) -> Table {
    let Ok(list) = std::fs::read_dir(&world.proc) else { return Table::default() };
    let mut table = Table { readable: true, hides_others: hides_others(world), ..Table::default() };
    let booted = world.booted();
    let listening = ports::listening(&world.proc);
    for pid in list.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok()) {
        if let Some(mut entry) = one(&world.proc.join(pid.to_string()), pid, booted) {
            look_inside(&world.proc.join(pid.to_string()), folders, marks, &listening, &mut entry);
            table.children.entry(entry.process.parent).or_default().push(pid);
            table.entries.insert(pid, entry);
        }
    }
    for children in table.children.values_mut() {
        children.sort_unstable();
    }
    table
}

fn one(folder: &Path, pid: u32, booted: Option<Timestamp>) -> Option<Entry> {
    let stat = read_text(&folder.join("stat"))?;
    // The name is in brackets and may hold brackets and spaces itself: the last one closes it.
    let (head, rest) = stat.rsplit_once(')')?;
    let comm = head.split_once('(')?.1.to_owned();
    let fields: Vec<&str> = rest.split_whitespace().collect();
    if matches!(*fields.first()?, "Z" | "X") {
        return None; // ended; only its parent has not taken note
    }
    let number = |at: usize| fields.get(at).and_then(|field| field.parse::<i64>().ok()).unwrap_or_default();
    let start_ticks = u64::try_from(number(19)).unwrap_or_default();
    let argv = std::fs::read(folder.join("cmdline")).map(|bytes| words(&bytes)).unwrap_or_default();
    let since = booted.and_then(|booted| {
        let millis = i64::try_from(start_ticks * 1000 / TICKS).ok()?;
        booted.checked_add(jiff::SignedDuration::from_millis(millis)).ok()
    });
    let uid = std::fs::metadata(folder).map(|meta| meta.uid()).unwrap_or_default();
    let positive = |at: usize| u32::try_from(number(at)).unwrap_or_default();
    let process = Process {
        pid,
        parent: positive(1),
        group: positive(2),
        session: positive(3),
        terminal: number(4) != 0,
        start_ticks,
        since,
        comm,
        argv,
        user: Some(crate::probes::users::name(uid)),
        ..Process::default()
    };
    Some(Entry { process, uid, ..Entry::default() })
}

/// Folder, open files, ports and marks: what only the owner may see.
fn look_inside(
    folder: &Path,
    folders: &[PathBuf],
    marks: &[String],
    listening: &BTreeMap<u64, u16>,
    entry: &mut Entry,
) {
    entry.process.cwd = std::fs::read_link(folder.join("cwd")).ok();
    entry.service = service(&folder.join("cgroup"));
    let Ok(environ) = std::fs::read(folder.join("environ")) else { return };
    entry.open_to_us = entry.process.cwd.is_some();
    entry.process.marks = environ
        .split(|byte| *byte == 0)
        .filter_map(|pair| {
            let at = pair.iter().position(|byte| *byte == b'=')?;
            let name = marks.iter().find(|mark| mark.as_bytes() == &pair[..at])?;
            Some((name.clone(), String::from_utf8_lossy(&pair[at + 1..]).into_owned()))
        })
        .collect();
    for fd in std::fs::read_dir(folder.join("fd")).into_iter().flatten().flatten() {
        let Ok(target) = std::fs::read_link(fd.path()) else { continue };
        let name = target.to_string_lossy();
        if let Some(inode) = name.strip_prefix("socket:[").and_then(|rest| rest.strip_suffix(']')) {
            let port = inode.parse().ok().and_then(|inode: u64| listening.get(&inode).copied());
            entry.process.ports.extend(port.filter(|port| !entry.process.ports.contains(port)));
        } else if folders.iter().any(|folder| target.starts_with(folder)) && !entry.process.open.contains(&target) {
            if is_written(&folder.join("fdinfo").join(fd.file_name())) {
                entry.writes.push(target.clone());
            }
            entry.process.open.push(target);
        }
    }
    entry.process.open.sort();
    entry.process.ports.sort_unstable();
}

/// Whether a descriptor was opened for writing: the last octal digit of its flags is 1 or 2.
fn is_written(info: &Path) -> bool {
    let text = read_text(info).unwrap_or_default();
    let flags = text.lines().find_map(|line| line.strip_prefix("flags:")).unwrap_or_default();
    matches!(flags.trim().chars().last(), Some('1' | '2'))
}

/// The unit of systemd that runs a process, from its control group: `nginx.service`, never a login session.
fn service(cgroup: &Path) -> Option<String> {
    let text = read_text(cgroup)?;
    let path = text.lines().find_map(|line| line.strip_prefix("0::"))?;
    let (name, kind) = path
        .rsplit('/')
        .filter_map(|part| part.rsplit_once('.'))
        .find(|(_, kind)| matches!(*kind, "service" | "scope"))?;
    (kind == "service" && !name.starts_with("user@")).then(|| format!("{name}.{kind}"))
}

/// Whether `/proc` hides other accounts' processes as a whole.
fn hides_others(world: &World) -> bool {
    let mounts = read_text(&world.proc.join("self/mounts"))
        .or_else(|| read_text(&world.proc.join("mounts")))
        .unwrap_or_default();
    mounts.lines().any(|line| {
        let mut fields = line.split(' ');
        let (_, at, kind, options) = (fields.next(), fields.next(), fields.next(), fields.next().unwrap_or_default());
        at == Some("/proc")
            && kind == Some("proc")
            && options
                .split(',')
                .any(|option| matches!(option, "hidepid=2" | "hidepid=invisible" | "hidepid=4" | "hidepid=ptraceable"))
    }) && world.uid != 0
}

fn read_text(path: &Path) -> Option<String> {
    std::fs::read(path).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

fn words(bytes: &[u8]) -> Vec<String> {
    let mut words: Vec<String> =
        bytes.split(|byte| *byte == 0).map(|word| String::from_utf8_lossy(word).into_owned()).collect();
    if words.last().is_some_and(String::is_empty) {
        words.pop();
    }
    words
}
