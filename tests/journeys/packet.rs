//! The packet on the screen: what is known is offered with its source, the rest is named as empty, and only `y` writes.

use lastgood::model::Packet;
use lastgood::msg::{Effect, Write};

use crate::left::left;
use crate::person::Person;
use crate::second::{failed, reviews_of};

fn written(person: &Person) -> Option<Packet> {
    person.asked.iter().rev().find_map(|effect| match effect {
        Effect::Write { write, .. } => match write.as_ref() {
            Write::Packet { text } => serde_json::from_str(text).ok(),
            _ => None,
        },
        _ => None,
    })
}

#[test]
fn what_is_known_is_offered_and_the_rest_is_named_as_empty() {
    let mut person = Person::opens(left()).at(80, 24);
    person.presses(":").types("packet").presses("enter").sees("packet: what is prepared for the next run");
    person.sees("The worker stops retrying").sees("not written yet").sees("still empty:").sees("approver");
    // A part of several lines is a text, a part of one line is a field.
    person.presses("j j j e").sees("NAME=COMMAND").types("unit").presses("ctrl-s").sees("gate unit: write it as");
    person.types("=cargo test --lib").presses("ctrl-s").sees("unit=cargo test --lib").sees("you, not written yet");
    person.presses("G e").sees("who approves the result").types("maria").presses("enter").sees("maria");
    person
        .presses("w")
        .sees("write the packet")
        .sees("packet.json")
        .presses("enter")
        .sees("write both files")
        .presses("y");
    let packet = written(&person).expect("a packet");
    assert_eq!(packet.approver.as_deref(), Some("maria"));
    assert_eq!(packet.contract.gates[0].command, ["cargo", "test", "--lib"]);
    assert!(packet.contract.goal.is_some_and(|goal| goal.starts_with("The worker stops")));
    person.does_not_see("not written yet").presses("w").sees("nothing to write");
}

#[test]
fn what_was_typed_for_a_packet_outlives_the_program() {
    let mut person = Person::opens(left()).at(80, 24);
    person.presses(":").types("packet").presses("enter");
    person.presses("j e").types("never on a friday").presses("ctrl-s").sees("never on a friday");
    person.presses("j e").types("three attempts").presses("esc").does_not_see("three attempts");
    let draft = person.asked.iter().rev().find_map(|effect| match effect {
        Effect::SaveDraft(draft) => Some(draft.clone()),
        _ => None,
    });
    let mut again = Person::new(left()).with(|world| world.draft = draft).then_opens();
    again.sees("packet: what is prepared").sees("never on a friday");
}

#[test]
fn a_packet_that_cannot_be_used_is_left_as_it_is() {
    let broken = |world: &mut crate::person::World| {
        world.texts.insert(lastgood::msg::PACKET.into(), (Some("{}".into()), None));
    };
    let mut person = Person::new(left()).with(broken).then_opens();
    person.presses(":").types("packet").presses("enter").sees("cannot be used").presses("w").sees("cannot be used");
    assert_eq!(written(&person), None);
}

#[test]
fn the_offer_after_a_review_opens_it() {
    let mut facts = failed();
    facts.task.reconstructed = vec!["goal".into()];
    let mut person = reviews_of(facts, 100, 40);
    super::review::is_recovered(&mut person);
    person.sees("prepare the next run?").presses("right enter");
    person.sees("packet: what is prepared for the next run");
}
