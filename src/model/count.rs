//! A count with its noun, for every text in which things are counted. Says nothing about what is counted.

/// A count with its noun: `1 file`, `3 files`.
pub fn count(count: usize, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn one_thing_is_not_many() {
        assert_eq!([count(0, "file", "files"), count(1, "file", "files")], ["0 files", "1 file"]);
    }
}
