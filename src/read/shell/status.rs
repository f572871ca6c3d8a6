//! Exit statuses that a script prints about itself: `command; echo "rc=$?"`, `rc=$?; …; echo $rc`, `echo ${PIPESTATUS[0]}`.

use regex::Regex;

use super::Simple;

/// The exit status of the command before `simples[0]`, by what the commands after it print of it; and the place in the pipeline that it speaks of.
pub(super) fn printed(simples: &[&Simple], output: &str) -> Option<(usize, i32)> {
    let first = simples.first()?;
    if let Some((name, _)) = first.env.iter().find(|(_, value)| value == "$?").filter(|_| first.words.is_empty()) {
        let mark = format!("${name}");
        let braced = format!("${{{name}}}");
        return simples.iter().skip(1).find_map(|simple| {
            let said = said(simple)?.replace(&braced, &mark);
            Some((usize::MAX, find(&said, &mark, output)?))
        });
    }
    let said = said(first)?;
    for (place, mark) in [(0, "${PIPESTATUS[0]}"), (0, "${pipestatus[1]}"), (0, "$PIPESTATUS"), (usize::MAX, "$?")] {
        if said.contains(mark) {
            return Some((place, find(&said, mark, output)?));
        }
    }
    None
}

/// What an `echo` or `printf` prints, variables as typed.
fn said(simple: &Simple) -> Option<String> {
    let printed = matches!(simple.name(), "echo" | "printf") && simple.redirects.is_empty() && !simple.context.piped_on;
    let words: Vec<_> =
        simple.args().iter().skip_while(|word| ["-n", "-e", "-en"].contains(&word.as_str())).cloned().collect();
    let joined = words.join(" ").replace("\\n", "\n");
    // The arguments of `printf 'rc=%s' $?` stand apart from their place.
    printed.then(|| match joined.split_once(['%']) {
        Some((before, rest)) if simple.name() == "printf" => {
            let value = words.last().map_or("", String::as_str);
            let after = rest.get(1..).unwrap_or("").split('\n').next().unwrap_or("").split(' ').next().unwrap_or("");
            format!("{before}{value}{after}")
        }
        _ => joined,
    })
}

fn find(said: &str, mark: &str, output: &str) -> Option<i32> {
    let line = said.lines().find(|line| line.contains(mark))?;
    let literal: Vec<_> = line.split(mark).map(variables).collect();
    let pattern = Regex::new(&format!("(?m)^\\s*{}\\s*$", literal.join("(\\d{1,3})"))).ok()?;
    pattern.captures_iter(output).last()?.get(1)?.as_str().parse().ok()
}

/// A piece of text as a pattern, in which variables may be anything.
fn variables(piece: &str) -> String {
    let mut out = String::new();
    let mut rest = piece;
    while let Some((before, after)) = rest.split_once('$') {
        out.push_str(&regex::escape(before));
        out.push_str(".*?");
        let end = match after.chars().next() {
            Some('{') => after.find('}').map_or(after.len(), |at| at + 1),
            Some('(') => after.rfind(')').map_or(after.len(), |at| at + 1),
            _ => after.find(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_').unwrap_or(after.len()),
        };
        rest = after.get(end..).unwrap_or("");
    }
    out.push_str(&regex::escape(rest));
    out
}
