//! Real processes: found by their marks in the real process table, ended by their own pids.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};

use lastgood::model::{
    Belongs, Decided, Liveness, Marks, OtherSession, PathMap, RegistryEntry, Run, Runtime, Says, SignKind, Tree,
};
use lastgood::probes::{World, signs};
use lastgood::sources::LOOKS;
use lastgood::steps::confirm;

/// A process in a group of its own, ended with the test.
struct Living(Child);

impl Living {
    /// Starts a shell script and waits until it says that it is ready.
    fn script(script: &str, folder: &std::path::Path, environ: &[(&str, &str)]) -> Self {
        Self::with(script, folder, environ, Stdio::null())
    }

    /// The same, with a socket on which it listens.
    fn listens(on: TcpListener, folder: &std::path::Path, environ: &[(&str, &str)]) -> Self {
        Self::with("echo ready; read line", folder, environ, OwnedFd::from(on).into())
    }

    fn with(script: &str, folder: &std::path::Path, environ: &[(&str, &str)], errors: Stdio) -> Self {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script]).current_dir(folder).envs(environ.iter().copied());
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors)
            .process_group(0)
            .spawn()
            .expect("a shell starts");
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().expect("its output")).read_line(&mut line).expect("it is ready");
        Self(child)
    }

    fn pid(&self) -> u32 {
        self.0.id()
    }
}

impl Drop for Living {
    fn drop(&mut self) {
        let _ = self.0.kill(); // it may have ended by itself
        let _ = self.0.wait();
    }
}

fn here() -> World {
    World::here(jiff::Timestamp::now(), false, PathMap::default(), LOOKS, None)
}

fn run(session: &str, folder: &std::path::Path) -> Run {
    let mut run = Run::new(Runtime::ClaudeCode, session);
    run.marks = Marks {
        environ: vec![("CLAUDE_CODE_SESSION_ID".into(), Some(session.into()))],
        folder: Some(folder.to_path_buf()),
        ..Marks::default()
    };
    run
}

fn start_ticks(pid: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).expect("it lives");
    let (_, rest) = stat.rsplit_once(')').expect("a name");
    rest.split_whitespace().nth(19).expect("a start").parse().expect("a number")
}

#[test]
fn a_real_process_is_found_by_its_mark_and_gone_after_its_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let tree = Tree { root: folder.path().to_path_buf(), exists: true, ..Tree::default() };
    let session = format!("test-{}-mark", std::process::id());
    let run = run(&session, folder.path());
    // `read` keeps the shell alive without a clock: it ends when its input closes.
    let living = Living::script("echo ready; read line", folder.path(), &[("CLAUDE_CODE_SESSION_ID", &session)]);
    let (signs_now, _) = signs(&run, &tree, &here(), None);
    let sign = signs_now.iter().find(|sign| sign.pid == Some(living.pid())).expect("its sign");
    assert_eq!((sign.says, sign.belongs), (Says::Alive, Belongs::LeftByRun));
    drop(living);
    let (signs_then, _) = signs(&run, &tree, &here(), None);
    assert!(!signs_then.iter().any(|sign| sign.belongs == Belongs::LeftByRun));
}

#[test]
fn only_the_same_start_makes_a_real_pid_the_same_process() {
    let folder = tempfile::tempdir().expect("a folder");
    let tree = Tree { root: folder.path().to_path_buf(), exists: true, ..Tree::default() };
    let living = Living::script("echo ready; read line", std::path::Path::new("/"), &[]);
    let mut run = run("test-reuse", folder.path());
    let says = |run: &Run| {
        signs(run, &tree, &here(), None).0.iter().find(|sign| sign.pid == Some(living.pid())).map(|sign| sign.says)
    };
    let noted = RegistryEntry {
        pid: living.pid(),
        start_ticks: Some(start_ticks(living.pid())),
        status: Some("busy".into()),
        ..RegistryEntry::default()
    };
    run.marks.registry = vec![noted];
    assert_eq!(says(&run), Some(Says::Alive));
    run.marks.registry[0].start_ticks = Some(1);
    assert_eq!(says(&run), Some(Says::Quiet));
}

#[test]
fn growth_of_the_session_between_two_looks_is_alive_and_change_of_the_tree_never_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let transcript = folder.path().join("s.jsonl");
    std::fs::write(&transcript, "{}\n").expect("written");
    let tree = Tree { root: folder.path().to_path_buf(), exists: true, ..Tree::default() };
    let mut run = run("test-growth", folder.path());
    run.marks.growing = vec![transcript.clone()];
    let (_, first) = signs(&run, &tree, &here(), None);
    let (quiet, _) = signs(&run, &tree, &here(), Some(&first));
    assert!(quiet.iter().any(|sign| sign.key == "transcript-growth" && sign.says == Says::Quiet));
    let mut file = std::fs::OpenOptions::new().append(true).open(&transcript).expect("opened");
    file.write_all(b"{}\n").expect("written");
    std::fs::write(folder.path().join("new.rs"), "x").expect("written");
    let (alive, _) = signs(&run, &tree, &here(), Some(&first));
    assert!(alive.iter().any(|sign| sign.key == "transcript-growth" && sign.says == Says::Alive));
    assert!(
        alive
            .iter()
            .any(|sign| sign.key == "tree-change" && sign.says == Says::Nothing && sign.what.contains("changed"))
    );
}

