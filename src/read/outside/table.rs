//! The table of outside actions, `assets/outside.tsv`: one line a kind of command.

use std::sync::LazyLock;

use super::Kind;
use crate::read::pattern::{Pattern, Sieve};

/// A row of the table.
struct Row {
    command: Pattern,
    unless: Pattern,
    touches: String,
    look: String,
    ok: Pattern,
    failed: Pattern,
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let table = include_str!("../../../assets/outside.tsv");
    table.lines().filter(|line| !line.starts_with('#')).map(row).collect()
});

static SIEVE: LazyLock<Sieve> = LazyLock::new(Sieve::default);

fn row(line: &str) -> Row {
    let cells: Vec<_> = line.split('\t').collect();
    let cell = |at: usize| cells.get(at).copied().unwrap_or_default();
    Row {
        command: Pattern::new(&format!("^(?:{})", cell(0))),
        unless: Pattern::new(cell(1)),
        touches: cell(2).into(),
        look: cell(3).into(),
        ok: Pattern::new(cell(4)),
        failed: Pattern::new(cell(5)),
    }
}

/// Options of whole programs that take a value and stand before what the program is told to do.
const VALUES: &[&str] = &[
    "-R",
    "--repo",
    "-C",
    "--cwd",
    "--directory",
    "--dir",
    "--prefix",
    "-w",
    "--workspace",
    "--filter",
    "--context",
    "--config",
    "-c",
    "--profile",
    "--project",
    "--app",
    "-a",
    "--account",
    "--region",
    "--stage",
    "--schema",
    "-x",
    "--api-key",
    "--token",
    "--log-level",
    "--registry",
    "--manifest-path",
    "--namespace",
    "--host",
    "-H",
    "--env",
    "-u",
    "--user",
];

/// A command without the options before what its program is told to do (`gh -R a/b pr create`); `None` when it has none.
fn without_options(words: &str) -> Option<String> {
    let mut all = words.split(' ').peekable();
    let program = all.next()?;
    // What an interpreter is given after its options is a script and no verb.
    let script = crate::model::SHELLS.contains(&program)
        || ["python", "node", "ruby", "perl", "php", "deno", "bun", "tsx"].iter().any(|name| program.starts_with(name));
    let option = |word: &&str| word.starts_with('-') && word.len() > 1;
    if script || !all.peek().is_some_and(option) {
        return None;
    }
    while let Some(word) = all.next_if(option) {
        if VALUES.contains(&word) {
            all.next();
        }
    }
    Some(std::iter::once(program).chain(all).collect::<Vec<_>>().join(" "))
}

