//! Keys pressed at random: no panic, and nothing is written elsewhere without a dialog and `y`.

use lastgood::keys::Context;
use proptest::prelude::*;

use crate::left::with_base;
use crate::person::Person;

const KEYS: &[&str] = &[
    "j",
    "k",
    "h",
    "l",
    "g",
    "G",
    "ctrl-d",
    "ctrl-u",
    "enter",
    "esc",
    "tab",
    "backtab",
    "space",
    "1",
    "2",
    "3",
    "4",
    "u",
    "p",
    "x",
    "a",
    "m",
    "n",
    "N",
    "s",
    "c",
    "f",
    "o",
    "+",
    "=",
    "[",
    "]",
    "e",
    "v",
    "y",
    "Y",
    "b",
    "w",
    "R",
    "S",
    "z",
    "Z",
    "r",
    "/",
    ":",
    "?",
    "!",
    "0",
    "left",
    "right",
    "ctrl-s",
    "backspace",
    "q",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_keys_break_nothing(presses in proptest::collection::vec(0..KEYS.len(), 1..60), wide in any::<bool>()) {
        let mut person = Person::opens(with_base()).at(if wide { 100 } else { 80 }, if wide { 30 } else { 24 });
        for press in presses {
            let asked = person.asked.len();
            let consent = person.app.context() == Context::Consent;
            person.presses(KEYS[press]);
            let writes = person.asked[asked..].iter().any(lastgood::msg::Effect::writes_elsewhere);
            prop_assert!(!writes || (consent && KEYS[press] == "y"), "{} wrote", KEYS[press]);
        }
        let screen = person.screen();
        prop_assert!(screen.lines().count() > 1);
    }
}