#[test]
fn a_held_lock_and_a_listening_port_are_seen_in_the_real_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let lock = folder.path().join("t.lock");
    let held = std::fs::File::create(&lock).expect("a file");
    held.lock().expect("locked");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let world = here();
    let own = i64::from(std::process::id());
    assert_eq!(lastgood::probes::process::holders(&world, &lock), lastgood::probes::process::Holders::Held(vec![own]));
    let table = lastgood::probes::process::scan(&world, &[], &[]);
    assert!(table.entries[&std::process::id()].process.ports.contains(&port));
}

#[test]
fn a_port_of_what_the_run_left_stands_in_its_row_with_advice_for_its_group() {
    let folder = tempfile::tempdir().expect("a folder");
    let tree = Tree { root: folder.path().to_path_buf(), exists: true, ..Tree::default() };
    let session = format!("test-{}-port", std::process::id());
    let run = run(&session, folder.path());
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let server = Living::listens(listener, std::path::Path::new("/"), &[("CLAUDE_CODE_SESSION_ID", &session)]);
    let (found, _) = signs(&run, &tree, &here(), None);
    let sign = found.iter().find(|sign| sign.kind == SignKind::Port && sign.pid == Some(server.pid())).expect("a port");
    assert_eq!((sign.says, sign.belongs), (Says::Alive, Belongs::LeftByRun));
    assert!(sign.what.contains(&format!("port {port} ")), "{}", sign.what);

    let liveness = Liveness { verdict: confirm::verdict(&found), signs: found };
    let rows = confirm::rows(&liveness.signs, &Decided::default());
    let row = rows.iter().find(|row| row.ports.contains(&port)).expect("its row");
    let kinds: Vec<SignKind> = row.signs.iter().map(|index| liveness.signs[*index].kind).collect();
    assert!(kinds.contains(&SignKind::Port) && kinds.len() == 2, "{kinds:?}");
    let advice = confirm::advice(&liveness.signs).expect("advice");
    assert_eq!(advice.command, Some(format!("kill -- -{}", server.pid())));
    // One answer settles the row: the process and its port.
    assert_eq!(confirm::answer(row, &liveness, "kept for the demo").map(|ops| ops.len()), Ok(2));
}

#[test]
fn a_server_of_somebody_else_in_the_work_tree_is_shown_with_its_port_and_is_not_the_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let tree = Tree { root: folder.path().to_path_buf(), exists: true, ..Tree::default() };
    let run = run("test-other-port", folder.path());
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let server = Living::listens(listener, folder.path(), &[]);
    let (found, _) = signs(&run, &tree, &here(), None);
    let sign = found.iter().find(|sign| sign.kind == SignKind::Port && sign.pid == Some(server.pid())).expect("a port");
    assert_eq!((sign.says, sign.belongs), (Says::Nothing, Belongs::NotTheRuns));
    assert!(sign.what.contains(&format!("port {port} ")), "{}", sign.what);
    let advice = confirm::advice(&found).and_then(|advice| advice.command);
    assert!(!advice.is_some_and(|line| line.contains(&server.pid().to_string())));
}

#[test]
fn another_session_that_really_lives_in_the_tree_is_another_run_and_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let inner = folder.path().join("vendor/inner");
    std::fs::create_dir_all(&inner).expect("a folder");
    let tree = Tree { root: folder.path().to_path_buf(), exists: true, ..Tree::default() };
    let own = format!("test-{}-own", std::process::id());
    let other = format!("test-{}-other", std::process::id());
    let mut run = run(&own, folder.path());
    run.marks.others.push(OtherSession { session: other.clone(), registry: Vec::new(), locks: Vec::new() });
    // Below the tree counts as in it: a submodule, a linked tree that the agent made there.
    let neighbour = Living::script("echo ready; read line", &inner, &[("CLAUDE_CODE_SESSION_ID", &other)]);
    let (found, _) = signs(&run, &tree, &here(), None);
    let sign = found.iter().find(|sign| sign.pid == Some(neighbour.pid())).expect("its sign");
    assert_eq!((sign.says, sign.belongs == Belongs::LeftByRun), (Says::Alive, false), "{sign:?}");
    assert!(sign.what.contains(&other), "{}", sign.what);
}

#[test]
fn a_real_process_noted_on_another_machine_or_in_another_namespace_is_never_dead() {
    let folder = tempfile::tempdir().expect("a folder");
    let tree = Tree { root: folder.path().to_path_buf(), exists: true, ..Tree::default() };
    let world = here();
    let own = std::process::id();
    let noted = |domain: String| RegistryEntry {
        pid: own,
        start_ticks: Some(start_ticks(own)),
        domain: Some(domain),
        ..RegistryEntry::default()
    };
    let mut run = run("test-domain", folder.path());
    for foreign in [world.domain().replace("linux:", "linux:0"), world.domain().replace("pid:[", "pid:[9")] {
        assert_ne!(foreign, world.domain());
        run.marks.registry = vec![noted(foreign)];
        let (found, _) = signs(&run, &tree, &world, None);
        assert!(found.iter().any(|sign| sign.says == Says::CannotLook && sign.what.contains(&own.to_string())));
        assert!(!found.iter().any(|sign| sign.says == Says::Quiet && sign.what.contains(&own.to_string())));
    }
    run.marks.registry = vec![noted(world.domain())];
    let (found, _) = signs(&run, &tree, &world, None);
    assert!(!found.iter().any(|sign| sign.says == Says::CannotLook && sign.what.contains(&own.to_string())));
}
