//! Where the paths of the records lie on this machine (`--map /home/dev=DIR`).

use std::path::{Path, PathBuf};

/// Path prefixes as they stand in records, with the folders in which they lie here; the longest prefix wins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PathMap(Vec<(PathBuf, PathBuf)>);

impl PathMap {
    /// A map of these pairs: recorded prefix, folder here.
    pub fn new(mut pairs: Vec<(PathBuf, PathBuf)>) -> Self {
        pairs.sort_by_key(|(from, _)| std::cmp::Reverse(from.components().count()));
        Self(pairs)
    }

    /// Where a recorded path lies here.
    pub fn here(&self, recorded: &Path) -> PathBuf {
        // A path that lies in a target already must not be mapped twice (`/tmp` mapped to `/tmp/case/tmp`).
        if self.0.iter().any(|(_, to)| recorded.starts_with(to)) {
            return recorded.to_path_buf();
        }
        for (from, to) in &self.0 {
            if let Ok(rest) = recorded.strip_prefix(from) {
                return if rest.as_os_str().is_empty() { to.clone() } else { to.join(rest) };
            }
        }
        recorded.to_path_buf()
    }

    /// Whether nothing is mapped.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_prefix_wins_and_whole_names_only() {
        let map = PathMap::new(vec![("/home/dev".into(), "/t/home".into()), ("/home/dev/x".into(), "/y".into())]);
        assert_eq!(map.here(Path::new("/home/dev/a")), Path::new("/t/home/a"));
        assert_eq!(map.here(Path::new("/home/dev/x/a")), Path::new("/y/a"));
        assert_eq!(map.here(Path::new("/home/developer")), Path::new("/home/developer"));
    }

    #[test]
    fn a_mapped_path_is_not_mapped_again() {
        let map = PathMap::new(vec![("/tmp".into(), "/tmp/case/tmp".into())]);
        assert_eq!(map.here(Path::new("/tmp/case/tmp/a")), Path::new("/tmp/case/tmp/a"));
    }
}
