//! Whether the last words of a turn say that the work is finished: English and Spanish, sentence by sentence.
//!
//! What is left, in any sentence, outweighs what is done in another.

use crate::read::wording::Wording;

static DONE: Wording = Wording::any_case(&[
    r"\b(done|finished|completed?|committed|implemented|in place|all green|all set|wrapped up|all steps|everything (is|works)|works as)\b|",
    r"\b(tests?|specs|suite|checks|gates) (now |still )?(pass|passes|passed|are green|is green)\b|^\W*(merged|shipped|fixed|released|deployed|published|refactored|migrated)\b|\bnothing (else|left|more)( left)? to do\b|\bready (for review|to (merge|ship|send|release))\b|",
    r"\b(list[oa]s?|terminad[oa]s?|hech[oa]s?|completad[oa]s?|finalizad[oa]s?|acabad[oa]|confirmad[oa]s?|he (terminado|acabado)|todo está|ya está|no (falta|queda) nada)\b",
]);
/// A word of the end, denied: "not committed", "is still uncommitted", "no está terminado".
static DENIED: Wording = Wording::any_case(&[
    r"\b(not|never|isn't|aren't|wasn't|weren't|hasn't|haven't|cannot|can't|couldn't|yet to|nothing (is|was)|none of)\b[^,;:]{0,40}\b(done|finished|completed?|committed|implemented|in place|ready|started|begun|pass|green)\b|",
    r"\b(unfinished|incomplete|uncommitted|half[- ]done|not yet)\b|",
    r"\b(no|sin|aún|todavía)\b[^,;:]{0,30}\b(terminad|terminar|hech|completad|completar|confirmad|confirmar|list[oa]|acabad|empezad|empezar)",
]);
static LEFT: Wording = Wording::any_case(&[
    r"\bnext (would be|i\b|step|up\b|is\b|comes\b)|^next\b|\bnext:|\bstill (to do|missing|needs?|have to|has to)\b|\b(is|are|what is|what's) left\b|\bleft to do\b|\b(remaining|remains?)\b|\bto be done\b|\bto-?do:|",
    r"\b(i will|i'll|i am going to|i'm going to|let me|we still)\b|\b(stopping|pausing) here\b|\bto follow\b|\boutstanding\b|",
    r"\bquedan?\b.{0,12}\b(por|pendientes?|el|la|los|las|un|una|paso)\b|\bfaltan?\b|\bsiguiente\b|\bpendientes?\b|\bvoy a\b|\bahora (toca|voy|sigo|el|la)\b",
]);
/// What is no work that is left: an offer, or the news that nothing is.
static OFFER: Wording = Wording::any_case(&[
    r"\b(if you|let me know|whenever you|happy to|feel free|nothing (else |more )?(is |was )?(left|remains|remaining|outstanding)|no (remaining|outstanding|open)|si quieres|avísame|no (falta|queda) nada|nada (falta|pendiente))\b",
]);

/// Whether the last words say that the work is finished.
pub(super) fn says_done(words: &str) -> bool {
    all_done(words, false)
}

/// The same of a run that was asked for one step only: what is left beyond the step is not its.
pub(super) fn says_step_done(words: &str) -> bool {
    all_done(words, true)
}

fn all_done(words: &str, step: bool) -> bool {
    if asks(words) {
        return false;
    }
    let mut done = false;
    for sentence in sentences(words) {
        if !step && (DENIED.fits(sentence) || (LEFT.fits(sentence) && !OFFER.fits(sentence))) {
            return false;
        }
        done |= DONE.fits(sentence) && !DENIED.fits(sentence);
    }
    done
}

/// Whether they end with a question.
pub(super) fn asks(words: &str) -> bool {
    words.trim_end().trim_end_matches(['*', '_', '`', ')']).ends_with('?')
}

fn sentences(words: &str) -> impl Iterator<Item = &str> {
    words.split_inclusive(['\n', '.', '!', ';']).map(str::trim).filter(|sentence| !sentence.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finished_run_says_so() {
        for words in [
            "wait_time is in; 2 tests pass; committed.",
            "All done.",
            "Discount is in; rubocop is clean and all specs pass.",
            "Merged and green.",
            "You're all set: vat() works as asked.",
            "I've completed both steps. All tests pass.",
            "Both steps are complete. Let me know if you want more and I'll add it.",
            "Nothing is left to do; everything is committed.",
            "He terminado: las pruebas pasan y todo está confirmado.",
            "Ya está todo. Queda confirmado en main.",
        ] {
            assert!(says_done(words), "{words}");
        }
    }

    #[test]
    fn a_report_of_a_step_or_of_what_is_left_is_no_end() {
        assert!(says_step_done("The step is done; committed. Next would be step 3, which is not done."));
        assert!(!says_step_done("The step is not done: the gate is red."));
        for words in [
            "Step 1 is done and committed. Next would be step 2.",
            "Step 1 is committed. Shall I go on with step 2?",
            "vat() is committed but the work is incomplete: the second step is not implemented.",
            "I have not finished step 2.",
            "The change is still uncommitted; step 2 has not been started.",
            "Stopping here for now. Step 1 is done; step 2 remains.",
            "El paso 1 está hecho; falta el paso 2.",
            "El paso 2 todavía no está terminado.",
            "Reading the contract first.",
        ] {
            assert!(!says_done(words), "{words}");
        }
    }
}
