//! The packet: its parts as lines that can be typed, and what of it is known from a run that failed.
//!
//! Nothing here reads or writes a file. What is known is only offered: it counts when somebody writes the packet.

use crate::model::{Decided, Facts, NamedGate, Output, Packet, PacketPart, Resumable};

/// Why a line of a part cannot be used: the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// It is no gate.
    Gate(String),
    /// It is no output.
    Output(String),
}

/// What is known of a part, and from where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// Its lines.
    pub lines: Vec<String>,
    /// Where they come from, in words.
    pub from: String,
}

/// The lines of a part, as they would be typed.
pub fn lines(packet: &Packet, part: PacketPart) -> Vec<String> {
    let contract = &packet.contract;
    match part {
        PacketPart::Goal => contract.goal.iter().cloned().collect(),
        PacketPart::Limits => contract.limits.clone(),
        PacketPart::Criteria => contract.criteria.clone(),
        PacketPart::Gates => {
            contract.gates.iter().map(|gate| format!("{}={}", gate.name, joined(&gate.command))).collect()
        }
        PacketPart::Outputs => packet.outputs.iter().map(typed).collect(),
        PacketPart::Owner => packet.owner.iter().cloned().collect(),
        PacketPart::May => packet.may.clone(),
        PacketPart::Resumes => packet.resumes.clone(),
        PacketPart::Loses => packet.loses.clone(),
        PacketPart::Approver => packet.approver.iter().cloned().collect(),
    }
}

/// Puts lines into a part; blank ones are none, and a part without lines is empty.
pub fn set(packet: &mut Packet, part: PacketPart, lines: &[String]) -> Result<(), Unfit> {
    let all: Vec<String> = lines.iter().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect();
    let one = || Some(all.join(" ")).filter(|text| !text.is_empty());
    match part {
        PacketPart::Goal => packet.contract.goal = one(),
        PacketPart::Owner => packet.owner = one(),
        PacketPart::Approver => packet.approver = one(),
        PacketPart::Limits => packet.contract.limits = all,
        PacketPart::Criteria => packet.contract.criteria = all,
        PacketPart::May => packet.may = all,
        PacketPart::Resumes => packet.resumes = all,
        PacketPart::Loses => packet.loses = all,
        PacketPart::Gates => packet.contract.gates = all.iter().map(|line| gate(line)).collect::<Result<_, _>>()?,
        PacketPart::Outputs => packet.outputs = all.iter().map(|line| output(line)).collect::<Result<_, _>>()?,
    }
    Ok(())
}

/// What is known of a part from a run that failed and from what was decided about it.
pub fn known(part: PacketPart, facts: &Facts, decided: &Decided) -> Option<Known> {
    let task = &facts.task;
    let of = |lines: Vec<String>, from: &str| (!lines.is_empty()).then(|| Known { lines, from: from.to_owned() });
    let one = |text: Option<&String>, from: &str| of(text.iter().map(|text| (*text).clone()).collect(), from);
    match part {
        // A prompt is long; the line that says what for is its first.
        PacketPart::Goal => {
            let goal = task.goal.as_ref()?.lines().find(|line| !line.trim().is_empty())?.trim().to_owned();
            of(vec![goal], &task.source)
        }
        PacketPart::Limits => {
            let found: Vec<_> = facts.constraints.iter().collect();
            let mut from: Vec<&str> = found.iter().map(|limit| limit.from.as_str()).collect();
            from.dedup();
            let lines = found.iter().map(|limit| limit.text.clone()).collect();
            of(lines, &from.join(", ")).or_else(|| of(task.limits.clone(), &task.source))
        }
        PacketPart::Criteria => {
            of(task.criteria.iter().map(|criterion| criterion.text.clone()).collect(), &task.source)
        }
        PacketPart::Gates => {
            let line = |gate: &NamedGate| format!("{}={}", gate.name, joined(&gate.command));
            let offers = facts.offers.iter().map(|offer| line(&offer.gate)).collect();
            let ran = facts.gates.iter().filter(|gate| gate.last_green.is_some()).map(|gate| gate.command.clone());
            // A command line with more than words needs a shell: it is no gate.
            let plain = ran.filter(|command| !command.contains(['|', '&', ';', '<', '>', '$', '`', '=', '\n']));
            let ran =
                plain.map(|command| format!("{}={command}", command.split(' ').next().unwrap_or("gate"))).collect();
            let source = facts.offers.first().map_or("", |offer| offer.source.as_str());
            of(offers, source).or_else(|| of(ran, "green in the failed run"))
        }
        PacketPart::Outputs => {
            let branch = facts.tree.branch.as_ref().filter(|_| facts.tree.commits.len() > 1)?;
            of(vec![format!("commits=branch {branch}")], "the branch of the failed run")
        }
        PacketPart::Owner => one(task.owner.as_ref(), &task.source),
        PacketPart::May => None,
        PacketPart::Resumes => {
            let line = match facts.session.resumable {
                Resumable::Yes => "a session that ended like this one",
                Resumable::Conditional => "a session, once what a resume loses is settled",
                Resumable::Later => "a session, but only later",
                Resumable::No => return None,
            };
            of(vec![line.to_owned()], "the failed session")
        }
        // Of what this session lost only that is true of the next one as well.
        PacketPart::Loses => {
            let lost = facts.constraints.iter().any(|limit| limit.lost_in_compaction);
            let line = "limits that were stated before a compaction and are not in its summary".to_owned();
            of(lost.then_some(line).into_iter().collect(), "the failed session")
        }
        PacketPart::Approver => {
            one(decided.approver.as_ref(), "step 3").or_else(|| one(task.approver.as_ref(), &task.source))
        }
    }
}

