//! Scripts that the parser is not given. It tries readings of what is nested one after the other, so that a few unclosed levels more take
//! minutes, and many take the stack; and it looks for the end of a here-document that has none until no memory is left.
//! A person nests three or four levels and closes them; everything else is cut at its separators instead.

use brush_parser::Token;

/// Brackets of any kind within each other, in quotes as well: the tokenizer follows them by itself.
const BRACKETS: usize = 24;
/// Commands within commands.
const LEVELS: usize = 8;

/// Whether brackets stand too deep in each other, or stay open beside a here-document.
pub(super) fn in_text(text: &str) -> bool {
    let mut depth = 0_usize;
    let deep = text.bytes().any(|byte| {
        match byte {
            b'(' | b'{' => depth += 1,
            b')' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > BRACKETS
    });
    let open = || depth > 0 || text.bytes().filter(|byte| *byte == b'`').count() % 2 == 1;
    deep || (text.contains("<<") && (open() || !ends_its_documents(text)))
}

/// Whether every here-document has a plain word for its end, and a line that is that word.
fn ends_its_documents(text: &str) -> bool {
    let mut lines = text.split('\n');
    while let Some(line) = lines.next() {
        for tag in tags(line) {
            if tag.is_empty() || !lines.any(|line| line.trim() == tag) {
                return false;
            }
        }
    }
    true
}

/// The words that end the here-documents of a line; a shift by a number is none.
fn tags(line: &str) -> Vec<&str> {
    let mut tags = Vec::new();
    let mut rest = line;
    while let Some((_, after)) = rest.split_once("<<") {
        rest = after.trim_start_matches('<');
        if rest.len() < after.len() {
            continue; // a word as input, not a document
        }
        let tag = rest.trim_start_matches('-').trim_start_matches([' ', '\t']).trim_start_matches(['\'', '"', '\\']);
        let end = tag.find(|sign: char| !sign.is_alphanumeric() && !"_.-".contains(sign)).unwrap_or(tag.len());
        if !tag.starts_with(|sign: char| sign.is_ascii_digit()) {
            tags.push(&tag[..end]);
        }
    }
    tags
}

/// What opened a level.
#[derive(Clone, Copy, PartialEq)]
enum Level {
    Paren,
    Brace,
    If,
    Loop,
    Case,
    Test,
    /// A word before a command, up to the next separator: `!`, `time`, the head of a function.
    Before,
}

/// Whether commands stand too deep in each other.
pub(super) fn in_tokens(tokens: &[Token]) -> bool {
    let mut levels = Vec::new();
    let mut opened = false; // the token before opened a bracket
    tokens.iter().any(|token| {
        let empty = std::mem::take(&mut opened);
        match token {
            Token::Operator(text, _) => match text.as_str() {
                "(" => {
                    levels.push(Level::Paren);
                    opened = true;
                }
                ")" => {
                    levels.pop_if(|level| *level == Level::Paren);
                    if empty {
                        levels.push(Level::Before);
                    }
                }
                ";" | "&" | "&&" | "||" | "|" | "\n" | ";;" => {
                    while levels.pop_if(|level| *level == Level::Before).is_some() {}
                }
                _ => {}
            },
            Token::Word(text, _) => match text.as_str() {
                "{" => levels.push(Level::Brace),
                "if" => levels.push(Level::If),
                "while" | "until" | "for" | "select" => levels.push(Level::Loop),
                "case" => levels.push(Level::Case),
                "[[" => levels.push(Level::Test),
                "!" | "time" | "coproc" | "function" => levels.push(Level::Before),
                "}" => close(&mut levels, Level::Brace),
                "fi" => close(&mut levels, Level::If),
                "done" => close(&mut levels, Level::Loop),
                "esac" => close(&mut levels, Level::Case),
                "]]" => close(&mut levels, Level::Test),
                _ => {}
            },
        }
        levels.len() > LEVELS
    })
}

/// A closing word ends what stands before a command, and its own level.
fn close(levels: &mut Vec<Level>, own: Level) {
    while levels.pop_if(|level| *level == Level::Before).is_some() {}
    levels.pop_if(|level| *level == own);
}

#[cfg(test)]
mod tests {
    use crate::read::shell::commands;

    /// Every way to nest, opened and closed.
    const WAYS: [(&str, &str); 30] = [
        ("( ", " )"),
        ("(", ")"),
        ("((", "))"),
        ("{ ", "; }"),
        ("if ", "; then a; fi"),
        ("if a; then ", "; fi"),
        ("if a; then b; else ", "; fi"),
        ("while ", "; do a; done"),
        ("until a; do ", "; done"),
        ("for x in a; do ", "; done"),
        ("case x in a) ", " ;; esac"),
        ("[[ ( ", " ) ]]"),
        ("[[ ! ", " ]]"),
        ("echo $(", ")"),
        ("echo \"$(", ")\""),
        ("echo $((", "))"),
        ("echo ${x:-", "}"),
        ("echo {a,", "}"),
        ("echo `", "`"),
        ("cat <(", ")"),
        ("f() ", ""),
        ("f() { ", "; }"),
        ("! ", ""),
        ("time ", ""),
        ("coproc ", ""),
        ("a && (", ")"),
        ("a | (", ")"),
        ("a=(", ")"),
        ("a[", "]=1"),
        ("sh -c ", ""),
    ];

    #[test]
    fn what_is_nested_deep_comes_to_an_end_with_its_innermost_command() {
        for (open, close) in WAYS {
            for depth in [2, 9, 66, 400] {
                for closed in [true, false] {
                    let end = if closed { close.repeat(depth) } else { String::new() };
                    commands(&format!("{}ls{end}\nmake test", open.repeat(depth)));
                }
            }
        }
    }

    #[test]
    fn a_substitution_that_stays_open_beside_a_here_document_comes_to_an_end() {
        for script in [
            "cat <<E\r<h $(cd a &",
            "node <<<1=<<\r\r(\rdo <<<1=<<\r(cd x 2>&1 it|& tee y <\ru[z <h\r&$(cd f &",
            "a <<E `b",
            "a <<E ${b",
            "psql <1=<<\r\r  \npsql \".D = L\" <<A \".D t\nSQL\nU",
            "cat <<A \"b\nc\n",
            "git commit -m \"$(cat <<'E'\nfix: a\nE\n",
        ] {
            commands(script);
        }
        let closed = "cat > a <<-'E' && cat <<B <<< x\nA << b\n\tE\nb\nB\nmake test $((1 << 2))";
        assert!(
            commands(closed).iter().any(|simple| simple.words.starts_with(&["make".to_owned(), "test".to_owned()]))
        );
        let closed = "git commit -m \"$(cat <<'E'\nfix: a (b)\nE\n)\" && make test";
        assert!(commands(closed).iter().any(|simple| simple.words == ["make", "test"]));
    }

    #[test]
    fn four_levels_are_read_as_they_are() {
        let script = "if a; then (cd b && { for x in 1; do ! make test; done; }); fi";
        assert!(commands(script).iter().any(|simple| simple.words == ["make", "test"]));
    }
}
