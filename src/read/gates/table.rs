//! The table of gates, `assets/gates.tsv`: one line a kind of check.

use std::sync::LazyLock;

use crate::read::pattern::Pattern;

/// A row of the table.
#[derive(Debug)]
pub(super) struct Row {
    command: Pattern,
    /// `test`, `lint`, `types`, `format`, `build`, `check`.
    pub kind: String,
    /// The language whose sources it reads; empty for any.
    pub language: String,
    /// Whether it always prints something when it is green.
    pub talks: bool,
    green: Pattern,
    red: Pattern,
}

impl Row {
    /// What a text says of its result: red wins over green.
    pub(super) fn says(&self, output: &str) -> Option<bool> {
        if self.red.fits(output) {
            return Some(false);
        }
        self.green.fits(output).then_some(true)
    }
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| rows(include_str!("../../../assets/gates.tsv")));

/// A script of the project that checks something, by its name.
static CHECK: LazyLock<Option<Row>> = LazyLock::new(|| {
    row(concat!(
        r"((python|node|bash|sh|ruby|perl|bun|deno run|tsx|ts-node)[0-9.]* (-\S+ )*)?",
        r"(\S*/)?([A-Za-z0-9]+[_-])*(check|checks|verify|validate|validation|lint|test|tests|ci|gate|gates)([_-][A-Za-z0-9_-]+)*\.(py|sh|js|mjs|cjs|ts|rb|pl)( |$)",
        "\tcheck\t\tmaybe\t\t\\bFAIL(ED)?\\b|Traceback \\(most recent call last\\)"
    ))
});

fn rows(text: &str) -> Vec<Row> {
    text.lines().filter(|line| !line.starts_with('#')).filter_map(row).collect()
}

fn row(line: &str) -> Option<Row> {
    let mut cells = line.split('\t');
    let command = Pattern::new(&format!("^(?:{})", cells.next()?));
    let (kind, language, silent) = (cells.next()?, cells.next()?, cells.next()?);
    let (green, red) = (Pattern::new(cells.next()?), Pattern::new(cells.next()?));
    Some(Row { command, kind: kind.into(), language: language.into(), talks: silent == "no", green, red })
}

/// Options that make a check something else: it changes files, or only tells about itself.
const NO_CHECK: &[&str] =
    &["--fix", "--write", "-w", "--watch", "--help", "--version", "--list", "--collect-only", "--no-run"];

/// The row for a command whose words are joined by spaces, its program without a folder.
pub(super) fn find(words: &str) -> Option<&'static Row> {
    if words.split(' ').any(|word| NO_CHECK.contains(&word)) {
        return None;
    }
    let program = words.split(' ').next().unwrap_or_default();
    let known = ROWS.iter().find(|row| row.command.may_fit(program) && row.command.fits(words));
    known.or_else(|| CHECK.as_ref().filter(|row| row.command.fits(words)))
}

/// The row for a gate that is known only because a task names it.
pub(super) fn any() -> Option<&'static Row> {
    CHECK.as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_a_row() {
        let text = include_str!("../../../assets/gates.tsv");
        let lines: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
        for line in &lines {
            assert_eq!(line.split('\t').count(), 6, "{line}");
            let row = row(line).unwrap_or_else(|| panic!("{line}"));
            let cells: Vec<_> = line.split('\t').collect();
            let compiled = [row.command.regex(), row.green.regex(), row.red.regex()].map(|found| found.is_some());
            assert_eq!(compiled, [true, !cells[4].is_empty(), !cells[5].is_empty()], "{line}");
        }
    }

    #[test]
    fn checks_are_told_from_other_commands() {
        for gate in [
            "cargo test --offline retry",
            "python3 -m unittest discover -s tests",
            "npm test",
            "npm run lint",
            "pnpm -r test",
            "go vet ./...",
            "make -C app test",
            "npx tsc --noEmit".trim_start_matches("npx "),
            "./gradlew check",
            "mvn -q verify",
            "dotnet test",
            "bundle exec rspec".trim_start_matches("bundle exec "),
            "python3 tools/api_check.py",
            "sh scripts/verify.sh",
            "terraform validate",
            "ruff check .",
            "black --check src",
            "node --test",
        ] {
            assert!(find(gate).is_some(), "{gate}");
        }
        for other in [
            "cargo run",
            "npm ci",
            "npm install",
            "python3 tools/gen.py",
            "make deploy",
            "go run .",
            "ruff check --fix",
            "git commit -m test",
            "cat test.py",
            "python3 -m http.server",
        ] {
            assert!(find(other).is_none(), "{other}");
        }
    }

    #[test]
    fn red_in_the_text_wins() {
        let row = find("pytest").unwrap();
        assert_eq!(row.says("3 failed, 2 passed in 0.1s"), Some(false));
        assert_eq!(row.says("5 passed in 0.1s"), Some(true));
        assert_eq!(row.says("collected"), None);
    }
}
