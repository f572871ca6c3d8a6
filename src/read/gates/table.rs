//! The table of gates, `assets/gates.tsv`: one line a kind of check.

use std::sync::LazyLock;

use crate::read::pattern::{Pattern, Sieve};

/// A row of the table.
#[derive(Debug)]
pub(super) struct Row {
    command: Pattern,
    /// `test`, `lint`, `types`, `format`, `build`, `check`.
    pub kind: String,
    /// The language whose sources it reads; empty for any.
    pub language: String,
    /// Whether it prints something when it is green.
    pub talks: Talks,
    green: Pattern,
    red: Pattern,
}

impl Row {
    /// What a text says of its result: red wins over green. What may start any runner is told by the summary of whichever it was.
    pub(super) fn says(&self, output: &str) -> Option<bool> {
        let summary = |known: &LazyLock<Pattern>| self.talks == Talks::Maybe && known.fits(output);
        if self.red.fits(output) || summary(&RED) {
            return Some(false);
        }
        (self.green.fits(output) || summary(&GREEN)).then_some(true)
    }

    /// Whether a test runner says that it found no test to run: then its green proves nothing.
    pub(super) fn ran_none(&self, output: &str) -> bool {
        self.kind == "test" && NONE.fits(output) && !SOME.fits(output)
    }
}

/// Whether a check prints something when it is green.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Talks {
    /// It always does.
    Always,
    /// It is silent.
    Never,
    /// That hangs on what it starts.
    Maybe,
}

/// How runners of any language sum up that something failed, and that all is well.
static RED: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(concat!(
        r"^test result: FAILED|^FAILED( \(|$| \S+::)|^(=+ )?([1-9]\d* \w+, )*[1-9]\d* (failed|failing|fail|errors?)\b( in |,|$| \()|Tests:?\s+[1-9]\d* failed|^# fail [1-9]|ℹ fail [1-9]|",
        r"^not ok |^FAIL(\s|$)|^--- FAIL|\b[1-9]\d* (examples?|tests?|runs|specs?)\b.*\b[1-9]\d* (failures?|errors?)\b|\b[1-9]\d* tests? failed out of|BUILD FAIL(ED|URE)|FAILURES!|",
        r"^error(\[E\d+\])?: |npm ERR!|npm error|ELIFECYCLE|Traceback \(most recent call last\)"
    ))
});
static GREEN: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(concat!(
        r"^test result: ok\. [1-9]|^OK( \(.*\))?$|^(=+ )?[1-9]\d* passed\b|Tests:?\s+(\d+ \w+, )*[1-9]\d* passed|Test Files\s+[1-9]\d* passed|^\s*[1-9]\d* passing|^# fail 0$|ℹ fail 0|",
        r"^ok\s+\S+\s+([\d.]+s|\(cached\))|[1-9]\d* (examples?|tests?|runs).*\b0 failures|BUILD SUCCESS|100% tests passed"
    ))
});
/// How runners say that there was no test, and that there was one.
static NONE: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(concat!(
        r"^Ran 0 tests|(?i:no tests? ran|no tests? (were )?found|no test files|no tests to run|no tests executed)|collected 0 items|^running 0 tests$|\b0 passing\b|Tests:\s+0 total|",
        r"\bExecuted 0 tests|\b0 (examples|tests|runs)\b.*\b0 failures|^1\.\.0|^# tests 0$|Total tests: 0|^\s*0 passed"
    ))
});
static SOME: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(concat!(
        r"\b[1-9]\d* (passed|passing|failed|failing)|^Ran [1-9]|^running [1-9]|^ok\s+\S+\s+([\d.]+s|\(cached\))(\s+coverage.*)?$|^--- FAIL|^FAIL\s|\b[1-9]\d* (examples?|tests?|runs)\b|",
        r"^# (pass|fail) [1-9]"
    ))
});

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| rows(include_str!("../../../assets/gates.tsv")));

static SIEVE: LazyLock<Sieve> = LazyLock::new(Sieve::default);

