//! Where the paths of the records lie on this machine (`--map /home/dev=DIR`).

use std::path::{Path, PathBuf};

/// Ordered rewrites of path prefixes, from records to this machine; the first that fits is used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PathMap(Vec<(PathBuf, PathBuf)>);

impl PathMap {
    /// A map from pairs of prefix in records and folder of this machine.
    pub fn new<F: Into<PathBuf>, T: Into<PathBuf>>(pairs: impl IntoIterator<Item = (F, T)>) -> Self {
        Self(pairs.into_iter().map(|(from, to)| (from.into(), to.into())).collect())
    }

    /// The same map with one more pair, which is tried first.
    #[must_use]
    pub fn first(&self, from: impl Into<PathBuf>, to: impl Into<PathBuf>) -> Self {
        let mut pairs = vec![(from.into(), to.into())];
        pairs.extend(self.0.iter().cloned());
        Self(pairs)
    }

    /// The path of this machine for a path in a record. A path that already lies below a target stays as it is.
    pub fn here(&self, recorded: impl AsRef<Path>) -> PathBuf {
        let path = recorded.as_ref();
        let already = self.0.iter().any(|(from, to)| path.starts_with(to) && !from.starts_with(to));
        if already { path.to_path_buf() } else { self.rewrite(path, |(from, to)| (from, to)) }
    }

    /// Whether what lies at this path of this machine is what a record means: below a target, or anywhere without a map.
    pub fn holds(&self, here: &Path) -> bool {
        self.0.is_empty() || self.0.iter().any(|(_, to)| here.starts_with(to))
    }

    /// The path as a record would write it.
    pub fn recorded(&self, here: impl AsRef<Path>) -> PathBuf {
        self.rewrite(here.as_ref(), |(from, to)| (to, from))
    }

    fn rewrite(&self, path: &Path, side: impl Fn(&(PathBuf, PathBuf)) -> (&PathBuf, &PathBuf)) -> PathBuf {
        for (from, to) in self.0.iter().map(side) {
            if let Ok(rest) = path.strip_prefix(from) {
                // `join` with an empty rest would add a slash at the end.
                return if rest.as_os_str().is_empty() { to.clone() } else { to.join(rest) };
            }
        }
        path.to_path_buf()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mounted() -> PathMap {
        PathMap::new([("/home/dev", "/tmp/x/home/dev"), ("/tmp", "/tmp/x/tmp")])
    }

    #[test]
    fn a_path_goes_through_the_map_and_back() {
        let map = mounted();
        assert_eq!(map.here("/home/dev/src/gate"), Path::new("/tmp/x/home/dev/src/gate"));
        assert_eq!(map.here("/home/dev"), Path::new("/tmp/x/home/dev"));
        assert_eq!(map.here("/home/developer"), Path::new("/home/developer"));
        assert_eq!(map.recorded("/tmp/x/home/dev/src"), Path::new("/home/dev/src"));
        assert_eq!(map.recorded("/tmp/x/tmp/y"), Path::new("/tmp/y"));
    }

    #[test]
    fn only_below_the_targets_lies_what_the_records_mean() {
        assert!(mounted().holds(Path::new("/tmp/x/home/dev/src")) && !mounted().holds(Path::new("/opt/tool")));
        assert!(PathMap::default().holds(Path::new("/opt/tool")));
    }

    #[test]
    fn a_path_of_this_machine_is_not_mapped_again() {
        assert_eq!(mounted().here("/tmp/x/home/dev/src"), Path::new("/tmp/x/home/dev/src"));
        assert_eq!(mounted().here("/tmp/claude-1001"), Path::new("/tmp/x/tmp/claude-1001"));
    }
}
