//! A team lead with a research brief: no code, no gate; a draft that an agent wrote over, a mail that nobody confirmed.

use lastgood::model::What;
use lastgood::msg::{Destination, Effect, Write};

use crate::person::Person;
use crate::{facts, served};

fn sits() -> Person {
    let (fixture, _server, places) = served("research-brief");
    let facts = facts(&fixture, &places);
    let record = facts.run.record.clone().unwrap();
    let mut person = Person::new(facts).at(100, 30);
    for document in &record.documents {
        let newest = document.newest().unwrap();
        let before = document.revisions.iter().rev().skip(1).find(|other| other.by != newest.by);
        let texts = (Some(newest.text.clone()), before.map(|other| other.text.clone()));
        person.world.texts.insert(format!("document:{}", document.key), texts);
    }
    person.then_opens()
}

#[test]
fn the_lead_goes_the_whole_way_and_the_brief_stands_on_the_task() {
    let mut person = sits();
    person.presses("s 2 enter space p").sees("section Poland is empty");
    person.presses("enter u u u").sees("2 sort ✓").sees("nothing left to sort, 1 outside action unanswered");
    person.presses("j j j j a").presses("left left tab tab").types("archive of monday-round");
    person.presses("tab").types("no post of week 48").presses("enter");
    assert_eq!(person.world.recovery.decided.outside.len(), 1);
    person.presses("3 enter").sees("3 assign ✓").sees("Renata Vogel");
    person.presses("b o o").sees("w now writes to the task");
    person.presses("j").sees("goes to task INSA-1: document recovery-brief, new");
    person.presses("w").sees("Nobody is woken").presses("enter w").sees("write the document").presses("y");
    let Some(Effect::Write { write, .. }) = person.asked.iter().rev().find(|effect| effect.writes_elsewhere()) else {
        panic!("nothing was written");
    };
    let Write::Brief { markdown, to, over, .. } = write.as_ref() else { panic!("no brief was written") };
    assert_eq!((*to, over.as_deref()), (Destination::Task, None));
    for words in
        ["draft rev 4", "did not happen", "a number that a person has fixed", "section Poland is empty", "Renata Vogel"]
    {
        assert!(markdown.contains(words), "{words}: {markdown}");
    }
    assert!(!markdown.contains("DRAFT:"), "{markdown}");
    let writes = person.asked.iter().filter(|effect| effect.writes_elsewhere()).count();
    assert_eq!(writes, 1);

    // The next morning: a run of the task has read the brief, and a fixed number is gone again.
    let mark = markdown.lines().next().unwrap().to_owned();
    let (fixture, _server, places) = served("research-brief-second");
    let mut next = facts(&fixture, &places);
    for event in &mut next.run.events {
        if let What::Result(outcome) = &mut event.what
            && outcome.output.contains("<!-- lastgood brief/")
        {
            let told = outcome.output.split("<!-- lastgood").next().unwrap_or_default().to_owned();
            outcome.output = format!("{told}{mark}");
        }
    }
    person.world.attempts.push((1, next));
    person.is_killed_and_reopens();
    person.presses("4").sees("against the brief").sees("11,840").sees("not recovered");
}

#[test]
fn revisions_are_gone_through_and_compared_and_never_count_as_read() {
    let mut person = sits();
    person.presses("2").presses("enter").sees("text").sees("rev 5 of 5").does_not_see("not committed");
    let read = person.world.recovery.decided.read.len();
    person.presses("[").sees("rev 4 of 5").sees("does not count as read").sees("= compare with rev 5");
    person.presses("=").sees("rev 4 to rev 5").presses("[").sees("rev 3 to rev 5").presses("=").sees("rev 3 of 5");
    person.presses("] ]").sees("rev 5 of 5").presses("]").sees("this is the newest revision");
    assert!(person.world.recovery.decided.read.len() <= read + 1, "only the newest revision was read");
    person.presses("o").sees("changes ●").presses("=").sees("rev 4 to rev 5");
}

#[test]
fn the_links_of_a_draft_say_where_they_lead_and_whether_their_source_is_listed() {
    let (fixture, _server, places) = served("research-brief");
    let facts = facts(&fixture, &places);
    let mut person = Person::new(facts).at(100, 30).with(|world| world.reads = true).then_opens();
    person.presses("2 enter o o").sees("links 5 of 7 ●").sees("listed in sources");
    person.sees("S5 is not listed in").sees("sources has no such heading");
}
