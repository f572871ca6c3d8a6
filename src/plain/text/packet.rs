//! Words about packets and checkpoints.

use std::path::Path;

use super::{add, line};
use crate::model::{Measured, NamedGate, Output, Packet, count};
use crate::words::packet as words;

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
        "{} has no .lastgood/packet.json. Make one:\n    lastgood packet --goal … --limit … --criterion … --gate NAME=COMMAND --owner … --approver …",
        tree.display()
    )
}

/// A packet was written; `before` is what stood there.
pub fn packet_written(file: &Path, copy: &Path, before: Option<&Packet>, now: &Packet) -> String {
    let mut out = format!("written: {}\ncopy:    {}\n", file.display(), copy.display());
    if let Some(before) = before {
        changes(&mut out, before, now);
    }
    add(
        &mut out,
        "The copy and its time prove that the contract is older than every run that starts from now on. Commit the packet as well.",
    );
    empty(&mut out, now);
    out
}

/// The parts that say nothing: what each is for, and how it is filled.
fn empty(out: &mut String, packet: &Packet) {
    let missing = packet.missing();
    for part in &missing {
        add(out, &format!("still empty: {}, {}", words::name(*part), words::says(*part)));
        add(out, &format!("    what for:  {}", words::why(*part)));
        add(out, &format!("    to fill:   lastgood packet {}", words::flag(*part)));
    }
    if !missing.is_empty() {
        add(out, "Each of these fills its part and keeps the others; several flags at once are fine.");
    }
}

/// What a packet says, part by part.
fn parts(packet: &Packet) -> [(&'static str, Vec<String>); 10] {
    let contract = &packet.contract;
    let output = |output: &Output| {
        let open = output.open_to.as_ref().map_or_else(String::new, |who| format!(", open to {who}"));
        format!("{} in {}{open}", output.what, output.place)
    };
    let gate = |gate: &NamedGate| format!("{}: {}", gate.name, gate.command.join(" "));
    [
        ("goal", contract.goal.iter().cloned().collect()),
        ("limit", contract.limits.clone()),
        ("criterion", contract.criteria.clone()),
        ("gate", contract.gates.iter().map(gate).collect()),
        ("output", packet.outputs.iter().map(output).collect()),
        ("owner", packet.owner.iter().cloned().collect()),
        ("may", packet.may.clone()),
        ("resumes", packet.resumes.clone()),
        ("loses", packet.loses.clone()),
        ("approver", packet.approver.iter().cloned().collect()),
    ]
}

/// What another packet changed, and what it left as it was.
fn changes(out: &mut String, before: &Packet, now: &Packet) {
    let mut kept = Vec::new();
    for ((name, old), (_, new)) in parts(before).iter().zip(parts(now)) {
        if *old == new {
            kept.extend((!old.is_empty()).then_some(*name));
            continue;
        }
        for gone in old.iter().filter(|one| !new.contains(one)) {
            add(out, &format!("  - {name:<9}  {}", line(gone)));
        }
        for come in new.iter().filter(|one| !old.contains(one)) {
            add(out, &format!("  + {name:<9}  {}", line(come)));
        }
    }
    if !kept.is_empty() {
        add(out, &format!("kept as before: {}", kept.join(", ")));
    }
}

/// A packet as it stands.
pub fn packet(file: &Path, packet: &Packet) -> String {
    let mut out = format!("{}\n", file.display());
    let mut say = |name: &str, text: &str| add(&mut out, &format!("  {name:<10} {}", line(text)));
    for (name, texts) in parts(packet) {
        for text in &texts {
            say(name, text);
        }
    }
    empty(&mut out, packet);
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
                "! it holds the commit and not {}: {}{}",
                count(missed.len(), "uncommitted file", "uncommitted files"),
                first.join(", "),
                if missed.len() > first.len() { ", …" } else { "" }
            ),
        );
    }
    out
}

/// Git is in the middle of something of which the checkpoint holds nothing.
pub fn half_way(doing: Option<&str>) -> String {
    doing.map_or_else(String::new, |doing| {
        format!("! a {doing} is under way: the checkpoint is of the commit on which it began, not of what it brings\n")
    })
}

/// A gate that is not green: how it came out, and the lines of its output that say why.
pub struct NotGreen<'a> {
    /// How it came out.
    pub gate: &'a Measured,
    /// The lines that say why.
    pub lines: &'a [String],
}

/// No checkpoint: gates are not green.
pub fn checkpoint_red(commit: &str, subject: &str, gates: &[NotGreen<'_>], last: Option<&str>) -> String {
    let short = commit.get(..7).unwrap_or(commit);
    let mut out = format!("NO CHECKPOINT: {short} \"{}\" is not green\n", line(subject));
    for NotGreen { gate, lines } in gates {
        add(&mut out, &format!("  {}: {} ({})", gate.name, line(&gate.command.join(" ")), line(&gate.why)));
        for row in *lines {
            add(&mut out, &format!("    {}", line(row)));
        }
        if let Some(path) = &gate.output {
            add(&mut out, &format!("  the whole output: {path}"));
        }
    }
    match last {
        Some(last) => out + &format!("last good: checkpoint {}", line(last)),
        None => out + "last good: no checkpoint is on record in this repository",
    }
}
