//! What a recovery packet says about a task. Its text proves nothing about when it was written: only a copy of ours or an older commit does.

use crate::model::{Criterion, PACKET_SCHEMA, Packet, Task};

/// Reads a packet; why not, in words.
pub fn parse(text: &str) -> Result<Packet, String> {
    let packet: Packet = serde_json::from_str(text).map_err(|why| format!("it is no packet: {why}"))?;
    if packet.schema == PACKET_SCHEMA {
        Ok(packet)
    } else {
        Err(format!("its schema is \"{}\", not {PACKET_SCHEMA}", packet.schema))
    }
}

/// Takes over what the packet states: it wins over a prompt, and only adds to a task's own record.
pub fn apply(task: &mut Task, packet: &Packet) {
    let own = task.source != "first prompt";
    let contract = &packet.contract;
    if !own {
        task.source = "packet".into();
        task.goal = contract.goal.clone().or(task.goal.take());
        task.approver = packet.approver.clone().or(task.approver.take());
        let stated = [
            ("goal", contract.goal.is_some()),
            ("criteria", !contract.criteria.is_empty()),
            ("limits", !contract.limits.is_empty()),
            ("approver", packet.approver.is_some()),
        ];
        task.reconstructed.retain(|name| !stated.iter().any(|(part, there)| *there && part == name));
    }
    task.owner = task.owner.take().or_else(|| packet.owner.clone());
    task.approver = task.approver.take().or_else(|| packet.approver.clone());
    for text in &contract.criteria {
        if !task.criteria.iter().any(|known| known.text == *text) {
            task.criteria.push(Criterion { text: text.clone(), tag: None, source: "packet".into(), hash: None });
        }
    }
    let new: Vec<String> = contract.limits.iter().filter(|limit| !task.limits.contains(limit)).cloned().collect();
    task.limits.extend(new);
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"{"schema":"lastgood.packet/1","owner":"mira","approver":"maria",
        "contract":{"goal":"A retry budget","limits":["never push"],"criteria":["three attempts"],"gates":[{"name":"unit","command":["true"]}]}}"#;

    #[test]
    fn a_packet_wins_over_what_was_put_together_from_the_prompt() {
        let reconstructed = vec!["goal".to_owned(), "limits".to_owned()];
        let mut task =
            Task { source: "first prompt".into(), goal: Some("do it".into()), reconstructed, ..Task::default() };
        apply(&mut task, &parse(TEXT).unwrap());
        assert_eq!((task.source.as_str(), task.goal.as_deref()), ("packet", Some("A retry budget")));
        assert_eq!((task.approver.as_deref(), task.limits.len(), task.reconstructed.len()), (Some("maria"), 1, 0));
    }

    #[test]
    fn another_schema_is_named() {
        assert!(parse("{}").unwrap_err().contains("lastgood.packet/1"));
        assert_eq!(parse(TEXT).unwrap().missing().len(), 3);
    }
}
