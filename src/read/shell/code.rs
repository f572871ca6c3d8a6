//! Files that code given on the command line writes (`python3 - <<EOF`, `node -e …`), as far as it names them.

use std::collections::BTreeMap;

use super::given::told;
use super::{Simple, Written};
use crate::read::wording::Wording;

/// A name bound to a path that is written down: `p = Path('a.py')`, `const f = "a.js"`.
static BOUND: Wording = Wording::exact(&[
    r#"(?m)^\s*(?:const |let |var |my |\$)?(\w+)\s*(?::\s*\w+\s*)?=\s*(?:(?:pathlib\.)?Path\(|Pathname\.new\(|open\()?\s*r?["']([^"'\n]{1,200})["']\s*\)?\s*;?\s*$"#,
]);
/// A call that writes, with the path or the name that it writes to.
static WRITES: Wording = Wording::exact(&[
    r#"\bopen\(\s*(?:[rf]{0,2}["']([^"'\n]+)["']|(\w+))\s*,\s*(?:mode\s*=\s*)?["'](?:[wax]|rb?\+)[bt+]*["']|"#,
    r#"\bopen\((?:[^()\n]|\([^()\n]*\))*?,\s*(?:mode\s*=\s*)?["'](?:[wax]|rb?\+)[bt+]*["']|"#,
    r#"(?:\bPath\(\s*[rf]{0,2}["']([^"'\n]+)["']\s*\)|\b(\w+)|\))\.open\(\s*(?:mode\s*=\s*)?["'](?:[wax]|rb?\+)[bt+]*["']|"#,
    r#"\bfileinput\.(?:input|FileInput)\(\s*(?:files\s*=\s*)?\[?\s*(?:["']([^"'\n]+)["']|(\w+))?[^\n]*?\binplace\s*=\s*(?:True|1)|"#,
    r#"\(\s*Path\(\s*["']([^"'\n]+)["']\s*\)\s*/[^()\n]*\)\.(?:write_text|write_bytes|unlink)\(|"#,
    r#"\bPath\(\s*r?["']([^"'\n]+)["']\s*\)\.(?:write_text|write_bytes|unlink|touch|rename|replace)\(|"#,
    r"\b(\w+)\.(?:write_text|write_bytes|unlink)\(|\.write_(?:text|bytes)\(|",
    r#"\b(?:writeFileSync|writeFile|appendFileSync|appendFile|unlinkSync|rmSync|createWriteStream)\(\s*(?:["'`]([^"'`\n]+)["'`]|(\w+))|"#,
    r#"\b(?:renameSync|copyFileSync|cpSync)\(\s*[^,()\n]+,\s*(?:["'`]([^"'`\n]+)["'`])?|"#,
    r#"\bos\.(?:remove|unlink|rename|replace)\(\s*(?:["']([^"'\n]+)["']|(\w+))|\bshutil\.(?:copy|copy2|copyfile|copytree|move|rmtree)\(\s*[^,]+,?\s*(?:["']([^"'\n]+)["'])?|"#,
    r#"\b(?:File|IO)\.(?:bin)?write\(\s*(?:["']([^"'\n]+)["']|(\w+))|\bFile\.open\(\s*(?:["']([^"'\n]+)["']|(\w+))\s*,\s*["'](?:[wa]|r\+)|"#,
    r#"\bopen\b\s*\(?\s*(?:my\s+)?\$?\w+\s*,\s*["']\+?>>?(?::[^"']*)?["']\s*,\s*(?:["']([^"'\n]+)["'])?|"#,
    r#"\bfile_put_contents\(\s*["']([^"'\n]+)["']|\bDeno\.write\w*\(\s*["']([^"'\n]+)["']|\bBun\.write\(\s*["']([^"'\n]+)["']"#,
]);

