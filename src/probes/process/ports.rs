//! TCP ports on which somebody listens, by the inode of the socket.

use std::collections::BTreeMap;
use std::path::Path;

/// State of a listening socket in `/proc/net/tcp`.
const LISTEN: &str = "0A";

/// Ports by socket inode.
pub(super) fn listening(proc: &Path) -> BTreeMap<u64, u16> {
    let mut found = BTreeMap::new();
    for name in ["net/tcp", "net/tcp6"] {
        let text = std::fs::read_to_string(proc.join(name)).unwrap_or_default();
        found.extend(text.lines().skip(1).filter_map(port));
    }
    found
}

fn port(line: &str) -> Option<(u64, u16)> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    if *fields.get(3)? != LISTEN {
        return None;
    }
    let port = u16::from_str_radix(fields.get(1)?.rsplit(':').next()?, 16).ok()?;
    Some((fields.get(9)?.parse().ok()?, port))
}

#[cfg(test)]
mod tests {
    use super::port;

    #[test]
    fn only_listening_sockets_count() {
        let line =
            "   0: 0100007F:46A0 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1001        0 55512 1 x";
        assert_eq!(port(line), Some((55512, 18080)));
        assert_eq!(port(&line.replace(" 0A ", " 01 ")), None);
    }
}
