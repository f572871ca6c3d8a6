//! A copy of a content for gates, in our scratch: at a commit, or as the work tree is now. Gone when it is dropped.
//!
//! The copy has a repository of its own that borrows the objects of the original, so that a test that asks git gets an
//! answer; it has no remote, no hook and no filter, and nothing in it can reach the original's refs or index. What a
//! gate commits stays in the copy; git may only renew the time of an object of the original that it would write again.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use git2::{ObjectType, Oid, Repository, RepositoryInitOptions};

use super::{Content, Kind, id, open, survey, tree};
use crate::store::Scratch;

/// Folders with what a project depends on: usually ignored, and without them most gates cannot run.
pub const DEPENDENCIES: &[&str] =
    &["node_modules", ".venv", "venv", "vendor", ".bundle", "bower_components", "Pods", ".yarn", "deps", ".tox"];

/// A copy of a content for gates.
#[derive(Debug)]
pub struct Checkout {
    /// The folder of the copy.
    pub folder: PathBuf,
    /// The tree hash of what is in it.
    pub content: String,
    /// The commit, when it is the copy of one.
    pub commit: Option<String>,
    /// What the copy lacks, in words.
    pub missing: Vec<String>,
    /// Ignored folders of the work tree that are linked into it.
    pub linked: Vec<PathBuf>,
    ids: BTreeMap<Vec<u8>, (u32, Oid)>,
    _scratch: Scratch,
}

impl Checkout {
    /// The work tree as it is now.
    pub fn present(cache: &Path, root: &Path, link: bool) -> Result<Self, String> {
        let content = survey(root)?;
        let (scratch, folder) = place(cache, root)?;
        for (path, entry) in &content.entries {
            copy(&content, path, entry.kind, &folder)?;
        }
        let head = open(root)?.map(|repo| borrow(&repo, &folder, None)).transpose()?;
        // The content is what was copied, read from the copy: the original may go on changing.
        let copied = Content { root: folder.clone(), entries: content.entries.clone(), ..Content::default() };
        let mut checkout = Self::new(scratch, folder, copied.ids()?)?;
        checkout.commit = head.flatten().filter(|commit| same(root, commit, &checkout.content));
        checkout.say(&content, link)?;
        Ok(checkout)
    }

    /// A commit of the work tree's repository.
    pub fn commit(cache: &Path, root: &Path, commit: &str, link: bool) -> Result<Self, String> {
        let repo = open(root)?.ok_or_else(|| format!("{} is no repository, so it has no commit", root.display()))?;
        let git = |why: git2::Error| format!("git: {}", why.message());
        let found = repo.revparse_single(commit).and_then(|found| found.peel_to_commit()).map_err(git)?;
        let (scratch, folder) = place(cache, root)?;
        let mut ids = BTreeMap::new();
        lay(&repo, &found.tree().map_err(git)?, &mut Vec::new(), &folder, &mut ids)?;
        borrow(&repo, &folder, Some(found.id()))?;
        let mut checkout = Self::new(scratch, folder, ids)?;
        checkout.commit = Some(found.id().to_string());
        checkout.say(&survey(root)?, link)?;
        Ok(checkout)
    }

    fn new(scratch: Scratch, folder: PathBuf, ids: BTreeMap<Vec<u8>, (u32, Oid)>) -> Result<Self, String> {
        let content = tree::tree(&ids, &mut |bytes| Oid::hash_object(ObjectType::Tree, bytes))
            .map_err(|why| why.message().to_owned())?
            .to_string();
        Ok(Self { folder, content, commit: None, missing: vec![], linked: vec![], ids, _scratch: scratch })
    }

    /// What of the content was changed or removed in the copy since it was laid out.
    pub fn changed(&self) -> Result<Vec<String>, String> {
        let mut changed = Vec::new();
        for (path, (mode, before)) in self.ids.iter().filter(|(_, (mode, _))| *mode != 0o160_000) {
            let kind = if *mode == 0o120_000 { Kind::Link } else { Kind::File { exec: false } };
            if id(&self.folder.join(OsStr::from_bytes(path)), kind)? != Some(*before) {
                changed.push(String::from_utf8_lossy(path).into_owned());
            }
        }
        Ok(changed)
    }

    /// Links what was asked for, and says what the copy lacks.
    fn say(&mut self, original: &Content, link: bool) -> Result<(), String> {
        for path in &original.ignored {
            let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
            let depends = DEPENDENCIES.contains(&name);
            let at = self.folder.join(path);
            if link && depends && std::fs::symlink_metadata(&at).is_err() {
                at.parent().map_or(Ok(()), std::fs::create_dir_all).map_err(|why| because(&at, &why))?;
                std::os::unix::fs::symlink(original.root.join(path), &at).map_err(|why| because(&at, &why))?;
                self.linked.push(path.clone());
            } else {
                self.missing.push(path.display().to_string());
            }
        }
        self.missing.extend(original.nested.iter().map(|path| format!("{} (another repository)", path.display())));
        Ok(())
    }
}

/// Whether a commit's tree is this content.
fn same(root: &Path, commit: &str, content: &str) -> bool {
    let tree = |repo: Repository| Some(repo.revparse_single(commit).ok()?.peel_to_tree().ok()?.id());
    open(root).ok().flatten().and_then(tree).is_some_and(|id| id.to_string() == content)
}

fn because(path: &Path, why: &dyn std::fmt::Display) -> String {
    format!("the copy {} could not be made: {why}", path.display())
}

