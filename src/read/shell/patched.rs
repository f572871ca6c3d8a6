//! `apply_patch` run as a command: its text names the files that it changes.

use super::{Simple, Written};

/// The files that a patch names; [`Written::Tree`] when the text is not in the script.
pub(super) fn patched(simple: &Simple) -> Vec<Written> {
    if !matches!(simple.name(), "apply_patch" | "applypatch") {
        return Vec::new();
    }
    let typed = simple.args().iter().find(|word| word.contains("*** "));
    let Some(text) = typed.or(simple.input.as_ref()) else {
        let fed = simple.fed_by.is_some() || simple.context.pipe.is_some_and(|place| place > 0);
        return if fed { vec![Written::Tree] } else { Vec::new() };
    };
    let mut out: Vec<Written> = Vec::new();
    for line in text.lines().map(str::trim_end) {
        let file = |head: &str| line.strip_prefix(head).map(|file| simple.path(file.trim()));
        if let Some(path) = file("*** Update File: ") {
            out.push(Written::Edited(path));
        } else if let Some(path) = file("*** Add File: ") {
            out.push(Written::Whole(path, Some(String::new())));
        } else if let Some(path) = file("*** Delete File: ") {
            out.push(Written::Removed(path));
        } else if let Some(to) = file("*** Move to: ") {
            if let Some(Written::Edited(from)) = out.pop() {
                out.push(Written::Removed(from));
            }
            out.push(Written::Edited(to));
        } else if let (Some(added), Some(Written::Whole(_, Some(text)))) = (line.strip_prefix('+'), out.last_mut()) {
            text.push_str(added);
            text.push('\n');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::shell::commands;

    #[test]
    fn a_patch_names_its_files() {
        let of = |script: &str| commands(script).iter().flat_map(patched).collect::<Vec<_>>();
        let script = "cd app && apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: b.py\n+one\n+two\n*** Update File: a.py\n*** Move to: c.py\n@@\n-a\n+b\n*** Delete File: d.py\n*** End Patch\nEOF";
        let added = Written::Whole("app/b.py".into(), Some("one\ntwo\n".into()));
        let moved = [Written::Removed("app/a.py".into()), Written::Edited("app/c.py".into())];
        assert_eq!(of(script), [&[added][..], &moved, &[Written::Removed("app/d.py".into())]].concat());
        assert_eq!(of("apply_patch --help; apply_patch < x.patch"), [Written::Tree]);
    }
}
