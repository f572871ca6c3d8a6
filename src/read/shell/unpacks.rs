//! Archives that a command unpacks: into which folder, so far as its words tell; which files come out of it they never tell.

use super::{Simple, Written};

/// The files that come out of an archive.
pub(super) fn unpacks(simple: &Simple) -> Option<Written> {
    let args = simple.args();
    let folder = match simple.name() {
        "tar" | "gtar" | "bsdtar" if extracts(args) => after(args, &["-C", "--directory", "--cd"]),
        "unzip" if !args.iter().any(|word| lists(word)) => after(args, &["-d"]),
        _ => return None,
    };
    Some(Written::Unnamed(simple.path(folder.unwrap_or(".")).join("*")))
}

/// Whether `tar` is asked to unpack into files (`xzf`, `-C d -xf`, `--extract`), and not only onto its output.
fn extracts(args: &[String]) -> bool {
    let asks = |(place, word): (usize, &String)| {
        let letters = match word.strip_prefix('-') {
            Some(letters) => letters,
            None if place == 0 => word,
            None => return false,
        };
        if letters.starts_with('-') {
            return matches!(word.as_str(), "--extract" | "--get");
        }
        // A letter that takes a value ends the options of a word with a dash.
        let end = letters.find(['C', 'f', 'T', 'X', 'b', 'I']).filter(|_| word.starts_with('-'));
        letters[..end.unwrap_or(letters.len())].contains('x')
    };
    let shown = args
        .iter()
        .any(|word| word == "--to-stdout" || word.starts_with('-') && !word.starts_with("--") && word.contains('O'));
    args.iter().enumerate().any(asks) && !shown
}

/// Whether an option of `unzip` only looks, or prints what is in it.
fn lists(word: &str) -> bool {
    word.strip_prefix('-').is_some_and(|letters| letters.contains(['l', 't', 'v', 'p', 'c', 'z', 'Z']))
}

/// The value of the last of some options, apart or after `=`.
fn after<'a>(args: &'a [String], options: &[&str]) -> Option<&'a str> {
    let apart = args.windows(2).filter(|pair| options.contains(&pair[0].as_str())).map(|pair| pair[1].as_str());
    let joined = args.iter().filter_map(|word| word.split_once('=')).filter(|(name, _)| options.contains(name));
    apart.chain(joined.map(|(_, value)| value)).last()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::shell::commands;

    fn of(script: &str) -> Vec<Written> {
        commands(script).iter().filter_map(unpacks).collect()
    }

    #[test]
    fn what_is_unpacked_lands_in_a_folder_and_what_is_listed_nowhere() {
        for (script, files) in [
            ("tar xzf a.tgz", "./*"),
            ("tar -C vendor -zxvf a.tgz", "vendor/*"),
            ("tar --extract --file=a.tar --directory=/tmp/x", "/tmp/x/*"),
            ("cd app && curl -s https://a.example/a.tgz | tar -xz", "app/./*"),
            ("unzip -qo a.zip -d \"$tmp\"", "$tmp/*"),
        ] {
            assert_eq!(of(script), [Written::Unnamed(files.into())], "{script}");
        }
        assert!(of("tar czf x.tgz src; tar tf x.tgz; tar -cf x.tar x; unzip -l x.zip; tar -xOf x.tar x").is_empty());
    }
}