/// The kind of outside action that a command is, by the table; its words are joined by spaces.
pub(super) fn find(words: &str) -> Option<Kind> {
    let program = words.split(' ').next().unwrap_or_default();
    let name = program.rsplit('/').next().unwrap_or(program);
    // Whatever it is asked, it only tells about itself.
    if words.split(' ').any(|word| word == "--help") {
        return None;
    }
    let bare = without_options(words);
    let fits = |row: &&Row| row.command.fits(words) || bare.as_ref().is_some_and(|bare| row.command.fits(bare));
    let rows = SIEVE.rows(name, ROWS.iter().map(|row| &row.command));
    let row = rows.iter().filter_map(|place| ROWS.get(*place)).find(fits)?;
    if row.unless.fits(words) {
        return None;
    }
    let mut look = String::new();
    let shown = if row.command.fits(words) { words } else { bare.as_deref().unwrap_or(words) };
    if let Some(found) = row.command.regex().and_then(|pattern| pattern.captures(shown)) {
        found.expand(&row.look, &mut look);
    }
    let look = look.trim().to_owned();
    Some(Kind { touches: row.touches.clone(), look, ok: row.ok.regex().cloned(), failed: row.failed.regex().cloned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_a_row() {
        for line in include_str!("../../../assets/outside.tsv").lines().filter(|line| !line.starts_with('#')) {
            let cells: Vec<_> = line.split('\t').collect();
            assert_eq!(cells.len(), 6, "{line}");
            let row = row(line);
            assert!(row.command.regex().is_some(), "{line}");
            assert_eq!(row.unless.regex().is_some(), !cells[1].is_empty(), "{line}");
            let answers = [row.ok.regex().is_some(), row.failed.regex().is_some()];
            assert_eq!(answers, [!cells[4].is_empty(), !cells[5].is_empty()], "{line}");
        }
    }

    #[test]
    fn a_program_is_found_whatever_way_its_row_spells_its_name() {
        for outside in [
            "kafka-topics.sh --bootstrap-server b:9092 --create --topic orders",
            "kafka-topics --bootstrap-server b:9092 --delete --topic orders",
            "kafka-consumer-groups.sh --group g --reset-offsets --to-earliest --topic orders --execute",
            "kafka-console-producer.sh --topic orders --bootstrap-server b:9092",
            "kafka-delete-records.sh --bootstrap-server b:9092 --offset-json-file o.json",
            "kafka-configs --alter --entity-type topics --entity-name orders --add-config retention.ms=1",
            "kcat -b b:9092 -t orders -P",
            "rpk topic produce orders",
            "sequelize-cli db:migrate",
        ] {
            assert!(find(outside).is_some(), "{outside}");
        }
        for inside in [
            "kafka-topics.sh --bootstrap-server b:9092 --list",
            "kafka-topics --describe --topic orders",
            "kafka-consumer-groups.sh --describe --group g",
            "kafka-consumer-groups.sh --group g --reset-offsets --to-earliest --topic orders",
            "kafka-console-consumer.sh --topic orders --from-beginning",
            "kafka-configs --describe --entity-type topics",
            "kcat -b b:9092 -L",
            "rpk topic list",
        ] {
            assert!(find(inside).is_none(), "{inside}");
        }
    }

    #[test]
    fn what_only_reads_is_none() {
        for outside in [
            "git push --atomic origin main v1",
            "gh pr create --title x",
            "gh release create v1",
            "npm publish --access public",
            "cargo publish",
            "twine upload dist/*",
            "docker push reg.example.com/a:1",
            "docker buildx build --push .",
            "kubectl apply -f x.yaml",
            "kubectl -n prod rollout restart deploy/a",
            "helm upgrade a ./c",
            "terraform -chdir=infra/prod apply -auto-approve",
            "aws s3 cp a s3://b/c",
            "aws --profile x lambda update-function-code --f y",
            "gcloud run deploy a",
            "az webapp up",
            "fly deploy",
            "vercel --prod",
            "netlify deploy --prod",
            "heroku config:set A=1",
            "make deploy",
            "npm run deploy:prod",
            "just release",
            "bash scripts/deploy.sh",
            "./publish.sh",
            "python3 scripts/backfill.py --apply",
            "mail -s x a@b",
            "alembic upgrade head",
            "gh api repos/a/b/issues -f title=x",
            "ansible-playbook site.yml",
            "wrangler deploy",
            "gh workflow run x",
            "glab mr create",
            "jj git push",
            "git subtree push --prefix web origin gh-pages",
            "bin/deploy staging",
            "./scripts/release",
            "script/ship-it",
        ] {
            assert!(find(outside).is_some(), "{outside}");
        }
        for inside in [
            "git fetch origin",
            "git push --dry-run",
            "gh pr list",
            "gh pr view 3",
            "gh api repos/a/b",
            "npm view a version",
            "npm test",
            "npm publish --dry-run",
            "cargo build --release",
            "docker build -t a .",
            "docker images",
            "kubectl get pods",
            "kubectl rollout status deploy/a",
            "kubectl apply --dry-run=client -f x",
            "helm list",
            "terraform plan",
            "aws s3 ls",
            "aws s3 cp s3://b/c a",
            "aws ec2 describe-instances",
            "aws configure set region x",
            "gcloud projects list",
            "gcloud config set project x",
            "az account set -s x",
            "vercel ls",
            "make build",
            "npm run build",
            "bash scripts/deploy.sh --dry-run",
            "python3 tests/test_deploy.py",
            "cat deploy.sh",
            "bash -n deploy.sh",
            "python3 scripts/backfill.py",
            "ansible-playbook site.yml --check",
            "python3 tools/release_notes.py",
            "sh vendor/build.sh",
            "python3 -m pytest tests/test_deploy.py",
            "git commit -m 'git push'",
            "bin/release-notes",
            "target/release/app",
            "./bin/deploy --dry-run",
        ] {
            assert!(find(inside).is_none(), "{inside}");
        }
    }

    #[test]
    fn options_before_the_verb_hide_no_action_and_help_is_none() {
        for outside in [
            "gh -R dev/app pr create --fill",
            "npm --prefix pkg publish",
            "npm -w pkg publish",
            "docker --context prod push r/app:1",
            "alembic -c prod.ini -x a=b upgrade head",
            "uv --directory pkg publish",
            "crontab -",
            "crontab cron.txt",
            "ssh-copy-id web1",
            "docker --context prod compose up -d",
        ] {
            assert!(find(outside).is_some(), "{outside}");
        }
        for harmless in [
            "gh pr create --help",
            "crontab -l",
            "crontab -u dev -l",
            "gh -R dev/app pr list",
            "cargo -q test release",
            "python3 -m pytest deploy.py",
            "make -n deploy",
            "docker --context prod ps",
        ] {
            assert!(find(harmless).is_none(), "{harmless}");
        }
    }
}
