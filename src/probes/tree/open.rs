//! Opens a repository whose pointers may hold recorded paths, and says why when git2 refuses.

use std::path::{Path, PathBuf};

use git2::{ErrorCode, Repository, RepositoryOpenFlags};

use crate::evidence;
use crate::model::{PathMap, Problem};

/// Files of a repository that are read whenever it is opened.
const OWN_FILES: &[&str] = &[
    "HEAD",
    "config",
    "config.worktree",
    "commondir",
    "index",
    "packed-refs",
    "shallow",
    "info/exclude",
    "info/attributes",
];

/// What a folder turned out to be.
pub(super) enum Opened {
    /// A repository with a work tree.
    Repository(Repository),
    /// No repository, which is normal.
    Folder,
    /// A repository that may or can not be read.
    Refused(Problem),
}

/// Opens the repository to which a folder belongs.
pub(super) fn open(folder: &Path, map: &PathMap) -> Opened {
    let Some((root, gitdir)) = find(folder, map) else { return Opened::Folder };
    // libgit2 would wait on a pipe of such a name.
    if let Some(problem) = OWN_FILES.iter().find_map(|name| evidence::irregular(&gitdir.join(name))) {
        return Opened::Refused(problem);
    }
    let flags = RepositoryOpenFlags::NO_SEARCH;
    match Repository::open_ext(&gitdir, flags, std::iter::empty::<&Path>()) {
        Ok(repo) => match repo.set_workdir(&root, false) {
            Ok(()) => Opened::Repository(repo),
            Err(error) => Opened::Refused(refused(&root, &error)),
        },
        Err(error) => Opened::Refused(refused(&root, &error)),
    }
}

/// The root of the work tree above `folder` and its git folder, pointers mapped.
fn find(folder: &Path, map: &PathMap) -> Option<(PathBuf, PathBuf)> {
    folder.ancestors().find_map(|root| {
        let git = root.join(".git");
        if git.is_dir() {
            // An empty `.git` folder is no repository; libgit2 would say so with an error.
            return git.join("HEAD").exists().then(|| (root.to_path_buf(), git));
        }
        let text = evidence::read_to_string(&git).ok()?;
        let pointer = Path::new(text.strip_prefix("gitdir:")?.trim());
        Some((root.to_path_buf(), map.here(root.join(pointer))))
    })
}

fn refused(root: &Path, error: &git2::Error) -> Problem {
    let place = root.display().to_string();
    if error.code() == ErrorCode::Owner {
        let owner = owner(root);
        return Problem::new(
            place,
            format!(
                "the repository belongs to {owner}, and git does not read repositories of other accounts; \
                 run lastgood as {owner} (sudo -u {owner} lastgood …). Until then products come from the log and the disk"
            ),
        );
    }
    Problem::new(place, format!("the repository could not be opened: {}", error.message()))
}

fn owner(root: &Path) -> String {
    use std::os::unix::fs::MetadataExt as _;
    let Ok(uid) = std::fs::metadata(root).map(|meta| meta.uid()) else { return "another account".to_owned() };
    crate::probes::users::name(uid)
}
