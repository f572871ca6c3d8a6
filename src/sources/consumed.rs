//! The comment line of a brief in a prompt: by it a run joins its recovery.

/// The recovery and the attempt that the first comment line of a brief in a text names.
pub(super) fn brief_line(text: &str) -> Option<(String, u32)> {
    text.match_indices("<!-- lastgood brief/").find_map(|(at, _)| {
        let comment = text[at..].split("-->").next()?;
        let field = |name: &str| comment.split_whitespace().find_map(|word| word.strip_prefix(name));
        Some((field("recovery=")?.to_string(), field("attempt=")?.parse().ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_comment_line_names_recovery_and_attempt() {
        let prompt = "Go on.\n<!-- lastgood brief/1 recovery=LG-7Q2M attempt=2 sha256=ab -->\n# Brief";
        assert_eq!(brief_line(prompt), Some(("LG-7Q2M".into(), 2)));
        assert_eq!(brief_line("<!-- lastgood brief/1 recovery=LG-7Q2M"), None);
    }
}
