//! Commands that edit files in place (`sed -i`, `perl -pi`, `awk -i inplace`, `sd`, `yq -i`, `ed`, `vim -es`): which of their words are files.
//! Reads no file.

use std::path::PathBuf;

use super::given::{given, hidden};
use super::{Simple, Written};
use crate::read::wording::Wording;

/// A command of `vim` that saves.
static SAVES: Wording = Wording::exact(&[r"(?:^|[:|\s])(?:wq?a?|wn|xa?|xit|up|update|wall|write)!?(?:$|[|\s])|\bZZ\b"]);

/// The files that a command edits in place; [`Written::Unnamed`] for those that its words do not name.
pub(super) fn edits(simple: &Simple) -> Vec<Written> {
    let Some(files) = files(simple) else { return Vec::new() };
    // Under `xargs` and `find -exec` the files come from elsewhere, and what looks like one may be a placeholder.
    if let Some(given) = given(simple) {
        return given;
    }
    if files.is_empty() {
        return vec![Written::Unnamed(simple.path("*"))];
    }
    files.into_iter().map(|file| written(simple.path(file))).collect()
}

fn written(path: PathBuf) -> Written {
    if hidden(&path) { Written::Unnamed(path) } else { Written::Edited(path) }
}

/// The words that are files; `None` when the command edits none in place.
fn files(simple: &Simple) -> Option<Vec<&str>> {
    let args = simple.args();
    match simple.name() {
        "sed" | "gsed" => editor(args, true),
        "perl" | "ruby" => editor(args, false),
        "awk" | "gawk" => awk(args),
        "ex" | "vi" | "vim" | "nvim" => vim(simple),
        "dos2unix" | "unix2dos" => Some(plain(args, 0)),
        "rename" | "prename" if !args.iter().any(|word| word.starts_with("-n") || word == "--no-act") => {
            Some(plain(args, 1))
        }
        "yq" if args.iter().any(|word| word.starts_with("-i") || word == "--inplace") => {
            let verb = ["eval", "e", "eval-all", "ea"].iter().any(|verb| plain(args, 0).first() == Some(verb));
            Some(plain(args, 1 + usize::from(verb)))
        }
        "sd" if !args.iter().any(|word| matches!(word.as_str(), "-p" | "--preview")) => Some(plain(args, 2)).filter(
            // Without a file it passes on what it is fed, unless `xargs` adds the files.
            |files| !files.is_empty() || simple.wrappers.iter().any(|wrapper| wrapper == "xargs"),
        ),
        "ed" if !args.iter().any(|word| matches!(word.as_str(), "-r" | "--restricted")) => {
            // Where the script has what it is told, a `w` must be in it.
            let saves = |input: &str| input.contains('w');
            let file = args.last().filter(|word| !word.starts_with('-'))?;
            simple.input.as_deref().is_none_or(saves).then(|| vec![file.as_str()])
        }
        _ => None,
    }
}

fn plain(args: &[String], skip: usize) -> Vec<&str> {
    args.iter().map(String::as_str).filter(|word| !word.starts_with('-') || *word == "-").skip(skip).collect()
}

/// The files of an `awk` that includes its own library for it.
fn awk(args: &[String]) -> Option<Vec<&str>> {
    let (mut in_place, mut scripted) = (false, false);
    let mut words: Vec<&str> = Vec::new();
    let mut args = args.iter().map(String::as_str);
    while let Some(word) = args.next() {
        match word {
            "-i" | "--include" => in_place |= args.next() == Some("inplace"),
            "--include=inplace" | "-iinplace" => in_place = true,
            "-f" | "--file" | "-e" | "--source" => {
                scripted = true;
                args.next();
            }
            "-v" | "-F" | "--assign" | "--field-separator" => drop(args.next()),
            word if word.starts_with('-') && word.len() > 1 => {}
            word => words.push(word),
        }
    }
    words.drain(..words.len().min(usize::from(!scripted)));
    words.retain(|word| !word.contains('=')); // variables are set between the files
    in_place.then_some(words)
}

/// The files of a `vim` that is given commands, when one of them saves.
fn vim(simple: &Simple) -> Option<Vec<&str>> {
    let (mut told, mut scripted, mut batch) = (Vec::new(), false, simple.name() == "ex");
    let mut words: Vec<&str> = Vec::new();
    let mut args = simple.args().iter().map(String::as_str);
    while let Some(word) = args.next() {
        match word {
            "-c" | "--cmd" => told.extend(args.next()),
            "-S" => {
                scripted = true;
                args.next();
            }
            "-u" | "-i" | "-U" | "-T" | "-w" => drop(args.next()),
            "--headless" => batch = true,
            _ if word.starts_with("--") => {}
            _ if word.starts_with('-') => batch |= word.contains(['e', 'E']),
            _ => match word.strip_prefix('+') {
                Some(command) => told.push(command),
                None => words.push(word),
            },
        }
    }
    told.extend(simple.input.as_deref().map(str::lines).into_iter().flatten());
    // What it reads from elsewhere may save.
    let fed = simple.fed_by.is_some() || (simple.input.is_none() && simple.context.pipe.is_some_and(|place| place > 0));
    let saves = scripted || fed || told.iter().any(|command| SAVES.find(command).is_some());
    (saves && (batch || !told.is_empty()) && !words.is_empty()).then_some(words)
}

