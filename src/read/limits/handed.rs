//! What a recovery brief hands on, and where that stood first: the brief is only the way by which it came.

use super::clauses::bullet;

/// Whether a prompt is a recovery brief, or holds one.
pub(crate) fn is_brief(text: &str) -> bool {
    text.contains("<!-- lastgood brief/")
}

/// The limits of a recovery brief, each with where it stood first.
pub(crate) fn brief_limits(text: &str) -> Option<Vec<(String, String)>> {
    brief_items(text, "Limits")
}

/// The items below a heading of a recovery brief, each without the source in brackets at its end, and with where it stood first.
pub(crate) fn brief_items(text: &str, heading: &str) -> Option<Vec<(String, String)>> {
    let number = brief_number(text);
    let items = text.lines().skip_while(|line| line.trim().strip_prefix("## ") != Some(heading)).skip(1);
    // What stands indented below an item says how it stands, and is none itself.
    let items = items.take_while(|line| !line.starts_with("## ")).filter(|line| !line.starts_with(' '));
    let items = items.filter_map(|line| bullet(line.trim()));
    is_brief(text).then(|| items.map(|item| sourced(item.trim_end(), number)).collect())
}

fn sourced(item: &str, brief: Option<u32>) -> (String, String) {
    match item.rfind(" (").filter(|_| item.ends_with(')')) {
        Some(at) => (item[..at].to_owned(), handed_on(&item[at + 2..item.len() - 1], brief)),
        None => (item.to_owned(), handed_on("", brief)),
    }
}

/// The number of a brief, in its comment line.
pub(crate) fn brief_number(text: &str) -> Option<u32> {
    let (_, after) = text.split_once("<!-- lastgood brief/")?;
    let line = after.lines().next()?;
    line.split_whitespace().find_map(|word| word.strip_prefix("attempt="))?.parse().ok()
}

/// Words for places that are those of one run; a file is the same for all.
const OF_RUN: &[&str] = &["first prompt", "later prompt", "answer of a person", "event ", "events "];
const HANDED: &str = "handed on by brief";

fn handed_on(source: &str, brief: Option<u32>) -> String {
    let by = brief.map_or_else(|| HANDED.to_owned(), |brief| format!("{HANDED} {brief}"));
    let parts = source.split("; ").filter(|part| !part.is_empty() && !part.starts_with(HANDED));
    let own = parts.enumerate().map(|(at, part)| {
        let of_run =
            at == 0 && OF_RUN.iter().any(|word| part.starts_with(word)) && !part.contains(" of the failed run");
        match brief {
            Some(1) if of_run => format!("{part} of the failed run"),
            Some(brief) if of_run && !part.contains(" of attempt ") => format!("{part} of attempt {}", brief - 1),
            _ => part.to_owned(),
        }
    });
    own.chain([by]).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brief(number: u32, items: &[&str]) -> String {
        let items: Vec<String> = items.iter().map(|item| format!("- {item}")).collect();
        format!(
            "<!-- lastgood brief/1 recovery=LG-1 attempt={number} sha256=ab -->\n# B\n\n## Limits\n{}\n\n## Decisions\n- a (b)\n",
            items.join("\n")
        )
    }

    #[test]
    fn where_a_limit_stood_first_goes_from_brief_to_brief() {
        let first = [
            "Never push (first prompt; lost in the compaction of 12:16)\n  - broken by a push: this step takes it back",
            "Ask me (twice) (CLAUDE.md)",
            "No prints (operator)",
        ];
        let limits = brief_limits(&brief(1, &first)).unwrap();
        let second = [
            ("Never push", "first prompt of the failed run; lost in the compaction of 12:16; handed on by brief 1"),
            ("Ask me (twice)", "CLAUDE.md; handed on by brief 1"),
            ("No prints", "operator; handed on by brief 1"),
        ];
        assert_eq!(limits, second.map(|(text, from)| (text.to_owned(), from.to_owned())));
        let items: Vec<String> = limits.iter().map(|(text, from)| format!("{text} ({from})")).collect();
        let items: Vec<&str> = items.iter().map(String::as_str).chain(["Say so (event 12)"]).collect();
        let third = brief_limits(&brief(2, &items)).unwrap();
        let from: Vec<&str> = third.iter().map(|(_, from)| from.as_str()).collect();
        assert_eq!(
            from,
            [
                "first prompt of the failed run; lost in the compaction of 12:16; handed on by brief 2",
                "CLAUDE.md; handed on by brief 2",
                "operator; handed on by brief 2",
                "event 12 of attempt 1; handed on by brief 2",
            ]
        );
        assert_eq!(brief_limits("## Limits\n- a (b)"), None, "no brief");
    }
}
