//! Real processes: found by their marks in the real process table, ended by their own pids.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};

use lastgood::model::{
    Belongs, Call, Decided, Deed, Event, Liveness, Marks, OtherSession, PathMap, RegistryEntry, Run, Runtime, Says,
    Sign, SignKind, Tree, What,
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
        command.args(["-c", script]).current_dir(folder).envs(environ.iter().copied()).stderr(errors);
        Self::ready(command)
    }

    /// A script that runs under the name of another program: a shell by another name, so that nothing is written that is then run.
    fn named(name: &str, script: &str, folder: &std::path::Path) -> Self {
        let program = folder.join(name);
        std::os::unix::fs::symlink("/bin/sh", &program).expect("a link");
        let mut command = Command::new(program);
        command.arg0("sh").args(["-c", script]).current_dir(folder).stderr(Stdio::null());
        Self::ready(command)
    }

    /// Starts it and waits for its line "ready".
    fn ready(mut command: Command) -> Self {
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).process_group(0).spawn().expect("it starts");
        let output = BufReader::new(child.stdout.as_mut().expect("its output"));
        let ready = |line: Result<String, _>| line.expect("its output").contains("ready");
        assert!(output.lines().any(ready), "it is ready");
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

/// Where the process below finds the lock that it takes.
const LOCK: &str = "LASTGOOD_TEST_LOCK";

/// Started by the next test under the name of a server: a lock stands in the table under the process that took it.
#[test]
fn takes_a_lock_when_it_is_asked() {
    let Some(path) = std::env::var_os(LOCK) else { return };
    let lock = std::fs::File::create(path).expect("a file");
    lock.lock().expect("locked");
    println!("ready");
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).expect("its input");
}

#[test]
fn a_server_that_outlives_its_terminal_waits_as_long_as_it_really_holds_the_session() {
    let folder = tempfile::tempdir().expect("a folder");
    let tree = Tree { root: folder.path().join("tree"), ..Tree::default() };
    let lock = folder.path().join("01a2.lock");
    let mut run = Run::new(Runtime::Codex, "01a2");
    run.marks = Marks { locks: vec![lock.clone()], folder: Some(tree.root.clone()), ..Marks::default() };
    let deed = Deed::Command { script: "git push origin release".into(), cwd: None, background: false };
    let call = Call { id: "call_6".into(), tool: "exec_command".into(), deed, result: None };
    run.events = vec![Event::new("6", None, What::Call(call))].into();

    let mut command = Command::new(std::env::current_exe().expect("this program"));
    let this = format!("{}::takes_a_lock_when_it_is_asked", module_path!().split_once("::").expect("a module").1);
    command.arg0("codex").args(["app-server", "--exact", &this, "--nocapture"]);
    command.current_dir("/").env(LOCK, &lock).stderr(Stdio::null());
    let server = Living::ready(command);
    let (found, _) = signs(&run, &tree, &here(), None);
    let sign = found.iter().find(|sign| sign.pid == Some(server.pid())).expect("its sign");
    assert_eq!((sign.kind, sign.says), (SignKind::SessionLock, Says::Waiting), "{sign:?}");

    drop(server);
    let (found, _) = signs(&run, &tree, &here(), None);
    let sign = found.iter().find(|sign| sign.kind == SignKind::SessionLock).expect("the lock");
    assert_eq!((sign.says, sign.pid), (Says::Quiet, None), "{sign:?}");
}

#[test]
fn a_pane_that_really_stands_in_the_tree_says_nothing_until_an_agent_sits_in_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let tree = Tree { root: folder.path().to_path_buf(), exists: true, ..Tree::default() };
    let run = run(&format!("test-{}-pane", std::process::id()), folder.path());
    std::os::unix::fs::symlink("/bin/sh", folder.path().join("claude")).expect("a link");
    let nobody = (SignKind::Multiplexer, Says::Nothing, Belongs::NotTheRuns);
    let client = (SignKind::Process, Says::Waiting, Belongs::Agent);
    for (number, (program, expected)) in [("sh", nobody), ("./claude", client)].into_iter().enumerate() {
        let bin = folder.path().join(number.to_string());
        std::fs::create_dir(&bin).expect("a folder");
        // What follows the pane keeps the shell from becoming the pane.
        let script = format!("cd ..; {program} -c 'echo ready; read line; true'; true");
        let server = Living::named("tmux", &script, &bin);
        let (found, _) = signs(&run, &tree, &here(), None);
        let of = |sign: &&Sign| sign.process.as_ref().is_some_and(|process| process.parent == server.pid());
        let pane = found.iter().find(of).expect("its sign");
        assert_eq!((pane.kind, pane.says, pane.belongs), expected, "{pane:?}");
        assert!(found.iter().all(|sign| sign.pid != Some(server.pid())), "the server is no sign of its own");
    }
}
