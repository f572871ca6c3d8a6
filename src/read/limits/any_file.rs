//! Statements about files that they do not name: none may be removed, none may be made, none outside the repository may be written.

use std::path::Path;

use super::paths::paths;
use crate::model::{Change, Run, Tree};
use crate::read::changes::{Changed, How};
use crate::read::wording::Wording;

/// Which changes a statement forbids wherever they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnyFile {
    /// Removing a file of the work tree.
    Removed,
    /// Making a file in the work tree.
    Made,
    /// Writing beyond the work tree.
    Outside,
}

const NOT: &str = r"\b(never|no|not|don't|mustn't|without|avoid|nothing|nunca|jam[aá]s|sin|ni|prohibido|evita|nada)\b";
const FILES: &str = r"(any |other |existing |new |additional |un |una |ning[uú]n |ninguna |nuev[oa]s? |otr[oa]s? |los |las )*(files?|anything|nada|archivos?|ficheros?|m[oó]dulos?|modules?)";
const HERE: &str = r"(outside|beyond|fuera)( of| de(l)?)? ?(the |this |your |our |el |la |este |esta )?(git )?(repo\w*|work ?tree|working (tree|directory|copy)|project|checkout|workspace|folder|directory|proyecto|carpeta|directorio)\b";

static REMOVE: Wording = Wording::any_case(&[NOT, r" (\w+ )?(delet|remov|drop|borr|elimin|suprim)\w* ", FILES]);
static MAKE: Wording = Wording::any_case(&[
    NOT,
    r" (\w+ )?(creat|add|introduc|mak|cre[ae]|añad|agreg)\w* ",
    FILES,
    r"|\b(no|sin) (new|nuevos|additional) (files|archivos|ficheros|modules)\b",
]);
static OUTSIDE: Wording = Wording::any_case(&[
    NOT,
    r" .*\b",
    HERE,
    r"|\b(only|stay|work|s[oó]lo)\b.*\b(inside|within|dentro)( of| de(l)?)? ?(the |this |el |la |este )?(repo\w*|work ?tree|project|proyecto)\b",
]);

/// What a statement forbids for any file; nothing when it names files.
pub(super) fn any_file(core: &str) -> Option<AnyFile> {
    if OUTSIDE.fits(core) && paths(core).is_empty() {
        return Some(AnyFile::Outside);
    }
    if !paths(core).is_empty() || core.contains("test") || core.contains("prueba") {
        return None;
    }
    match (REMOVE.fits(core), MAKE.fits(core)) {
        (true, _) => Some(AnyFile::Removed),
        (_, true) => Some(AnyFile::Made),
        _ => None,
    }
}

impl AnyFile {
    /// Whether a change is one of those.
    pub(super) fn is(self, run: &Run, tree: &Tree, change: &Changed) -> bool {
        let Some(path) = &change.path else { return false };
        let inside = path.starts_with(&tree.root);
        let state = path.strip_prefix(&tree.root).ok().and_then(|inner| tree.files.get(inner));
        // What was there before the run: at its start, or at HEAD when the start is not known.
        let was = state.is_some_and(|state| state.start.is_some() || (tree.start.is_none() && state.head.is_some()));
        match self {
            Self::Removed => {
                let deletes = change.edit(run).is_some_and(|edit| edit.change == Change::Delete);
                inside && was && (change.how == How::Removed || deletes)
            }
            Self::Made => {
                let makes = matches!(change.how, How::Edit(_) | How::Written(_) | How::Appended(_));
                inside && makes && state.is_some_and(|state| !state.ignored && state.blob.is_some()) && !was
            }
            Self::Outside => !inside && change.how != How::Restored && !passing(path),
        }
    }
}

/// Devices, and temporary files: nobody's work.
fn passing(path: &Path) -> bool {
    ["/dev", "/tmp", "/var/tmp", "/proc"].iter().any(|folder| path.starts_with(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_about_any_file_are_told_from_those_about_some() {
        for (core, meant) in [
            ("Do not delete any files", Some(AnyFile::Removed)),
            ("No borres archivos", Some(AnyFile::Removed)),
            ("Do not create new files", Some(AnyFile::Made)),
            ("no new files", Some(AnyFile::Made)),
            ("No crees ficheros nuevos", Some(AnyFile::Made)),
            ("Never write outside the repository", Some(AnyFile::Outside)),
            ("No escribas nada fuera del proyecto", Some(AnyFile::Outside)),
            ("Do not delete docs/guide.md", None),
            ("Never delete existing tests", None),
            ("Add a new file", None),
            ("no floats", None),
        ] {
            assert_eq!(any_file(core), meant, "{core}");
        }
    }
}
