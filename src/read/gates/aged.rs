//! A table of commands that come after a green gate: those that change what it looks at, and those that leave it as it is. Tests only.

use super::gates;
use crate::model::{Call, Deed, Event, GateState, Outcome, OutcomeState, Run, Runtime, Task, Tree, What};
use crate::read::done::Done;

/// What a gate says of itself after a command that ended so, and whether any file is named that the command does not name.
fn after(gate: (&str, &str), script: &str, exit: i32, said: &str) -> (Vec<String>, bool) {
    let mut run = Run::new(Runtime::ClaudeCode, "s");
    run.cwd = Some("/w".into());
    for (id, script, exit, output) in [("1", gate.0, 0, gate.1), ("2", script, exit, said)] {
        let deed = Deed::Command { script: script.into(), cwd: None, background: false };
        let call = Call { id: id.into(), tool: "t".into(), deed, result: None };
        run.events.push(Event::new(id, None, What::Call(call)));
        let outcome = Outcome {
            call: id.into(),
            state: if exit == 0 { OutcomeState::Ok } else { OutcomeState::Failed },
            exit: Some(exit),
            output: output.into(),
            bytes: output.len() as u64,
        };
        run.events.push(Event::new(format!("r{id}"), None, What::Result(outcome)));
    }
    run.match_results();
    let tree = Tree { root: "/w".into(), exists: true, ..Tree::default() };
    let done = Done::of(&run, &tree);
    let made_up = |path: &std::path::Path| path.to_string_lossy().contains(['*', '?', '$', '`', '{']);
    let made_up = done.changes.iter().any(|change| change.path.as_deref().is_some_and(made_up));
    let gates = gates(&done, &Task::default());
    assert_eq!(gates[0].command, gate.0, "{script}");
    assert_eq!(gates[0].state == GateState::Stale, !gates[0].stale_because.is_empty());
    (gates[0].stale_because.clone(), made_up)
}

const PYTHON: (&str, &str) = ("python3 -m unittest", "Ran 9 tests in 0.1s\n\nOK\n");

/// The commands of a table for which the gate did not come out as it should, or that name a file that is none.
fn wrong(scripts: &[&str], stale: bool) -> Vec<String> {
    let out = scripts.iter().filter_map(|script| {
        let (because, made_up) = after(PYTHON, script, 0, "");
        (because.is_empty() == stale || made_up).then(|| format!("{script:?} {because:?}"))
    });
    out.collect()
}

fn holds(scripts: &[&str], stale: bool) {
    let wrong = wrong(scripts, stale);
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), scripts.len(), wrong.join("\n"));
}

#[test]
fn a_gate_is_stale_when_files_that_nobody_named_changed_after_it() {
    holds(
        &[
            "ruff check --fix-only src",
            "ruff --fix src",
            "truncate -s 0 src/a.py",
            "git apply <<'EOF'\n--- a/src/a.py\n+++ b/src/a.py\n@@ -1 +1 @@\n-a\n+b\nEOF",
            "patch -p1 <<'EOF'\n--- a/src/a.py\n+++ b/src/a.py\n@@ -1 +1 @@\n-a\n+b\nEOF",
            "grep -rl a src | xargs sed -i 's/a/b/'",
            "find src -name '*.py' -exec sed -i 's/a/b/' {} +",
            "for f in src/*.py; do sed -i 's/a/b/' \"$f\"; done",
            "sed -i 's/a/b/' src/*.py",
            "perl -pi -e 's/a/b/' /w/src/$NAME.py",
            "tar xzf a.tgz",
            "unzip -o a.zip -d src",
        ],
        true,
    );
}