/// An empty folder named as the original: some projects look at the name.
fn place(cache: &Path, root: &Path) -> Result<(Scratch, PathBuf), String> {
    let scratch = Scratch::make(cache).map_err(|why| why.to_string())?;
    let folder = scratch.path().join("copy").join(root.file_name().unwrap_or_else(|| OsStr::new("tree")));
    std::fs::create_dir_all(&folder).map_err(|why| because(&folder, &why))?;
    Ok((scratch, folder))
}

fn copy(content: &Content, path: &[u8], kind: Kind, to: &Path) -> Result<(), String> {
    let (from, to) = (content.full(path), to.join(OsStr::from_bytes(path)));
    let made = || -> io::Result<()> {
        if let Some(parent) = to.parent() {
            std::fs::create_dir_all(parent)?;
        }
        match kind {
            Kind::Module(_) => std::fs::create_dir_all(&to),
            Kind::Link => std::os::unix::fs::symlink(std::fs::read_link(&from)?, &to),
            Kind::File { .. } => std::fs::copy(&from, &to).map(|_| ()),
        }
    };
    match made() {
        // Gone since it was listed: then it is no part of the content any more.
        Err(why) if why.kind() == io::ErrorKind::NotFound && std::fs::symlink_metadata(&from).is_err() => Ok(()),
        other => other.map_err(|why| because(&from, &why)),
    }
}

/// Lays out a tree of the repository, raw.
fn lay(
    repo: &Repository,
    tree: &git2::Tree<'_>,
    inside: &mut Vec<u8>,
    to: &Path,
    ids: &mut BTreeMap<Vec<u8>, (u32, Oid)>,
) -> Result<(), String> {
    for entry in tree {
        let length = inside.len();
        if length > 0 {
            inside.push(b'/');
        }
        inside.extend_from_slice(entry.name_bytes());
        let at = to.join(OsStr::from_bytes(inside));
        let mode = entry.filemode().cast_unsigned();
        let git = |why: git2::Error| because(&at, &why.message());
        if mode == 0o40_000 {
            std::fs::create_dir_all(&at).map_err(|why| because(&at, &why))?;
            lay(repo, &repo.find_tree(entry.id()).map_err(git)?, inside, to, ids)?;
        } else {
            let lay_one = || -> Result<(), String> {
                if mode == 0o160_000 {
                    return std::fs::create_dir_all(&at).map_err(|why| because(&at, &why));
                }
                let blob = repo.find_blob(entry.id()).map_err(git)?;
                let bytes = blob.content();
                let written = if mode == 0o120_000 {
                    std::os::unix::fs::symlink(OsStr::from_bytes(bytes), &at)
                } else {
                    std::fs::write(&at, bytes).and_then(|()| {
                        let mode = if mode & 0o100 == 0 { 0o644 } else { 0o755 };
                        std::fs::set_permissions(&at, std::fs::Permissions::from_mode(mode))
                    })
                };
                written.map_err(|why| because(&at, &why))
            };
            lay_one()?;
            ids.insert(inside.clone(), (mode, entry.id()));
        }
        inside.truncate(length);
    }
    Ok(())
}

/// Makes a repository in the copy that borrows the original's objects, at the same commit and branch, or at `at`.
fn borrow(from: &Repository, folder: &Path, at: Option<Oid>) -> Result<Option<String>, String> {
    let make = || -> Result<Option<String>, git2::Error> {
        let mut options = RepositoryInitOptions::new();
        options.external_template(false).no_reinit(true);
        let own = Repository::init_opts(folder, &options)?;
        let io = |why: io::Error| git2::Error::from_str(&why.to_string());
        let objects = from.commondir().join("objects");
        let objects = objects.canonicalize().map_err(io)?;
        let line = [objects.as_os_str().as_bytes(), b"\n"].concat();
        std::fs::create_dir_all(own.path().join("objects/info")).map_err(io)?;
        std::fs::write(own.path().join("objects/info/alternates"), line).map_err(io)?;
        if let Ok(shallow) = std::fs::read(from.commondir().join("shallow")) {
            std::fs::write(own.path().join("shallow"), shallow).map_err(io)?;
        }
        refs(from, &own).map_err(io)?;
        let head = from.head().ok();
        let id = at.or_else(|| head.as_ref().and_then(git2::Reference::target));
        let branch = head.as_ref().filter(|head| at.is_none() && head.is_branch()).and_then(git2::Reference::name);
        let line = match (branch, id) {
            (Some(branch), _) => format!("ref: {branch}\n"),
            (None, Some(id)) => format!("{id}\n"),
            (None, None) => return Ok(None),
        };
        std::fs::write(own.path().join("HEAD"), line).map_err(io)?;
        // Opened again: what was written by hand was not known to the first handle.
        let own = Repository::open(folder)?;
        let Some(id) = id else { return Ok(None) };
        let mut index = own.index()?;
        index.read_tree(&own.find_commit(id)?.tree()?)?;
        index.write()?;
        Ok(Some(id.to_string()))
    };
    make().map_err(|why| because(folder, &why.message()))
}

/// Branches, tags and what is known of remotes, so that a gate can ask what changed since one of them.
fn refs(from: &Repository, own: &Repository) -> io::Result<()> {
    let mut lines = BTreeMap::new();
    for found in from.references().into_iter().flatten().flatten() {
        if let (Some(name), Some(id)) = (found.name(), found.target())
            && name.starts_with("refs/")
        {
            lines.insert(name.to_owned(), id);
        }
    }
    let lines: Vec<String> = lines.iter().map(|(name, id)| format!("{id} {name}\n")).collect();
    let text = lines.concat();
    std::fs::write(own.path().join("packed-refs"), text)
}