fn typed(output: &Output) -> String {
    let who = output.open_to.as_ref().map(|who| format!("={who}")).unwrap_or_default();
    format!("{}={}{who}", output.what, output.place)
}

/// `NAME=COMMAND`: the command as its words, never a shell string.
pub fn gate(text: &str) -> Result<NamedGate, Unfit> {
    let wrong = || Unfit::Gate(text.to_owned());
    let (name, command) = text.split_once('=').ok_or_else(wrong)?;
    let command = words(command).filter(|words| !words.is_empty()).ok_or_else(wrong)?;
    Ok(NamedGate { name: name.trim().to_owned(), command })
}

/// `WHAT=PLACE` or `WHAT=PLACE=WHO CAN OPEN IT`.
pub fn output(text: &str) -> Result<Output, Unfit> {
    let mut parts = text.splitn(3, '=').map(|part| part.trim().to_owned());
    let (what, place) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    if what.is_empty() || place.is_empty() {
        return Err(Unfit::Output(text.to_owned()));
    }
    Ok(Output { what, place, open_to: parts.next().filter(|who| !who.is_empty()) })
}

/// The words of a command; quotes keep a word together, and an open quote is no command.
fn words(command: &str) -> Option<Vec<String>> {
    let (mut all, mut word, mut quote, mut begun) = (Vec::new(), String::new(), None, false);
    for letter in command.chars() {
        match (letter, quote) {
            (sign, Some(open)) if sign == open => quote = None,
            ('"' | '\'', None) => (quote, begun) = (Some(letter), true),
            (space, None) if space.is_whitespace() => {
                if begun || !word.is_empty() {
                    all.push(std::mem::take(&mut word));
                }
                begun = false;
            }
            (sign, _) => word.push(sign),
        }
    }
    if begun || !word.is_empty() {
        all.push(word);
    }
    quote.is_none().then_some(all)
}

/// A command as it would be typed, so that `words` reads it back.
fn joined(command: &[String]) -> String {
    let word = |word: &String| {
        let plain = !word.is_empty() && !word.contains(|sign: char| sign.is_whitespace() || "\"'".contains(sign));
        // Each quote in the word stands in quotes of the other kind.
        let quoted = || {
            word.split_inclusive('\'').fold(String::new(), |out, part| match part.strip_suffix('\'') {
                Some(rest) => format!("{out}'{rest}'\"'\""),
                None => format!("{out}'{part}'"),
            })
        };
        if plain {
            word.clone()
        } else if word.is_empty() {
            "''".to_owned()
        } else {
            quoted()
        }
    };
    command.iter().map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gate_is_a_list_of_words_and_never_a_shell_string() {
        let named = gate("unit=python3 -m unittest 'a b' \"\"").unwrap();
        assert_eq!(named.command, ["python3", "-m", "unittest", "a b", ""]);
        assert!(gate("unit").is_err() && gate("unit=").is_err() && gate("unit=echo 'x").is_err());
    }

    #[test]
    fn an_output_may_say_who_can_open_it() {
        let made = output("report=report.md=finance").unwrap();
        assert_eq!((made.place.as_str(), made.open_to.as_deref()), ("report.md", Some("finance")));
        assert!(output("report").is_err());
    }

    #[test]
    fn what_is_shown_can_be_typed_again() {
        let mut packet = Packet::default();
        let gate = NamedGate { name: "unit".into(), command: vec!["sh".into(), "it's a b".into(), String::new()] };
        packet.contract.gates = vec![gate.clone()];
        let shown = lines(&packet, PacketPart::Gates);
        set(&mut packet, PacketPart::Gates, &shown).unwrap();
        assert_eq!(packet.contract.gates, [gate]);
    }

    #[test]
    fn a_part_without_lines_is_empty_and_a_line_that_does_not_fit_is_named() {
        let mut packet = Packet { owner: Some("mira".into()), ..Packet::default() };
        set(&mut packet, PacketPart::Owner, &["  ".into()]).unwrap();
        assert_eq!(packet.owner, None);
        assert_eq!(set(&mut packet, PacketPart::Gates, &["unit".into()]), Err(Unfit::Gate("unit".into())));
    }
}
