//! Formatters and fixers: commands that rewrite the files that they look at. Knows their names and what only checks; reads no file.

use super::Simple;

/// A fixer: its program, the words that must follow it, options of which one must be there (when any are named), and options with
/// which it only looks.
struct Fixer(&'static str, &'static [&'static str], &'static [&'static str], &'static [&'static str]);

const LOOKS: &[&str] = &["--check", "--diff", "--dry-run", "-n", "--help", "--version"];

/// What is known, by the manuals of the tools.
const FIXERS: &[Fixer] = &[
    Fixer("eslint", &[], &["--fix"], &["--fix-dry-run"]),
    Fixer("stylelint", &[], &["--fix"], LOOKS),
    Fixer("prettier", &[], &["--write", "-w"], LOOKS),
    Fixer("biome", &[], &["--write", "--fix", "--apply", "--apply-unsafe"], LOOKS),
    Fixer("oxlint", &[], &["--fix"], LOOKS),
    Fixer("ruff", &["check"], &["--fix", "--fix-only", "--unsafe-fixes"], LOOKS),
    Fixer("ruff", &[], &["--fix", "--fix-only"], LOOKS),
    Fixer("ruff", &["format"], &[], LOOKS),
    Fixer("black", &[], &[], LOOKS),
    Fixer("isort", &[], &[], &["--check", "--check-only", "-c", "--diff", "--version"]),
    Fixer("autopep8", &[], &["-i", "--in-place"], LOOKS),
    Fixer("yapf", &[], &["-i", "--in-place"], LOOKS),
    Fixer("pyupgrade", &[], &[], LOOKS),
    Fixer("pre-commit", &["run"], &[], &[]),
    Fixer("cargo", &["fmt"], &[], LOOKS),
    Fixer("cargo", &["fix"], &[], LOOKS),
    Fixer("cargo", &["clippy"], &["--fix"], LOOKS),
    Fixer("rustfmt", &[], &[], LOOKS),
    Fixer("gofmt", &[], &["-w"], &[]),
    Fixer("goimports", &[], &["-w"], &[]),
    Fixer("gofumpt", &[], &["-w"], &[]),
    Fixer("go", &["fmt"], &[], &["-n"]),
    Fixer("go", &["fix"], &[], &["-n", "-diff"]),
    Fixer("golangci-lint", &["run"], &["--fix"], &[]),
    Fixer("clang-format", &[], &["-i"], LOOKS),
    Fixer("terraform", &["fmt"], &[], &["-check", "-diff"]),
    Fixer("mix", &["format"], &[], &["--check-formatted", "--dry-run"]),
    Fixer("rubocop", &[], &["-a", "-A", "--autocorrect", "--autocorrect-all", "--auto-correct"], &[]),
    Fixer("standardrb", &[], &["--fix"], &[]),
    Fixer("php-cs-fixer", &["fix"], &[], LOOKS),
    Fixer("phpcbf", &[], &[], LOOKS),
    Fixer("pint", &[], &[], &["--test"]),
    Fixer("ktlint", &[], &["-F", "--format"], &[]),
    Fixer("swiftformat", &[], &[], &["--lint", "--dryrun"]),
    Fixer("dart", &["format"], &[], &["--output=none", "--output=show", "--set-exit-if-changed"]),
    Fixer("dart", &["fix"], &["--apply"], LOOKS),
    Fixer("dotnet", &["format"], &[], &["--verify-no-changes"]),
    Fixer("deno", &["fmt"], &[], LOOKS),
    Fixer("zig", &["fmt"], &[], LOOKS),
    Fixer("dprint", &["fmt"], &[], LOOKS),
    Fixer("stylua", &[], &[], LOOKS),
    Fixer("buf", &["format"], &["-w", "--write"], &[]),
    Fixer("shfmt", &[], &["-w"], &["-d"]),
    Fixer("2to3", &[], &["-w"], &[]),
    Fixer("uv", &["format"], &[], LOOKS),
    Fixer("hatch", &["fmt"], &[], LOOKS),
    Fixer("nix", &["fmt"], &[], LOOKS),
    Fixer("treefmt", &[], &[], &["--ci", "--fail-on-change", "--help", "--version"]),
    Fixer("autoflake", &[], &["-i", "--in-place"], LOOKS),
    Fixer("docformatter", &[], &["-i", "--in-place"], LOOKS),
    Fixer("sqlfluff", &["fix"], &[], LOOKS),
    Fixer("sqlfluff", &["format"], &[], LOOKS),
    Fixer("prek", &["run"], &[], &[]),
    Fixer("codespell", &[], &["-w", "--write-changes"], &[]),
    Fixer("typos", &[], &["-w", "--write-changes"], &["--diff"]),
    Fixer("semgrep", &[], &["--autofix", "-a"], &["--dryrun"]),
    Fixer("comby", &[], &["-i", "-in-place"], &[]),
    Fixer("ast-grep", &[], &["-U", "--update-all"], &[]),
    Fixer("sg", &[], &["-U", "--update-all"], &[]),
    Fixer("jscodeshift", &[], &[], &["-d", "--dry", "--help", "--version"]),
    Fixer("fastmod", &[], &["--accept-all"], &[]),
];

/// Names that projects give to the scripts and targets which do the same.
const SCRIPTS: &[&str] =
    &["format", "fmt", "fix", "lint:fix", "lint-fix", "format:fix", "format:write", "prettier:fix"];

/// Whether a command rewrites files in place, so far as its words tell.
pub(super) fn rewrites(simple: &Simple) -> bool {
    // `python3 -m black`: the module is the program.
    let module =
        simple.name().starts_with("python").then(|| simple.args().iter().position(|word| word == "-m")).flatten();
    let (program, args) = match module.and_then(|at| simple.args().get(at + 1..)?.split_first()) {
        Some((program, args)) => (program.as_str(), args),
        None => (simple.name(), simple.args()),
    };
    let has = |options: &[&str]| args.iter().any(|word| options.contains(&word.as_str()));
    let begins = |words: &[&str]| {
        let mut plain = args.iter().filter(|word| !word.starts_with(['-', '+']));
        words.iter().all(|word| plain.next().is_some_and(|typed| typed == word))
    };
    let known = FIXERS.iter().any(|Fixer(known, words, fix, looks)| {
        *known == program && begins(words) && (fix.is_empty() || has(fix)) && !has(looks)
    });
    known || (by_script(program, args) && !has(LOOKS))
}

/// `npm run format`, `make fmt`, `gradle spotlessApply`.
fn by_script(program: &str, args: &[String]) -> bool {
    let mut plain = args.iter().map(String::as_str).filter(|word| !word.starts_with('-'));
    match program {
        "npm" | "pnpm" | "yarn" | "bun" => {
            let name = plain.find(|word| !matches!(*word, "run" | "run-script"));
            // What stands after the script's name goes to its program.
            let fix = args.iter().any(|word| word == "--fix" || word == "--write");
            let asked = |name: &str| fix && ["lint", "format", "prettier"].iter().any(|word| name.contains(word));
            name.is_some_and(|name| SCRIPTS.contains(&name) || asked(name))
        }
        "make" | "gmake" | "just" | "task" | "rake" | "composer" | "nox" | "tox" | "hatch" | "pdm" | "poe"
        | "poetry" | "rye" | "pixi" | "uv" | "mise" | "invoke" | "inv" | "mage" | "nx" | "turbo" | "moon" => {
            plain.any(|name| SCRIPTS.contains(&name))
        }
        "gradle" | "gradlew" | "mvn" | "mvnw" => {
            plain.any(|name| name.ends_with("spotlessApply") || name == "spotless:apply" || name == "ktlintFormat")
        }
        _ => false,
    }
}
