//! Code mode: a script that calls tools. Ties the calls written in it to the records of what ran.
//!
//! The records of what ran carry ids that stand nowhere else, and a call that still runs has no record at all.

use serde_json::Value;

use super::script;
use super::thread::Thread;
use crate::model::{Deed, Edit, OutcomeState};
use crate::sources::fields::Fields;
use crate::sources::text::{input, one_line};

/// A script that was handed over.
pub(super) struct Script {
    /// The id of its call.
    call: String,
    /// The id under which it is waited for once it takes long.
    cell: Option<String>,
    /// The calls written in it.
    slots: Vec<Slot>,
    /// Whether it came to its end.
    done: bool,
}

/// One call written in a script.
struct Slot {
    /// The number of its event.
    event: usize,
    tool: String,
    /// Its command, if it is one and is written down.
    command: Option<String>,
    awaited: bool,
    conditional: bool,
    /// Whether a record shows that it ran.
    ran: bool,
}

impl Thread<'_> {
    /// Adds a script: one call for each that is written in it, and one for itself when that does not say all.
    pub(super) fn script(&mut self, id: &str, source: &str) {
        let written = script::calls(source);
        if written.is_empty() || written.iter().any(|call| call.argument.is_none()) {
            self.call(id, "exec", Deed::Other { input: input(&Value::String(source.to_string())) });
        }
        let mut slots = Vec::new();
        for (number, call) in written.into_iter().enumerate() {
            let Some(argument) = call.argument else {
                slots.push(Slot {
                    event: usize::MAX,
                    tool: call.tool,
                    command: None,
                    awaited: call.awaited,
                    conditional: call.conditional,
                    ran: false,
                });
                continue;
            };
            let inner = format!("{id}/{}", number + 1);
            let deed = self.deed(&call.tool, "", &argument);
            let command = match &deed {
                Deed::Command { script, .. } => Some(script.clone()),
                _ => None,
            };
            self.escalated(&inner, &argument);
            let event = self.call(&inner, &call.tool, deed);
            slots.push(Slot {
                event,
                tool: call.tool,
                command,
                awaited: call.awaited,
                conditional: call.conditional,
                ran: false,
            });
        }
        self.scripts.push(Script { call: id.to_string(), cell: None, slots, done: false });
    }

    /// Ties a record of what ran to the call that is written for it; `false` when there is none.
    pub(super) fn tie(&mut self, id: &str, tool: &str, command: Option<&str>) -> bool {
        let fits = |slot: &Slot| {
            !slot.ran && slot.tool == tool && slot.event != usize::MAX && slot.command.as_deref() == command
        };
        let mut open = self.scripts.iter_mut().rev().filter(|script| !script.done);
        let Some(slot) = open.find_map(|script| script.slots.iter_mut().find(|slot| fits(slot))) else {
            self.tie_computed(tool);
            return false;
        };
        slot.ran = true;
        let event = slot.event;
        self.rename(event, id);
        true
    }

    /// A record whose call is computed in the script: the call is known by the record alone.
    fn tie_computed(&mut self, tool: &str) {
        let open = self.scripts.iter_mut().rev().filter(|script| !script.done);
        let mut slots = open.flat_map(|script| script.slots.iter_mut());
        if let Some(slot) = slots.find(|slot| !slot.ran && slot.tool == tool && slot.event == usize::MAX) {
            slot.ran = !slot.conditional;
        }
    }

    /// The output of a script, or of waiting for it. `true` when the id is a script's.
    pub(super) fn script_output(
        &mut self,
        call: &str,
        waits_for: Option<&str>,
        output: &super::output::Output,
    ) -> bool {
        let found = self.scripts.iter().position(|script| {
            !script.done && (script.call == call || (waits_for.is_some() && script.cell.as_deref() == waits_for))
        });
        let Some(index) = found else { return false };
        if output.cell.is_some() {
            self.scripts[index].cell.clone_from(&output.cell);
            return true;
        }
        self.scripts[index].done = true;
        let script = &self.scripts[index];
        let open: Vec<(usize, bool)> = script
            .slots
            .iter()
            .filter(|slot| !slot.ran && slot.event != usize::MAX)
            .map(|slot| (slot.event, slot.conditional))
            .collect();
        for (event, conditional) in open {
            let failed = output.state == OutcomeState::Failed;
            let interrupted = output.state == OutcomeState::Interrupted;
            if (conditional || failed) && !interrupted {
                self.take_back(event);
            } else if let Some(id) = self.call_at(event).map(|call| call.id.clone()) {
                // The script went on without an end of this call: it runs in the background, or ended with the script.
                let state = match output.state {
                    OutcomeState::Interrupted => OutcomeState::Interrupted,
                    _ if self.call_at(event).is_some_and(|call| matches!(call.deed, Deed::Command { .. })) => {
                        OutcomeState::Started
                    }
                    _ => OutcomeState::Ok,
                };
                self.result(&id, state, None, "");
            }
        }
        let call = self.scripts[index].call.clone();
        if self.call_mut(&call).is_some() {
            self.result(&call, output.state, output.exit, &output.text);
        }
        true
    }

    /// At the end of the rollout: of a script that never came to its end, what stands after the first call for which
    /// it waits was never started.
    pub(super) fn settle_scripts(&mut self) {
        let mut never = Vec::new();
        for script in self.scripts.iter().filter(|script| !script.done) {
            let mut waits = false;
            for (number, slot) in script.slots.iter().enumerate() {
                if slot.ran || slot.event == usize::MAX {
                    continue;
                }
                // A branch that was passed by: something after it ran.
                let passed = slot.conditional && script.slots[number + 1..].iter().any(|later| later.ran);
                if waits || passed {
                    never.push(slot.event);
                } else {
                    waits = slot.awaited && !slot.conditional;
                }
            }
        }
        for event in never {
            self.take_back(event);
        }
    }

    /// Takes back a call that is written in a script and of which no record shows that it ran.
    fn take_back(&mut self, event: usize) {
        let Some(call) = self.call_at(event) else { return };
        if let Deed::Command { script, .. } = &call.deed {
            let note =
                format!("{} is written in a script, and no record shows that it ran: {}", call.id, one_line(script));
            self.notes.push(note);
        }
        self.remove(event);
    }

    /// Remembers a call for which the client asks a person, when it is one.
    pub(super) fn escalated(&mut self, id: &str, argument: &Value) {
        if argument.text("sandbox_permissions") == "require_escalated" && self.approval != "never" {
            let what = argument.said("justification").or(argument.said("cmd")).unwrap_or_default();
            self.asking.push((id.to_string(), one_line(what)));
        }
    }

    /// The paths that a file change names, for a change whose call is not known.
    pub(super) fn edit_call(&mut self, id: &str, edits: Vec<Edit>) {
        self.call(id, "apply_patch", Deed::Edit(edits));
    }
}
