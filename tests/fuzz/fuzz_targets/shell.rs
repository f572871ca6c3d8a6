//! A script as a shell reads it, with every end that it can have; the last line is what it printed.
#![no_main]

use lastgood::read::shell::{End, Script, Status, git, writes};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (script, output) = text.rsplit_once('\n').unwrap_or((text, ""));
    let read = Script::read(script);
    for simple in &read.simples {
        std::hint::black_box((writes(simple), git(simple)));
    }
    for status in [Status::Exit(0), Status::Exit(101), Status::Failed, Status::Unseen, Status::Started] {
        let end = End { status, output, whole: text.len() % 2 == 0 };
        let fates = read.fates(end, &|simple| output.contains(simple.name()).then_some(true));
        assert_eq!(fates.len(), read.simples.len());
    }
});
