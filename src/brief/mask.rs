//! Secrets out of a brief, before anything of it is shown or written.
//!
//! The rules are rows of `assets/secrets.json`. A rule names a shape that is a secret wherever it stands; guesses by randomness are left out,
//! because commit ids and hashes belong into a brief.

use std::sync::LazyLock;

use regex::{Captures, Regex};
use serde::Deserialize;
use serde_json::Value;

use crate::model::Brief;

/// A secret that was masked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Masked {
    /// Where it stood: the field's name on disk (`open`, `limits`, `record`).
    pub field: String,
    /// What it looked like ("bearer token").
    pub rule: String,
}

#[derive(Deserialize)]
struct Row {
    name: String,
    pattern: String,
    /// How many groups of the pattern are kept; the secret stands between them.
    #[serde(default)]
    keep: usize,
}

static RULES: LazyLock<Vec<(Row, Regex)>> = LazyLock::new(|| {
    let rows: Vec<Row> = serde_json::from_str(include_str!("../../assets/secrets.json")).unwrap_or_default();
    rows.into_iter().filter_map(|row| Regex::new(&row.pattern).ok().map(|pattern| (row, pattern))).collect()
});

/// A text with its secrets replaced by `(masked)`, and the names of the rules that struck.
pub fn mask_text(text: &str) -> (String, Vec<String>) {
    let mut out = text.to_owned();
    let mut struck = Vec::new();
    for (row, pattern) in RULES.iter() {
        let mut hit = false;
        let next = pattern.replace_all(&out, |found: &Captures<'_>| {
            let group = |at: usize| if at <= row.keep { found.get(at).map_or("", |kept| kept.as_str()) } else { "" };
            let whole = &found[0];
            if whole.contains("(masked)") {
                return whole.to_owned();
            }
            hit = true;
            format!("{}(masked){}", group(1), group(2))
        });
        out = next.into_owned();
        if hit {
            struck.push(row.name.clone());
        }
    }
    (out, struck)
}

/// The brief with every secret masked in every field, and what was masked where.
pub fn mask(brief: &Brief) -> (Brief, Vec<Masked>) {
    let mut masked = Vec::new();
    let Ok(Value::Object(mut fields)) = serde_json::to_value(brief) else { return (brief.clone(), masked) };
    for (name, value) in &mut fields {
        walk(value, &mut |rule| masked.push(Masked { field: name.clone(), rule }));
    }
    match serde_json::from_value(Value::Object(fields)) {
        Ok(clean) => (clean, masked),
        Err(_) => (brief.clone(), masked),
    }
}

fn walk(value: &mut Value, struck: &mut impl FnMut(String)) {
    match value {
        Value::String(text) => {
            let (clean, rules) = mask_text(text);
            *text = clean;
            rules.into_iter().for_each(struck);
        }
        Value::Array(items) => items.iter_mut().for_each(|item| walk(item, struck)),
        Value::Object(fields) => fields.values_mut().for_each(|field| walk(field, struck)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_compiles() {
        let rows: Vec<Row> = serde_json::from_str(include_str!("../../assets/secrets.json")).unwrap();
        assert_eq!(rows.len(), RULES.len());
    }

    #[test]
    fn secrets_go_and_the_rest_stays() {
        let cases = [
            (
                "curl -H 'Authorization: Bearer abcdef0123456789ABCDEF' https://x.test",
                "curl -H 'Authorization: Bearer (masked)' https://x.test",
            ),
            ("psql postgres://app:hunter22@db.test/prod", "psql postgres://app:(masked)@db.test/prod"),
            ("export API_TOKEN=abc123def456", "export API_TOKEN=(masked)"),
            ("DB_PASSWORD: \"correct-horse\"", "DB_PASSWORD: \"(masked)\""),
            ("deploy --token s3cr3tvalue now", "deploy --token (masked) now"),
            ("git push https://ghp_0123456789abcdefghij0123456789@x.test", "git push https://(masked)@x.test"),
        ];
        for (text, clean) in cases {
            assert_eq!(mask_text(text).0, clean);
        }
    }

    #[test]
    fn ids_and_plain_words_are_no_secrets() {
        for text in [
            "4c1e9d2f0a7788aa99bb00cc11dd22ee33ff4455 is green",
            "keep the token bucket: tokens refill at 5 per second",
            "the password field must be optional",
            "pass $TOKEN to --token \"$TOKEN\"",
            "sk-learn is not a key",
        ] {
            assert_eq!(mask_text(text).0, text);
        }
    }
}
