//! Words of a shell script without their quotes, and the scripts that are substituted in them.

use brush_parser::ParserOptions;
use brush_parser::word::{WordPiece, WordPieceWithSource, parse};

/// A word without its quotes, with the command substitutions that stand in it.
pub(super) fn plain(word: &str) -> (String, Vec<String>) {
    let (mut text, mut inner) = (String::new(), Vec::new());
    match parse(word, &ParserOptions::default()) {
        Ok(pieces) => add(word, &pieces, false, &mut text, &mut inner),
        Err(_) => text.push_str(&unquoted(word)),
    }
    (text, inner)
}

fn add(word: &str, pieces: &[WordPieceWithSource], quoted: bool, text: &mut String, inner: &mut Vec<String>) {
    for piece in pieces {
        match &piece.piece {
            WordPiece::Text(plain) | WordPiece::SingleQuotedText(plain) => text.push_str(plain),
            WordPiece::AnsiCQuotedText(raw) => text.push_str(&ansi(raw)),
            WordPiece::DoubleQuotedSequence(pieces) | WordPiece::GettextDoubleQuotedSequence(pieces) => {
                add(word, pieces, true, text, inner);
            }
            WordPiece::TildePrefix(name) => {
                text.push('~');
                text.push_str(name);
            }
            WordPiece::EscapeSequence(raw) => {
                let plain = raw.strip_prefix('\\').unwrap_or(raw);
                if plain != "\n" {
                    // Within double quotes a backslash is kept before most characters.
                    if quoted && !plain.starts_with(['$', '`', '"', '\\']) {
                        text.push('\\');
                    }
                    text.push_str(plain);
                }
            }
            WordPiece::CommandSubstitution(script) | WordPiece::BackquotedCommandSubstitution(script) => {
                inner.push(script.clone());
                text.push_str(typed(word, piece));
            }
            WordPiece::ParameterExpansion(_) | WordPiece::ArithmeticExpression(_) => text.push_str(typed(word, piece)),
        }
    }
}

fn typed<'a>(word: &'a str, piece: &WordPieceWithSource) -> &'a str {
    word.get(piece.start_index..piece.end_index).unwrap_or("$")
}

fn ansi(raw: &str) -> String {
    raw.replace("\\n", "\n").replace("\\t", "\t").replace("\\'", "'").replace("\\\\", "\\")
}

/// A word without its quotes when nothing else is known about it.
pub(super) fn unquoted(word: &str) -> String {
    let (mut text, mut quote, mut escaped) = (String::new(), None, false);
    for sign in word.chars() {
        match (quote, sign) {
            _ if escaped => {
                escaped = false;
                text.push(sign);
            }
            (Some('\'') | None, '"') if quote.is_some() => text.push(sign),
            (Some('"') | None, '\\') => escaped = true,
            (None, '\'' | '"') => quote = Some(sign),
            (Some(open), sign) if open == sign => quote = None,
            (_, sign) => text.push(sign),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_go_and_variables_stay() {
        assert_eq!(plain(r#"'a b'"c $d"e\ f"#).0, "a bc $de f");
        assert_eq!(
            plain(r#""$(git rev-parse HEAD)x""#),
            ("$(git rev-parse HEAD)x".into(), vec!["git rev-parse HEAD".into()])
        );
        assert_eq!(plain(r#""a\nb""#).0, r"a\nb");
        assert_eq!(unquoted(r#"'it "is"' "so"\ x"#), "it \"is\" so x");
    }
}
