//! Requests that a log names by their method and address.

use super::Kind;

/// What a request reaches; nothing for one that only reads.
pub(super) fn find(method: &str, url: &str) -> Option<Kind> {
    if matches!(method, "GET" | "HEAD" | "OPTIONS") {
        return None;
    }
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = rest.split(['/', '?']).next().unwrap_or(rest);
    let touches = format!("{host} ({method})");
    let look = format!("ask {host} for what it holds at {url}, or look into its log");
    Some(Kind { touches, look, ok: None, failed: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_that_may_change_something_names_its_host() {
        assert!(find("GET", "https://reports.invalid/x").is_none());
        let kind = find("POST", "https://reports.invalid/upload?x=1").unwrap();
        assert_eq!(kind.touches, "reports.invalid (POST)");
    }
}
