//! Words about packets and checkpoints.

use std::path::Path;

use super::{add, line};
use crate::model::{Measured, Packet};

/// The questions of the form.
pub mod form {
    /// The goal.
    pub const GOAL: &str = "goal";
    /// A limit.
    pub const LIMIT: &str = "limit, one a line (empty ends)";
    /// A criterion.
    pub const CRITERION: &str = "criterion, one a line (empty ends)";
    /// A gate.
    pub const GATE: &str = "gate as NAME=COMMAND, one a line (empty ends)";
    /// An output.
    pub const OUTPUT: &str = "output as WHAT=PLACE=WHO CAN OPEN IT, one a line (empty ends)";
    /// The owner.
    pub const OWNER: &str = "who owns the decisions of a recovery";
    /// What the owner may do.
    pub const MAY: &str = "what that owner may do, one a line (empty ends)";
    /// What can be resumed.
    pub const RESUMES: &str = "what the runtime can resume, one a line (empty ends)";
    /// What a resume loses.
    pub const LOSES: &str = "what a resume loses, one a line (empty ends)";
    /// The approver.
    pub const APPROVER: &str = "who approves the result";
    /// The last question.
    pub const YES: &str = "write .lastgood/packet.json and a copy in your state folder? y writes";
}

/// There is no packet.
pub fn no_packet(tree: &Path) -> String {
    format!(
        "{} has no .lastgood/packet.json. Make one: lastgood packet --goal … --limit … --criterion … --gate NAME=COMMAND --owner … --approver …",
        tree.display()
    )
}

/// A packet was written.
pub fn packet_written(file: &Path, copy: &Path, missing: &[&str]) -> String {
    let mut out = format!(
        "written: {}\ncopy:    {}\nThe copy and its time prove that the contract is older than every run that starts from now on. Commit the packet as well.\n",
        file.display(),
        copy.display()
    );
    for part in missing {
        add(&mut out, &format!("still empty: {part}"));
    }
    out
}

/// A packet as it stands.
pub fn packet(file: &Path, packet: &Packet, missing: &[&str]) -> String {
    let mut out = format!("{}\n", file.display());
    let mut say = |name: &str, text: &str| add(&mut out, &format!("  {name:<10} {}", line(text)));
    let contract = &packet.contract;
    if let Some(goal) = &contract.goal {
        say("goal", goal);
    }
    for limit in &contract.limits {
        say("limit", limit);
    }
    for criterion in &contract.criteria {
        say("criterion", criterion);
    }
    for gate in &contract.gates {
        say("gate", &format!("{}: {}", gate.name, gate.command.join(" ")));
    }
    for output in &packet.outputs {
        let open = output.open_to.as_ref().map_or_else(String::new, |who| format!(", open to {who}"));
        say("output", &format!("{} in {}{open}", output.what, output.place));
    }
    if let Some(owner) = &packet.owner {
        say("owner", owner);
    }
    for may in &packet.may {
        say("may", may);
    }
    for what in &packet.resumes {
        say("resumes", what);
    }
    for what in &packet.loses {
        say("loses", what);
    }
    if let Some(who) = &packet.approver {
        say("approver", who);
    }
    for part in missing {
        say("! empty", part);
    }
    out
}

/// A checkpoint was made.
pub fn checkpoint(name: &str, commit: &str, subject: &str, gates: &[Measured], missed: &[String]) -> String {
    let short = commit.get(..7).unwrap_or(commit);
    let green: Vec<&str> = gates.iter().map(|gate| gate.name.as_str()).collect();
    let mut out = format!("checkpoint {name}: {short} \"{}\", green: {}\n", line(subject), green.join(", "));
    if !missed.is_empty() {
        let first: Vec<String> = missed.iter().take(5).map(|path| line(path)).collect();
        add(
            &mut out,
            &format!(
                "! it holds the commit and not {} uncommitted files: {}{}",
                missed.len(),
                first.join(", "),
                if missed.len() > first.len() { ", …" } else { "" }
            ),
        );
    }
    out
}

/// No checkpoint: gates are not green.
pub fn checkpoint_red(commit: &str, subject: &str, gates: &[(&Measured, &str)], last: Option<&str>) -> String {
    let short = commit.get(..7).unwrap_or(commit);
    let mut out = format!("NO CHECKPOINT: {short} \"{}\" is not green\n", line(subject));
    for (gate, printed) in gates {
        add(&mut out, &format!("  {}: {} ({})", gate.name, line(&gate.command.join(" ")), line(&gate.why)));
        for row in printed.lines() {
            add(&mut out, &format!("    {}", line(row)));
        }
    }
    match last {
        Some(last) => out + &format!("last good: checkpoint {}", line(last)),
        None => out + "last good: no checkpoint is on record in this repository",
    }
}
