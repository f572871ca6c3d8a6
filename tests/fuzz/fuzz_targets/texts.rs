//! Texts that people and other programs hand over: briefs with their data, packets, criteria of a task.
#![no_main]

use lastgood::brief::{marks, mask, mask_text, read_json, render, section_lines};
use lastgood::read::{packet, task};
use lastgood_fuzz::mutate;
use libfuzzer_sys::{fuzz_mutator, fuzz_target};

fuzz_target!(|text: &str| {
    std::hint::black_box((marks(text), mask_text(text), task::stated(text), section_lines(text)));
    if let Ok(packet) = packet::parse(text) {
        let mut task = task::stated(text);
        packet::apply(&mut task, &packet);
    }
    if let Ok(brief) = read_json(text) {
        let (masked, _) = mask(&brief);
        let rendered = render(&masked);
        // What is written is found again as it was written; an id of ours has no blanks.
        let usual = !brief.recovery.is_empty() && !brief.recovery.contains(char::is_whitespace);
        assert!(!usual || marks(&rendered).first().is_some_and(|mark| mark.at == 0 && mark.hash == lastgood::brief::Hash::Fits));
    }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| { mutate(data, size, max_size, seed) });
