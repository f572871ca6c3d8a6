//! Where each link of a text leads, and whether what it cites is listed: told from the texts and names at hand, nothing is fetched.

use std::collections::BTreeSet;

use super::cited;
use super::marks::Around;
use super::outline::{Heading, Link, anchor, headings, links, plain, web};
use crate::model::{CheckSays, Lead};

/// Every link of a text, and every source that it cites without one, in the order of their lines.
pub fn leads(text: &str, around: &Around<'_>) -> Vec<Lead> {
    let own = headings(text);
    let list = around.sources.map(|(name, sources)| (name, cited::listed(sources)));
    let list = list.as_ref().filter(|(_, ids)| !ids.is_empty());
    let mut all: Vec<Lead> = links(text)
        .iter()
        .map(|link| {
            let (says, told) = leads_to(link, &own, around);
            let lead =
                Lead { line: link.line, words: link.words.to_owned(), target: link.target.to_owned(), says, told };
            against(lead, list)
        })
        .collect();
    let linked: BTreeSet<Option<String>> = all.iter().map(|lead| cited::id(&lead.words)).collect();
    let bare = cited::cited(text).into_iter().filter(|(id, _)| list.is_some() && !linked.contains(&Some(id.clone())));
    let cites = bare.map(|(words, line)| Lead {
        line,
        words,
        target: String::new(),
        says: CheckSays::Good,
        told: String::new(),
    });
    all.extend(cites.map(|lead| against(lead, list)));
    all.sort_by_key(|lead| lead.line);
    all
}

/// Where one link leads; also one whose source is not listed may lead somewhere.
pub(super) fn leads_to(link: &Link<'_>, own: &[Heading<'_>], around: &Around<'_>) -> (CheckSays, String) {
    if web(link.target) {
        return (CheckSays::Unknown, "on the web: not fetched, open it yourself".to_owned());
    }
    let (name, fragment) = link.target.split_once('#').map_or((link.target, None), |(name, at)| (name, Some(at)));
    let name = plain(name.split('?').next().unwrap_or_default());
    let name = name.trim_start_matches("./");
    if name.starts_with('/') {
        // A path of a server or of a machine: only a person can open that.
        return (CheckSays::Unknown, "outside of what was looked at, open it yourself".to_owned());
    }
    let under = |all: &[Heading<'_>], of: &str| match fragment.filter(|at| !at.is_empty()) {
        None => (CheckSays::Good, "there".to_owned()),
        Some(at) => match reached(all, at) {
            Some(heading) => (CheckSays::Good, format!("there, at \"{heading}\"")),
            None => (CheckSays::Bad, format!("{of} has no such heading")),
        },
    };
    if name.is_empty() {
        return under(own, "the text");
    }
    if let Some(other) = (around.text_of)(name) {
        return under(&headings(&other), name);
    }
    match (around.known)(name) {
        Some(true) => (CheckSays::Good, "there".to_owned()),
        Some(false) => (CheckSays::Bad, format!("there is no {name}")),
        None => (CheckSays::Unknown, "outside of what was looked at, open it yourself".to_owned()),
    }
}

/// The heading to which a fragment leads.
fn reached<'a>(all: &[Heading<'a>], at: &str) -> Option<&'a str> {
    let at = plain(at).to_lowercase();
    all.iter().find(|heading| anchor(heading.text) == at).map(|heading| heading.text)
}

/// What the list of sources says of a link that cites one.
fn against(mut lead: Lead, list: Option<&(&str, BTreeSet<String>)>) -> Lead {
    let (Some((name, listed)), Some(id)) = (list, cited::id(&lead.words)) else { return lead };
    let said = if listed.contains(&id) {
        format!("listed in {name}")
    } else {
        lead.says = CheckSays::Bad;
        format!("{id} is not listed in {name}")
    };
    lead.told = if lead.told.is_empty() { said } else { format!("{}; {said}", lead.told) };
    lead
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_link_says_where_it_leads_and_whether_its_source_is_listed() {
        let text = "# A\n[S1](sources.md#s1-one) [S1](sources.md#s1) [S9](my%20notes.md) see [S2] and [S8]\n[a](#a) [b](gone.md) [c](https://x.test/q) [d](../../up.md) [e](/PAP/1)\n";
        let sources = "## S1 One\n## S2 Two\n";
        let text_of = |name: &str| (name == "sources.md").then(|| sources.to_owned());
        let known = |name: &str| (!name.starts_with("..")).then(|| name == "my notes.md");
        let around = Around { text_of: &text_of, known: &known, sources: Some(("sources.md", sources)) };
        let said: Vec<(CheckSays, String)> =
            leads(text, &around).into_iter().map(|lead| (lead.says, lead.told)).collect();
        let expected = [
            (CheckSays::Good, "there, at \"S1 One\"; listed in sources.md"),
            (CheckSays::Bad, "sources.md has no such heading; listed in sources.md"),
            (CheckSays::Bad, "there; S9 is not listed in sources.md"),
            (CheckSays::Good, "listed in sources.md"),
            (CheckSays::Bad, "S8 is not listed in sources.md"),
            (CheckSays::Good, "there, at \"A\""),
            (CheckSays::Bad, "there is no gone.md"),
            (CheckSays::Unknown, "on the web: not fetched, open it yourself"),
            (CheckSays::Unknown, "outside of what was looked at, open it yourself"),
            (CheckSays::Unknown, "outside of what was looked at, open it yourself"),
        ];
        assert_eq!(said, expected.map(|(says, told)| (says, told.to_owned())));
    }
}