#[test]
fn texts_other_places_and_trials_do_not_age_a_gate() {
    holds(
        &[
            "echo x > /tmp/o.json",
            "curl -s https://a.example/x | jq . > /tmp/o.json",
            "truncate -s 0 README.md",
            "truncate --size 0 docs/a.md",
            "git apply <<'EOF'\n--- a/README.md\n+++ b/README.md\n@@ -1 +1 @@\n-a\n+b\nEOF",
            "patch -p1 <<'EOF'\n--- a/docs/a.md\n+++ b/docs/a.md\n@@ -1 +1 @@\n-a\n+b\nEOF",
            "sed -i 's/a/b/' docs/*.md",
            "sed -i 's/a/b/' /etc/app/*.conf",
            "sed -i 's/a/b/' web/*.ts",
            "find docs -name '*.md' -exec sed -i 's/a/b/' {} +",
            "find . -name '*.md' | xargs sed -i 's/a/b/'",
            "tar xzf a.tgz -C /tmp/x",
            "tar xzf a.tgz -C node_modules",
            "t=$(mktemp -d) && tar xzf a.tgz -C \"$t\"",
            "cd /tmp/x && unzip a.zip && grep -rl a . | xargs sed -i 's/a/b/'",
            "tar czf a.tgz src; unzip -l a.zip; patch --dry-run -p1 < a.diff",
        ],
        false,
    );
}

#[test]
fn what_is_patched_or_edited_by_a_program_ages_a_gate() {
    holds(
        &[
            "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: src/a.py\n@@\n-a\n+b\n*** End Patch\nEOF",
            "cd src && apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: b.py\n+b\n*** End Patch\nEOF",
            "apply_patch '*** Begin Patch\n*** Delete File: src/a.py\n*** End Patch'",
            "bash -lc \"apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.py\n*** Move to: c.py\n@@\n-a\n+b\n*** End Patch\nEOF\"",
            "applypatch < a.patch",
            "awk -i inplace '{sub(/a/,\"b\")}1' src/a.py",
            "gawk -i inplace -v x=1 '{print}' src/*.py",
            "gawk --include=inplace -f fix.awk src/a.py",
            "ex -s src/a.py <<'E'\n%s/a/b/\nwq\nE",
            "printf '%s\\n' '%s/a/b/' x | ex src/a.py",
            "vim -es -c '%s/a/b/g' -c 'wq' src/a.py",
            "vim -Es +'%s/a/b/' +wq src/a.py",
            "nvim --headless -c '%s/a/b/g|wq' src/a.py",
            "vim -es -c 'bufdo %s/a/b/ge | update' -c qa src/*.py",
            "vim -es -S fix.vim src/a.py",
            "comby 'a(:[x])' 'b(:[x])' .py -i",
            "comby -in-place a b src/a.py",
            "ast-grep run -p a -r b -l py -U",
            "sg -p a -r b --update-all src",
            "npx ast-grep scan -U",
            "semgrep --config rules --autofix",
            "jscodeshift -t t.js src",
            "fastmod --accept-all a b",
            "codespell -w src",
            "typos -w",
            "dos2unix src/*.py",
            "dos2unix src/a.py",
            "rename 's/a/b/' src/*.py",
            "sort -o src/a.py src/a.py",
            "git clean -fd",
            "git apply a.diff",
            "gh pr checkout 3",
            "git checkout-index -a -f",
            "patch -p1 -i a.diff",
        ],
        true,
    );
}

#[test]
fn what_is_copied_fetched_or_removed_ages_a_gate() {
    holds(
        &[
            "rsync -a /tmp/new/ src/",
            "rsync -a --exclude .git -e ssh host:/srv/app/ .",
            "rsync -av --delete ../other/src/ ./src",
            "rsync -a /tmp/a.py src/a.py",
            "scp host:/srv/a.py src/",
            "wget -O src/a.py https://a.example/x",
            "wget -qO src/a.py https://a.example/x",
            "wget -Osrc/a.py https://a.example/x",
            "wget --output-document=src/a.py https://a.example/x",
            "wget https://a.example/a.py",
            "wget -P src https://a.example/a.py",
            "curl -o src/a.py https://a.example/x",
            "curl -sSLo src/a.py https://a.example/x",
            "curl -sSL -osrc/a.py https://a.example/x",
            "curl --output src/a.py https://a.example/x",
            "curl -O https://a.example/a.py",
            "curl -sSLO https://a.example/a.py?x=1",
            "curl --output-dir src -O https://a.example/a.py",
            "curl -fsSL --remote-name https://a.example/a.py",
            "rm src/*.py",
            "rm -rf src/gen*",
            "for f in src/*.py; do rm \"$f\"; done",
            "find src -name '*_old.py' -delete",
            "find src -name '*_old.py' -exec rm {} +",
            "find src -name '*_old.py' -print0 | xargs -0 rm -f",
            "git ls-files -o --exclude-standard | xargs rm",
            "find src -type f -delete",
            "mv src/*.py lib/",
            "mv -t lib src/a.py",
            "cp /tmp/new/*.py src/",
            "cp -r /tmp/new/. src/",
            "cp -t src /tmp/a.py",
            "cp --target-directory=src /tmp/a.py",
            "find /tmp/new -name '*.py' -exec cp {} src/ \\;",
            "install -m 644 /tmp/a.py src/a.py",
            "install -Dm644 -t src /tmp/a.py",
            "ln -sf ../x.py src/x.py",
        ],
        true,
    );
}

