//! Plans of the machine that would start the run again: cron and systemd. Read, never asked for by a program.
//!
//! A plan counts when it names the session, or the work tree together with an agent's program. One that may not be read says nothing: most
//! accounts may read only their own.

use std::path::{Path, PathBuf};

use super::sign;
use crate::evidence;
use crate::model::{Belongs, Run, Says, Sign, SignKind, Tree};
use crate::probes::world::World;

/// A plan file is never longer.
const LONGEST: u64 = 256 << 10;

/// Words of `@daily` and the like stand in for the five fields of time.
const FIELDS: usize = 5;

pub(super) fn signs(run: &Run, tree: &Tree, world: &World) -> Vec<Sign> {
    let wanted = Wanted::of(run, tree, world);
    let mut found = Vec::new();
    for file in world.plans.iter().flat_map(|place| files(place)) {
        let Some(text) = text(&file) else { continue };
        match file.extension().and_then(|end| end.to_str()) {
            Some("service") => found.extend(unit(&wanted, world, &file, &text)),
            Some("timer" | "target" | "socket" | "path") => {}
            _ => found.extend(table(&wanted, world, &file, &text)),
        }
    }
    found
}

/// What a plan must name to be about this run.
struct Wanted<'a> {
    session: &'a str,
    folders: Vec<String>,
    programs: Vec<&'static str>,
}

impl Wanted<'_> {
    fn of<'a>(run: &'a Run, tree: &Tree, world: &World) -> Wanted<'a> {
        let own = [run.cwd.as_deref(), Some(tree.root.as_path())].into_iter().flatten();
        let own = own.filter(|folder| folder.components().count() > 1);
        let mut folders: Vec<String> = own
            .flat_map(|folder| [folder.to_path_buf(), world.map.recorded(folder)])
            .map(|folder| folder.display().to_string())
            .collect();
        folders.sort();
        folders.dedup();
        let programs = world.looks.iter().flat_map(|look| look.names).copied().collect();
        Wanted { session: &run.session, folders, programs }
    }

    fn named_in(&self, text: &str) -> bool {
        let word = |name: &str| {
            text.split(|sign: char| sign.is_whitespace() || "/\"'=;&|".contains(sign)).any(|word| word == name)
        };
        let folder = || {
            self.folders.iter().any(|folder| {
                text.match_indices(folder.as_str()).any(|(at, _)| {
                    let next = text[at + folder.len()..].chars().next();
                    next.is_none_or(|next| !(next.is_alphanumeric() || "-_.".contains(next)))
                })
            })
        };
        (self.session.len() >= 8 && text.contains(self.session))
            || (folder() && self.programs.iter().any(|name| word(name)))
    }
}

/// The lines of a crontab that start this run.
fn table(wanted: &Wanted<'_>, world: &World, file: &Path, text: &str) -> Vec<Sign> {
    let lines = text.lines().enumerate().map(|(number, line)| (number + 1, line.trim()));
    let plans = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#') && wanted.named_in(line));
    let plans = plans.filter(|(_, line)| line.starts_with('@') || line.split_whitespace().count() > FIELDS);
    plans
        .filter(|(_, line)| line.starts_with(['@', '*']) || line.starts_with(|sign: char| sign.is_ascii_digit()))
        .map(|(number, line)| {
            let fields = if line.starts_with('@') { 1 } else { FIELDS };
            let when: Vec<&str> = line.split_whitespace().take(fields).collect();
            let what = format!("cron starts it again at \"{}\" ({}:{number}): {line}", when.join(" "), file.display());
            waits(world, &format!("{}:{number}", file.display()), what)
        })
        .collect()
}

/// A unit of systemd that starts this run: by its timer, or again whenever it ends.
fn unit(wanted: &Wanted<'_>, world: &World, file: &Path, unit: &str) -> Option<Sign> {
    if !wanted.named_in(unit) {
        return None;
    }
    let value = |text: &str, name: &str| {
        text.lines().find_map(|line| {
            line.trim().strip_prefix(name)?.trim_start().strip_prefix('=').map(str::trim).map(str::to_owned)
        })
    };
    let name = file.file_name()?.to_string_lossy().into_owned();
    let timer = file.with_extension("timer");
    let key = file.display().to_string();
    if let Some(plan) = text(&timer).filter(|_| enabled(&timer)) {
        let when = ["OnCalendar", "OnUnitActiveSec", "OnUnitInactiveSec", "OnBootSec", "OnActiveSec", "OnStartupSec"]
            .iter()
            .find_map(|name| Some(format!("{name}={}", value(&plan, name)?)));
        let when = when.unwrap_or_else(|| "its own times".to_owned());
        return Some(waits(
            world,
            &key,
            format!("systemd starts it again at {when}: {} starts {name}", timer.display()),
        ));
    }
    let restart = value(unit, "Restart").filter(|policy| policy != "no")?;
    let what = if enabled(file) {
        format!("systemd starts it again when it ends (Restart={restart}): {}", file.display())
    } else {
        let what = format!("a unit that would start it (Restart={restart}) is not enabled: {}", file.display());
        return Some(sign(SignKind::Scheduler, Says::Nothing, Belongs::Task, &format!("plan:{key}"), what, world.now));
    };
    Some(waits(world, &key, what))
}

/// Whether some target wants the unit: a link to it lies in a folder `*.wants` or `*.requires` beside it.
fn enabled(unit: &Path) -> bool {
    let Some((folder, name)) = unit.parent().zip(unit.file_name()) else { return false };
    let beside = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    beside
        .filter(|path| path.extension().is_some_and(|end| end == "wants" || end == "requires"))
        .any(|path| path.join(name).symlink_metadata().is_ok())
}

fn waits(world: &World, key: &str, what: String) -> Sign {
    sign(SignKind::Scheduler, Says::Waiting, Belongs::Task, &format!("plan:{key}"), what, world.now)
}

fn files(place: &Path) -> Vec<PathBuf> {
    if place.is_dir() {
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(place).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        files.sort();
        files.retain(|file| file.is_file());
        files
    } else {
        vec![place.to_path_buf()]
    }
}

fn text(file: &Path) -> Option<String> {
    let size = file.metadata().ok()?.len();
    if size > LONGEST { None } else { evidence::read_to_string(file).ok() }
}