/// The files of a stream editor that is told to edit in place, without its script.
fn editor(args: &[String], sed: bool) -> Option<Vec<&str>> {
    let (mut in_place, mut scripted, mut plain) = (false, false, false);
    let mut words: Vec<&str> = Vec::new();
    let mut args = args.iter().map(String::as_str);
    while let Some(word) = args.next() {
        if plain || !word.starts_with('-') || word.len() < 2 {
            words.push(word);
            plain |= !sed; // what comes after it is for the program, not for its interpreter
        } else if let Some(long) = word.strip_prefix("--") {
            plain |= long.is_empty();
            in_place |= long.starts_with("in-place");
            let script = matches!(long.split('=').next(), Some("expression" | "file"));
            scripted |= script;
            if script && !long.contains('=') {
                args.next();
            }
        } else {
            let found = cluster(&word[1..], sed);
            in_place |= found.in_place;
            scripted |= found.script;
            if found.takes_next {
                args.next();
            }
        }
    }
    words.retain(|word| !word.is_empty()); // the empty ending of `sed -i ''`
    if !scripted {
        let ending = words.len() > 2 && words.first().is_some_and(|word| word.starts_with('.') && !word.contains('/'));
        words.drain(..words.len().min(1 + usize::from(sed && ending)));
    }
    in_place.then_some(words)
}

/// What one word of short options asks for.
#[derive(Default)]
struct Cluster {
    in_place: bool,
    script: bool,
    takes_next: bool,
}

fn cluster(letters: &str, sed: bool) -> Cluster {
    let found = Cluster::default();
    let mut letters = letters.chars();
    while let Some(letter) = letters.next() {
        let last = letters.as_str().is_empty();
        match letter {
            // What follows is the ending of the copies.
            'i' => return Cluster { in_place: true, ..found },
            'e' => return Cluster { script: true, takes_next: last, ..found },
            'f' if sed => return Cluster { script: true, takes_next: last, ..found },
            'E' if !sed => return Cluster { script: true, takes_next: last, ..found },
            'l' if sed => return Cluster { takes_next: last, ..found },
            'I' | 'r' if !sed => return Cluster { takes_next: last, ..found },
            'M' | 'm' | 'F' | 'x' | 'd' | 'D' | 'C' | 'V' if !sed => return found,
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::shell::commands;

    fn of(script: &str) -> Vec<String> {
        let shown = |written| match written {
            Written::Edited(path) => path.display().to_string(),
            Written::Unnamed(path) => format!("unnamed {}", path.display()),
            other => format!("{other:?}"),
        };
        commands(script).iter().flat_map(edits).map(shown).collect()
    }

    #[test]
    fn the_script_is_no_file() {
        for script in [
            "sed -i 's/a/b/' x.py",
            "sed -i '' '$d' x.py",
            "sed -i .bak 's/a{2}/b/' x.py",
            "sed -Ei.bak -e '/foo*bar/d' -e '1i import y' x.py",
            "sed -n -i --expression '$p' x.py",
            "perl -pi -e 's{a}{b}g' x.py",
            "perl -0pi -e '$_ = lc' x.py",
            "perl -i -MFile::Spec -pe 's|a|b|' x.py",
            "ruby -i -pe '$_.upcase!' x.py",
            "yq -i '.a = 1' x.py",
            "yq eval '.a[0] = \"$b\"' -i x.py",
            "sd a b x.py",
            "printf '%s\\n' 1d w q | ed -s x.py",
            "ed -s x.py <<'E'\n1d\nwq\nE",
        ] {
            assert_eq!(of(script), ["x.py"], "{script}");
        }
        for script in [
            "sed -n '1,5p' x.py",
            "perl -Mstrict -ne 'print' x.py",
            "perl gen.pl -i x.py",
            "ruby test/a.rb -i",
            "echo a | sd a b",
            "ed -s x.py <<'E'\np\nq\nE",
        ] {
            assert!(of(script).is_empty(), "{script}");
        }
    }

    #[test]
    fn files_that_are_not_named_are_no_files_of_their_own() {
        for (script, files) in [
            ("grep -rl a src | xargs sed -i 's/a/b/'", "*"),
            ("grep -rlZ a . | xargs -0 -I% sed -i 's/a/b/' %", "*"),
            ("find src -name '*.py' -exec sed -i 's/a/b/' {} +", "src/*.py"),
            ("for f in src/*.py; do sed -i 's/a/b/' \"$f\"; done", "$f"),
            ("cd app && sed -i 's/a/b/' src/*.py", "app/src/*.py"),
            ("perl -pi -e 's/a/b/' $FILES", "$FILES"),
            ("sed -i 's/a/b/' src/{a,b}.py", "src/{a,b}.py"),
        ] {
            assert_eq!(of(script), [format!("unnamed {files}")], "{script}");
        }
    }
}