#[test]
fn what_code_on_the_command_line_writes_ages_a_gate() {
    holds(
        &[
            "python3 -c \"open('src/a.py', 'w').write('x')\"",
            "python3 -c \"import fileinput\nfor line in fileinput.input('src/a.py', inplace=True): print(line)\"",
            "python3 - <<'E'\nimport fileinput, glob\nfor l in fileinput.input(files=glob.glob('src/*.py'), inplace=1):\n    print(l)\nE",
            "python3 - <<'E'\nimport glob\nfor p in glob.glob('src/*.py'):\n    s = open(p).read()\n    open(p, 'w').write(s)\nE",
            "python3 - src/a.py <<'E'\nimport sys\nopen(sys.argv[1], 'w').write('x')\nE",
            "python3 <<'E'\nfor n in 'ab':\n    with open(f'src/{n}.py', 'w') as f:\n        f.write('x')\nE",
            "python3 <<'E'\nimport os\nopen(os.path.join('src', 'a.py'), mode='w').write('x')\nE",
            "python3 <<'E'\nfrom pathlib import Path\nfor p in Path('src').rglob('*.py'):\n    p.write_text('x')\nE",
            "python3 <<'E'\nfrom pathlib import Path\nwith Path('src/a.py').open('w') as f:\n    f.write('x')\nE",
            "python3 <<'E'\nfrom pathlib import Path\n(Path('src') / 'a.py').write_text('x')\nE",
            "python3 -uc \"open('src/a.py', 'w')\"",
            "cat <<'E' | python3 -\nopen('src/a.py', 'w').write('x')\nE",
            "python3 /dev/stdin <<'E'\nopen('src/a.py', 'w').write('x')\nE",
            "python3 -c \"import shutil; shutil.copytree('/tmp/a', 'src')\"",
            "perl -e 'open(my $f, \">\", \"src/a.py\"); print $f 1'",
            "ruby -e 'Dir[\"src/*.py\"].each { |f| File.write(f, File.read(f).upcase) }'",
            "node -e \"const fs = require('fs'); for (const f of fs.readdirSync('src')) fs.writeFileSync('src/' + f, '')\"",
            "node - <<'E'\nconst fs = require('fs')\nfs.renameSync('src/a.py', 'src/b.py')\nE",
            "node -e \"require('fs').copyFileSync('/tmp/a.py', 'src/a.py')\"",
        ],
        true,
    );
}

#[test]
fn a_bare_formatter_ages_a_gate() {
    holds(
        &[
            "black .",
            "black src",
            "ruff format",
            "ruff format .",
            "uvx ruff format",
            "uv run ruff format src",
            "ruff check --fix",
            "ruff check . --fix",
            "python3 -m black .",
            "python -m ruff format",
            "python -m isort src",
            "poetry run black .",
            "prettier --write .",
            "npx prettier -w src",
            "cargo fmt",
            "cargo fmt --all",
            "gofmt -w .",
            "goimports -w .",
            "eslint --fix",
            "eslint . --fix",
            "npx biome check --write .",
            "autoflake -i -r .",
            "docformatter --in-place -r src",
            "pyupgrade --py311-plus src/a.py",
            "treefmt",
            "nix fmt",
            "make fmt",
            "just format",
            "nox -s format",
            "hatch fmt",
            "uv format",
            "poe fmt",
            "npm run format",
            "nx format:write",
            "git clang-format",
            "sqlfluff fix src",
            "sqlfluff format src",
        ],
        true,
    );
}

