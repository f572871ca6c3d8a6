//! Imports of files of the work tree that are not there.

use std::path::{Path, PathBuf};

use super::{Looked, bad, ending};
use crate::model::Check;

/// Imports whose target does not exist.
pub fn missing(looked: &Looked<'_>) -> Vec<Check> {
    let found: Vec<(usize, String)> = match ending(looked.path) {
        "py" => {
            looked.text.lines().enumerate().filter_map(|(at, line)| Some((at + 1, python(looked, line)?))).collect()
        }
        "js" | "mjs" | "cjs" | "ts" | "tsx" | "jsx" => {
            looked.text.lines().enumerate().filter_map(|(at, line)| Some((at + 1, script(looked, line)?))).collect()
        }
        "rs" => looked.text.lines().enumerate().filter_map(|(at, line)| Some((at + 1, rust(looked, line)?))).collect(),
        _ => Vec::new(),
    };
    let check = |(line, name): (usize, String)| {
        bad(&format!("line {line} imports {name}, which is not there"), Some(line), &format!("{name} does not exist"))
    };
    found.into_iter().map(check).collect()
}

/// Only packages that the work tree itself holds can be judged.
fn python(looked: &Looked<'_>, line: &str) -> Option<String> {
    let line = line.trim();
    let (module, names) = if let Some(rest) = line.strip_prefix("from ") {
        let (module, names) = rest.split_once(" import ")?;
        (module.trim(), names)
    } else {
        (line.strip_prefix("import ")?.split([' ', ',']).next()?, "")
    };
    if module.starts_with('.')
        || !module.split('.').all(|part| part.chars().all(|letter| letter.is_alphanumeric() || letter == '_'))
    {
        return None;
    }
    let path: PathBuf = module.split('.').collect();
    let mut parts = module.split('.');
    let package = Path::new(parts.next()?);
    let ours = (looked.exists)(&package.join("__init__.py"));
    let there = |path: &Path| (looked.exists)(&path.with_extension("py")) || (looked.exists)(&path.join("__init__.py"));
    if !ours {
        return None;
    }
    if !there(&path) {
        // A folder without `__init__.py` may be a package, too, and its contents cannot be listed here.
        return Some(module.to_owned());
    }
    // `from package.module import name`: the name must stand in the module, where its text is at hand.
    let text = (looked.text_of)(&path.with_extension("py"))?;
    if text.contains("import *") || text.contains("__getattr__") {
        return None;
    }
    let names = names.trim().trim_start_matches('(').trim_end_matches(')');
    let name = names.split(',').map(|name| name.split(" as ").next().unwrap_or_default().trim()).find(|name| {
        !name.is_empty()
            && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
            && !mentions(text, name)
    })?;
    if (looked.exists)(&path.join(name).with_extension("py")) { None } else { Some(format!("{name} of {module}")) }
}

fn mentions(text: &str, name: &str) -> bool {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').any(|word| word == name)
}

fn script(looked: &Looked<'_>, line: &str) -> Option<String> {
    let line = line.trim();
    let at = ["require('", "require(\"", "from '", "from \"", "import('", "import(\"", "import '", "import \""]
        .iter()
        .find_map(|start| line.find(start).map(|at| at + start.len()))?;
    let name = line.get(at..)?.split(['\'', '"']).next()?;
    if !name.starts_with("./") && !name.starts_with("../") {
        return None;
    }
    let path = join(looked.path.parent()?, name)?;
    let endings =
        ["", ".js", ".mjs", ".cjs", ".ts", ".tsx", ".jsx", ".json", "/index.js", "/index.ts", ".node", ".css"];
    let there = endings.iter().any(|ending| (looked.exists)(Path::new(&format!("{}{ending}", path.display()))))
        // Sources of TypeScript name the file that they become.
        || (path.extension().is_some_and(|ending| ending == "js") && (looked.exists)(&path.with_extension("ts")));
    if there { None } else { Some(name.to_owned()) }
}

fn rust(looked: &Looked<'_>, line: &str) -> Option<String> {
    let line = line.trim();
    let rest = line.strip_prefix("pub(crate) ").or_else(|| line.strip_prefix("pub ")).unwrap_or(line);
    let name = rest.strip_prefix("mod ")?.strip_suffix(';')?;
    if looked.text.contains("#[path") {
        return None;
    }
    let folder = looked.path.parent()?;
    let stem = looked.path.file_stem()?.to_str()?;
    let base = if matches!(stem, "lib" | "main" | "mod") { folder.to_path_buf() } else { folder.join(stem) };
    let at_root = base.join(format!("{name}.rs"));
    let nested = base.join(name).join("mod.rs");
    // Files below tests/ and src/bin/ are roots of their own.
    let beside = folder.join(format!("{name}.rs"));
    let below = folder.join(name).join("mod.rs");
    let there = [at_root, nested, beside, below].iter().any(|path| (looked.exists)(path));
    if there { None } else { Some(format!("module {name}")) }
}

/// A relative path from a folder, without `.` and `..`; `None` when it leaves the work tree.
pub fn join(folder: &Path, name: &str) -> Option<PathBuf> {
    let mut out = folder.to_path_buf();
    for part in name.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                if !out.pop() {
                    return None;
                }
            }
            part => out.push(part),
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, text: &str, there: &[&str]) -> usize {
        let exists = |path: &Path| there.iter().any(|one| Path::new(one) == path);
        let looked = Looked { path: Path::new(path), text, start: None, exists: &exists, text_of: &|_| None };
        missing(&looked).len()
    }

    #[test]
    fn only_what_belongs_to_the_tree_is_judged() {
        let there = ["pricing/__init__.py", "pricing/tax.py", "lib/queue.js", "src/lib.rs", "src/a.rs"];
        assert_eq!(
            check(
                "pricing/totals.py",
                "import os\nfrom pricing.tax import tax\nfrom pricing.discount import d\n",
                &there
            ),
            1
        );
        assert_eq!(check("lib/a.js", "const q = require('./queue');\nconst fs = require('fs');\n", &there), 0);
        assert_eq!(check("lib/a.js", "import { x } from '../gone.js';\n", &there), 1);
        assert_eq!(check("src/lib.rs", "mod a;\npub mod b;\n", &there), 1);
    }
}