/// The code that an interpreter is given, if it is given some.
fn given(simple: &Simple) -> Option<&str> {
    let program = simple.name().trim_end_matches(|sign: char| sign.is_ascii_digit() || sign == '.');
    if !["python", "node", "ruby", "perl", "php", "deno", "bun", "tsx"].contains(&program) {
        return None;
    }
    let args = simple.args();
    let by_option = args
        .windows(2)
        .find(|pair| ["-c", "-e", "-r", "--eval", "eval"].contains(&pair[0].as_str()) || bundled(program, &pair[0]))
        .map(|pair| pair[1].as_str());
    // What stands after a dash is for the code.
    let first = args.iter().find(|word| !word.starts_with('-') || *word == "-").map(String::as_str);
    by_option.or_else(|| simple.input.as_deref().filter(|_| matches!(first, None | Some("-" | "/dev/stdin"))))
}

/// Whether the code comes after a bundle of short options (`python3 -uc`, `perl -le`).
fn bundled(program: &str, word: &str) -> bool {
    let letter = match program {
        "python" => 'c',
        "perl" | "ruby" => 'e',
        _ => return false,
    };
    let letters = word.strip_prefix('-').and_then(|word| word.strip_suffix(letter)).unwrap_or_default();
    !letters.is_empty() && letters.chars().all(|letter| letter.is_ascii_alphabetic() && !"MIXWm".contains(letter))
}

/// The files that inline code writes; [`Written::Tree`] when it writes one that it does not name.
pub(super) fn writes(simple: &Simple) -> Vec<Written> {
    let (Some(code), Some(bound), Some(pattern)) = (given(simple), BOUND.regex(), WRITES.regex()) else {
        return Vec::new();
    };
    let names: BTreeMap<&str, &str> =
        bound.captures_iter(code).filter_map(|found| Some((found.get(1)?.as_str(), found.get(2)?.as_str()))).collect();
    let mut out: Vec<Written> = Vec::new();
    for found in pattern.captures_iter(code) {
        let word = found.iter().skip(1).flatten().next().map(|word| word.as_str());
        let path = word.and_then(|word| if is_path(word) { Some(word) } else { names.get(word).copied() });
        let path = path.or(word.filter(|word| word.contains('{') && word.contains('/')));
        // A file that is only opened under a name of no use to us may still be any file of the tree.
        let written = match path {
            Some(path) if path.starts_with("/dev/") => continue,
            Some(path) => match told(simple, simple.path(path), Written::Edited) {
                Some(written) => written,
                None => continue,
            },
            None => Written::Tree,
        };
        if !out.contains(&written) {
            out.push(written);
        }
    }
    out
}

fn is_path(word: &str) -> bool {
    word.contains(['/', '.']) && !word.contains(['{', '$', '*'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::shell::commands;

    fn of(script: &str) -> Vec<Written> {
        commands(script).iter().flat_map(writes).collect()
    }

    #[test]
    fn code_on_the_command_line_writes_the_files_that_it_names() {
        let edited = |path: &str| Written::Edited(path.into());
        let heredoc = "cd app && python3 - <<'EOF'\nfrom pathlib import Path\np = Path('a.py')\np.write_text(p.read_text().replace('1', '2'))\nwith open('b.txt', 'w') as f:\n    f.write('x')\nprint(open('c.txt').read())\nEOF";
        assert_eq!(of(heredoc), [edited("app/a.py"), edited("app/b.txt")]);
        assert_eq!(of("python3 -c \"open('x.json','a').write('1')\""), [edited("x.json")]);
        assert_eq!(of("node -e \"require('fs').writeFileSync('p.js', s)\""), [edited("p.js")]);
        assert_eq!(
            of("python3 - <<'E'\nimport sys\nfor p in sys.argv:\n    open(p, 'w').write('')\nE"),
            [Written::Tree]
        );
        assert_eq!(of("python3 -c 'print(open(\"a.py\").read())'; python3 tools/gen.py; node -p 1"), []);
    }
}