#[test]
fn a_tool_that_failed_midway_ages_a_gate_and_one_that_never_began_does_not() {
    let changed = [
        ("ruff check --fix .", 1, "Found 3 errors (2 fixed, 1 remaining)."),
        ("npx eslint --fix .", 1, "✖ 1 problem (1 error, 0 warnings)"),
        ("black .", 123, "error: cannot format src/b.py\n1 file reformatted, 1 file failed to reformat."),
        ("prettier --write .", 2, "[error] src/b.ts: SyntaxError"),
        ("pre-commit run --all-files", 1, "black....Failed\n- files were modified by this hook"),
        ("patch -p1 < a.diff", 1, "1 out of 2 hunks FAILED"),
        ("rsync -a /tmp/new/ src/", 23, "rsync error: some files could not be transferred"),
        ("grep -rl a src | xargs sed -i 's/a/b/'", 123, "sed: can't read x: No such file or directory"),
    ];
    for (script, exit, said) in changed {
        assert!(!after(PYTHON, script, exit, said).0.is_empty(), "{script}");
    }
    let never = [
        ("ruff format", 127, "bash: ruff: command not found"),
        ("python3 -m black .", 1, "/usr/bin/python3: No module named black"),
        ("npx prettier --write .", 1, "npm error could not determine executable to run"),
        ("npm run format", 1, "npm error Missing script: \"format\""),
        ("rsync -a /tmp/new/ src/", 127, "rsync: command not found"),
        ("pre-commit run --all-files", 0, "black....Passed"),
    ];
    for (script, exit, said) in never {
        assert_eq!(after(PYTHON, script, exit, said).0, Vec::<String>::new(), "{script}");
    }
}

#[test]
fn what_only_looks_or_writes_elsewhere_ages_no_gate() {
    holds(
        &[
            "ruff --version",
            "cargo fmt --all -- --version",
            "prettier src/a.ts",
            "npm run format -- --help",
            "rsync -a src/ /tmp/backup/",
            "rsync -a src/ host:/srv/app/",
            "rsync -an /tmp/new/ src/",
            "rsync --dry-run -a /tmp/new/ src/",
            "rsync --list-only host:/srv/",
            "rsync host:/srv/",
            "rsync -a /tmp/new/ dist/",
            "scp src/a.py host:/srv/",
            "wget -O /tmp/x https://a.example/x",
            "wget -qO- https://a.example/x",
            "wget -q -O - https://a.example/x",
            "wget -O /dev/null https://a.example/x",
            "wget --spider https://a.example/x.py",
            "wget -P /tmp https://a.example/a.py",
            "curl https://a.example/a.py",
            "curl -o /tmp/x https://a.example/a.py",
            "curl -so /dev/null -w '%{http_code}' https://a.example/a.py",
            "curl -sS -H 'accept: text/o' https://a.example/a.py",
            "cd /tmp && curl -O https://a.example/a.py",
            "t=$(mktemp -d) && curl -s -o \"$t/a.py\" https://a.example/a.py",
            "awk '{print}' src/a.py",
            "awk -i lib '{print}' src/a.py",
            "vim --version",
            "vim -es -c 'set number?' -c q src/a.py",
            "ex -s src/a.py <<'E'\np\nq\nE",
            "python3 -c \"print(open('src/a.py').read())\"",
            "python3 -c \"open('/tmp/x', 'w').write('1')\"",
            "python3 -c \"n = 1; open(f'/tmp/{n}.py', 'w').write('1')\"",
            "python3 -c \"open('out.log', 'w').write('1')\"",
            "python3 - <<'E'\nimport fileinput\nfor line in fileinput.input('src/a.py'): print(line)\nE",
            "python3 - src/a.py <<'E'\nimport sys\nprint(open(sys.argv[1]).read())\nE",
            "ruby -e 'puts File.open(\"src/a.py\").read'",
            "node -e \"console.log(require('fs').readFileSync('src/a.py', 'utf8'))\"",
            "python3 -m json.tool src/a.json",
            "comby 'a(:[x])' 'b(:[x])' .py",
            "ast-grep run -p a -l py",
            "sg -p a -r b src",
            "jscodeshift --dry -t t.js src",
            "codespell -h",
            "sort src/a.py",
            "sort -o /tmp/x src/a.py",
            "apply_patch --help",
            "git apply --stat a.diff",
            "git apply --check a.diff",
            "git apply --cached a.diff",
            "git clean -nd",
            "git stash list",
            "git stash show -p",
            "rm -rf target/*",
            "rm -rf dist target/debug/*",
            "rm -rf node_modules",
            "rm -f *.log",
            "rm -f src/*.pyc",
            "rm -rf .pytest_cache src/__pycache__",
            "rm -f /tmp/x/*",
            "t=$(mktemp -d); rm -rf \"$t\"",
            "rm src/*.ts",
            "find . -name '*.pyc' -delete",
            "find . -name __pycache__ -type d -exec rm -rf {} +",
            "find . -type d -name __pycache__ -prune -exec rm -rf '{}' ';'",
            "find . -name '*.pyc' | xargs rm -f",
            "find /tmp/x -delete",
            "find target -type f -delete",
            "find src -type d -empty -delete",
            "find src -name '*.py' -print",
            "find . -name '*.py' -exec grep -l a {} +",
            "find src -name '*.py' | xargs grep a",
            "find src -name '*.py' -exec cp {} /tmp/x \\;",
            "cp -r src /tmp/backup",
            "cp src/*.py /tmp/x/",
            "cp -t /tmp/x src/a.py",
            "cp src/a.py \"$HOME/x/\"",
            "mv /tmp/a /tmp/b",
            "install -d build",
            "install -m755 target/release/x /usr/local/bin/x",
            "git clang-format --diff",
        ],
        false,
    );
}

