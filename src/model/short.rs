//! How a session is called in a few letters, so that it can be typed as it is shown.

/// Letters that nearly always name one session.
const ENOUGH: usize = 8;

/// The beginning of a session's id: as short as no other session begins so, and no shorter than people are used to.
pub fn short_session<'a, 'o>(session: &'a str, others: impl IntoIterator<Item = &'o str>) -> &'a str {
    let same = |other: &str| session.bytes().zip(other.bytes()).take_while(|(one, two)| one == two).count();
    let others = others.into_iter().filter(|other| *other != session);
    let wanted = others.map(|other| same(other) + 1).max().unwrap_or_default().max(ENOUGH);
    session.get(..wanted).unwrap_or(session)
}

#[cfg(test)]
mod tests {
    use super::short_session;

    #[test]
    fn a_short_name_is_that_of_one_session_alone() {
        let all = ["d3adc0de-1a57", "2ec0c0de-0000-01", "2ec0c0de-0000-02", "2ec0c0de-0000-01-b"];
        for (session, short) in [
            ("d3adc0de-1a57", "d3adc0de"),
            ("2ec0c0de-0000-02", "2ec0c0de-0000-02"),
            ("2ec0c0de-0000-01-b", "2ec0c0de-0000-01-"),
            ("2ec0c0de-0000-01", "2ec0c0de-0000-01"),
            ("é3", "é3"),
        ] {
            assert_eq!(short_session(session, all), short);
            let begins = all.iter().filter(|one| one.starts_with(short)).count();
            assert!(begins <= 1 || all.contains(&short), "{short}");
        }
    }
}
