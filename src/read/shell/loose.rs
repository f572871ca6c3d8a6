//! A script that no shell would parse (cut, or of another shell): its commands are cut out at separators outside quotes.

use super::words::unquoted;
use super::{After, Context, Node, Redirect, Simple};

/// The commands of a text that does not parse, added to `simples`.
pub(super) fn script(text: &str, simples: &mut Vec<Simple>) -> Node {
    let mut seq = Vec::new();
    let mut list = Vec::new();
    let mut pipe = Vec::new();
    let (mut after, mut place) = (After::Anything, 0);
    for (piece, separator) in pieces(text) {
        let words = split(&piece);
        let piped_on = separator == "|";
        if !words.is_empty() {
            let (words, redirects) = redirects(words);
            let pipe_place = (piped_on || place > 0).then_some(place);
            let context = Context { after, pipe: pipe_place, piped_on, ..Context::default() };
            pipe.push(Node::Simple(simples.len()));
            simples.push(Simple { words, text: piece.trim().to_owned(), redirects, context, ..Simple::default() });
        }
        place = if piped_on { place + 1 } else { 0 };
        if piped_on {
            continue;
        }
        list.push((after, Node::Pipe(std::mem::take(&mut pipe), false)));
        after = match separator.as_str() {
            "&&" => After::Success,
            "||" => After::Failure,
            _ => {
                seq.push((Node::List(std::mem::take(&mut list)), false));
                After::Anything
            }
        };
    }
    seq.push((Node::List(list), false));
    Node::Seq(seq)
}

/// The text cut at `&&`, `||`, `|`, `;`, `&` and line ends outside quotes, each piece with the separator after it.
fn pieces(text: &str) -> Vec<(String, String)> {
    let (mut out, mut piece, mut quote) = (Vec::new(), String::new(), None);
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        match (quote, sign) {
            (Some('"') | None, '\\') => {
                piece.push(sign);
                piece.extend(signs.next());
            }
            (None, '\'' | '"') => {
                quote = Some(sign);
                piece.push(sign);
            }
            (Some(open), sign) => {
                if open == sign {
                    quote = None;
                }
                piece.push(sign);
            }
            // `2>&1` and `&>file` are no separators.
            (None, '&') if piece.ends_with('>') || signs.peek() == Some(&'>') => piece.push(sign),
            (None, '&' | '|' | ';' | '\n') => {
                let mut separator = sign.to_string();
                if signs.peek() == Some(&sign) && sign != '\n' {
                    separator.extend(signs.next());
                }
                out.push((std::mem::take(&mut piece), separator));
            }
            (None, sign) => piece.push(sign),
        }
    }
    out.push((piece, String::new()));
    out
}

fn split(piece: &str) -> Vec<String> {
    let (mut out, mut word, mut quote): (Vec<String>, String, Option<char>) = Default::default();
    for sign in piece.chars() {
        match (quote, sign) {
            (None, sign) if sign.is_whitespace() => out.push(std::mem::take(&mut word)),
            (None, '\'' | '"') => {
                quote = Some(sign);
                word.push(sign);
            }
            (Some(open), sign) => {
                if open == sign {
                    quote = None;
                }
                word.push(sign);
            }
            (None, sign) => word.push(sign),
        }
    }
    out.push(word);
    let grouping = ["(", ")", "{", "}", "then", "do", "done", "fi", "else", "if", "!"];
    out.iter()
        .map(|word| unquoted(word.trim_matches(['(', ')'])))
        .filter(|word| !word.is_empty() && !grouping.contains(&word.as_str()))
        .collect()
}

fn redirects(words: Vec<String>) -> (Vec<String>, Vec<Redirect>) {
    let (mut rest, mut out) = (Vec::new(), Vec::new());
    let mut words = words.into_iter().peekable();
    while let Some(word) = words.next() {
        let mark = word.trim_start_matches(|sign: char| sign.is_ascii_digit() || sign == '&');
        match mark.strip_prefix('>') {
            Some(target) if !target.starts_with('&') => {
                let append = target.starts_with('>');
                let typed = target.trim_start_matches('>').to_owned();
                let path = if typed.is_empty() { words.next().unwrap_or_default() } else { typed };
                out.push(Redirect { path, append, stdout: !word.starts_with('2') });
            }
            Some(_) => {}
            None => rest.push(word),
        }
    }
    (rest, out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_script_still_shows_its_commands() {
        let mut out = Vec::new();
        script("cd app && git push origin main 2>&1 | tail -1; echo 'not; cut", &mut out);
        let words: Vec<_> = out.iter().map(|simple| simple.words.join(" ")).collect();
        assert_eq!(words, ["cd app", "git push origin main", "tail -1", "echo not; cut"]);
        assert_eq!(out[1].context.after, After::Success);
        assert!(out[1].context.piped_on && !out[2].context.piped_on);
    }
}