/// A script of the project that checks something, by its name.
static CHECK: LazyLock<Option<Row>> = LazyLock::new(|| {
    row(concat!(
        r"((python|node|bash|sh|ruby|perl|bun|deno run|tsx|ts-node)[0-9.]* (-\S+ )*)?",
        r"(\S*/)?([A-Za-z0-9]+[_-])*(check|checks|verify|validate|validation|lint|test|tests|ci|gate|gates)([_-][A-Za-z0-9_-]+)*\.(py|sh|js|mjs|cjs|ts|rb|pl)( |$)",
        r"|(\./|\S+/)([A-Za-z0-9]+[_-])*(check|verify|validate|lint|test|tests|ci|cibuild)( |$)",
        r"|((python|node|bash|sh|ruby|perl|bun|tsx)[0-9.]* (-\S+ )*)?(\S*/)?(tests?|specs?|ci|e2e)/(run|all|main|smoke)[A-Za-z0-9_-]*(\.(py|sh|js|mjs|cjs|ts|rb|pl))?( |$)",
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
    let talks = match silent {
        "no" => Talks::Always,
        "yes" => Talks::Never,
        _ => Talks::Maybe,
    };
    Some(Row { command, kind: kind.into(), language: language.into(), talks, green, red })
}

/// Options that make a check something else: it changes files, or only tells about itself.
const NO_CHECK: &[&str] =
    &["--fix", "--write", "--watch", "--help", "--version", "--list", "--collect-only", "--no-run"];
/// Formatters whose `-w` writes; elsewhere it names a workspace.
const WRITERS: &[&str] = &["prettier", "gofmt", "goimports", "shfmt"];

/// The row for a command whose words are joined by spaces, its program without a folder.
pub(super) fn find(words: &str) -> Option<&'static Row> {
    let program = words.split(' ').next().unwrap_or_default();
    if words.split(' ').any(|word| NO_CHECK.contains(&word) || (word == "-w" && WRITERS.contains(&program))) {
        return None;
    }
    let rows = SIEVE.rows(program, ROWS.iter().map(|row| &row.command));
    let known = rows.iter().filter_map(|place| ROWS.get(*place)).find(|row| row.command.fits(words));
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
            "pnpm --filter web test",
            "npm test -w packages/core",
            "npm run -w web lint",
            "yarn workspace web test",
            "bin/test",
            "script/ci",
            "prove -lr t",
            "mkdocs build --strict",
            "coverage run --branch -m pytest -q",
            "python -m coverage run -m unittest discover",
            "python3 -m tests.test_core",
            "python -m doctest app/core.py",
            "./manage.py test app",
            "manage.py test",
            "node --import tsx --test test/a.ts",
            "node node_modules/jest/bin/jest.js --ci",
            "node node_modules/.bin/vitest run",
            "cargo --locked test",
            "cargo -q clippy",
            "cargo llvm-cov nextest",
            "cross test",
            "go -C sub test ./...",
            "php vendor/bin/phpunit",
            "prek run -a",
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
            "prettier -w src",
            "test -f a",
            "cargo llvm-cov report",
            "coverage report -m",
            "python3 -m tests.tools.seed",
            "node server.js --test",
            "php artisan serve",
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
        for (command, output, says) in [
            ("ctest", "100% tests passed, 0 tests failed out of 2", Some(true)),
            ("ctest", "50% tests passed, 1 tests failed out of 2", Some(false)),
            ("deno test", "ok | 2 passed | 0 failed (4ms)", Some(true)),
            ("deno test", "FAILED | 1 passed | 2 failed (4ms)", Some(false)),
            ("jest", "  ✓ retries after 1 failed attempt\nTests:       2 passed, 2 total", Some(true)),
            ("vitest run", " FAIL  a.test.ts > b\n      Tests  1 failed | 2 passed (3)", Some(false)),
            ("eslint .", "✖ 1 problem (0 errors, 1 warning)", None),
            ("make test", "=== 1 failed, 2 passed in 0.03s ===", Some(false)),
            ("just test", "ok  \tx/rate\t0.003s", Some(true)),
            ("bin/test", "12 examples, 1 failure", Some(false)),
            ("gotestsum ./...", "DONE 4 tests in 0.5s", Some(true)),
            ("gotestsum ./...", "DONE 4 tests, 1 failure in 0.5s", Some(false)),
            ("ava", "  4 tests passed", Some(true)),
            ("jest", "  ✓ when 2 tests failed\nTests:       2 passed, 2 total", Some(true)),
            ("cypress run", "  ✖  1 of 3 failed (33%)", Some(false)),
            ("ruff format --check .", "3 files already formatted", Some(true)),
            ("ruff format --check .", "1 file would be reformatted, 2 files already formatted", Some(false)),
            ("stestr run", " - Passed: 3\n - Failed: 1", Some(false)),
            ("python -m doctest a.py", "***Test Failed*** 1 failures.", Some(false)),
        ] {
            assert_eq!(find(command).unwrap().says(output), says, "{command}: {output}");
        }
    }

    #[test]
    fn a_runner_without_tests_proves_nothing() {
        for (command, output, none) in [
            ("python3 -m unittest", "Ran 0 tests in 0.000s\n\nOK", true),
            ("pytest", "no tests ran in 0.01s", true),
            ("go test ./...", "?   \tx/rate\t[no test files]", true),
            ("go test ./...", "?   \tx/a\t[no test files]\nok  \tx/b\t0.003s", false),
            ("cargo test x", "running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 9 filtered out", true),
            ("cargo test", "running 3 tests\ntest result: ok. 3 passed\n\nrunning 0 tests\n", false),
            ("npm test", "  0 passing (1ms)", true),
            ("mocha", "  12 passing (1ms)", false),
        ] {
            assert_eq!(find(command).unwrap().ran_none(output), none, "{command}: {output}");
        }
    }
}