/// These are gates themselves, so the test is whether one that is already green stays so.
#[test]
fn a_check_of_the_form_ages_no_gate_and_a_bare_formatter_is_none() {
    let kept = |script: &str| {
        let mut run = Run::new(Runtime::ClaudeCode, "s");
        run.cwd = Some("/w".into());
        for (id, script, output) in [("1", PYTHON.0, PYTHON.1), ("2", script, "")] {
            let deed = Deed::Command { script: script.into(), cwd: None, background: false };
            let call = Call { id: id.into(), tool: "t".into(), deed, result: None };
            run.events.push(Event::new(id, None, What::Call(call)));
            let (output, bytes) = (output.to_owned(), output.len() as u64);
            let outcome = Outcome { call: id.into(), state: OutcomeState::Ok, exit: Some(0), output, bytes };
            run.events.push(Event::new(format!("r{id}"), None, What::Result(outcome)));
        }
        run.match_results();
        let tree = Tree { root: "/w".into(), exists: true, ..Tree::default() };
        let gates = gates(&Done::of(&run, &tree), &Task::default());
        (gates[0].state, gates.len())
    };
    for script in [
        "ruff format --check",
        "ruff format --check .",
        "ruff format --diff",
        "ruff check",
        "ruff check .",
        "cargo fmt --check",
        "cargo fmt --all -- --check",
        "black --check .",
        "black --diff src",
        "prettier --check .",
        "isort --check-only .",
        "isort -c .",
        "gofmt -l .",
        "gofmt -d .",
        "eslint .",
        "eslint --fix-dry-run .",
        "npm run format:check",
        "pre-commit run --all-files",
        "codespell src",
        "typos",
        "sqlfluff lint src",
    ] {
        assert_eq!(kept(script), (GateState::Green, 2), "{script}");
    }
    for script in
        ["ruff format", "uvx ruff format .", "python3 -m ruff format", "cargo fmt", "black .", "gofmt -l -w ."]
    {
        assert_eq!(kept(script), (GateState::Stale, 1), "{script}");
    }
}
