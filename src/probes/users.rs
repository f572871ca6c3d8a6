//! Names of accounts, from `/etc/passwd`; accounts of a directory service keep their number.

/// The name of an account, or `user 1001`.
pub fn name(uid: u32) -> String {
    let passwd = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    passwd
        .lines()
        .find_map(|line| {
            let mut fields = line.split(':');
            let name = fields.next()?;
            (fields.nth(1)?.parse() == Ok(uid)).then(|| name.to_owned())
        })
        .unwrap_or_else(|| format!("user {uid}"))
}
