//! Cron and systemd, which would start a run again by themselves.

use std::os::unix::fs::symlink;

use lastgood::model::{Says, SignKind};

use crate::table::{Machine, all_quiet, says};

fn puts(machine: &Machine, name: &str, text: &str) {
    std::fs::write(machine.touches(name), text.replace("TREE", &machine.path("tree").display().to_string()))
        .expect("a file");
}

#[test]
fn a_line_of_cron_that_starts_the_agent_in_the_tree_makes_it_wait() {
    let machine = Machine::new();
    puts(
        &machine,
        "crontab",
        "SHELL=/bin/sh\n# 5 * * * * cd TREE && claude -p go\n17 3 * * * root cd TREE && claude -p \"go on\"\n",
    );
    let signs = machine.signs(&machine.claude());
    assert!(says(&signs, Says::Waiting, &["cron starts it again", "\"17 3 * * *\"", "crontab:3"]), "{signs:#?}");
    assert_eq!(signs.iter().filter(|sign| sign.kind == SignKind::Scheduler).count(), 1);
}

#[test]
fn a_timer_counts_when_it_is_enabled_and_a_service_when_it_restarts() {
    let machine = Machine::new();
    puts(
        &machine,
        "units/night.service",
        "[Service]\nWorkingDirectory=TREE\nExecStart=/usr/bin/codex exec go\nRestart=on-failure\n",
    );
    puts(&machine, "units/night.timer", "[Timer]\nOnCalendar=*-*-* 03:00:00\n");
    let run = machine.claude();
    assert!(says(&machine.signs(&run), Says::Nothing, &["not enabled", "night.service"]));
    std::fs::create_dir_all(machine.path("units/timers.target.wants")).expect("a folder");
    symlink("../night.timer", machine.path("units/timers.target.wants/night.timer")).expect("a link");
    assert!(says(&machine.signs(&run), Says::Waiting, &["OnCalendar=*-*-* 03:00:00", "night.timer"]));
    std::fs::remove_file(machine.path("units/night.timer")).expect("removed");
    std::fs::remove_file(machine.path("units/timers.target.wants/night.timer")).expect("removed");
    symlink("../night.service", machine.path("units/timers.target.wants/night.service")).expect("a link");
    assert!(says(&machine.signs(&run), Says::Waiting, &["when it ends", "Restart=on-failure"]));
}

#[test]
fn plans_for_other_folders_and_other_programs_say_nothing() {
    let machine = Machine::new();
    puts(
        &machine,
        "crontab",
        "* * * * * cd TREE-2 && claude -p go\n* * * * * cd TREE && make backup\n@daily claude -p elsewhere\n",
    );
    puts(
        &machine,
        "units/web.service",
        "[Service]\nWorkingDirectory=TREE\nExecStart=/usr/bin/node server.js\nRestart=always\n",
    );
    assert!(all_quiet(&machine.signs(&machine.claude())));
}
