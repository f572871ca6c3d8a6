//! The packet: what is prepared before a failure, part by part, as it would be written for the next run.
//!
//! What is known from the run that failed stands in it as an offer, each with where it comes from. Nothing is written
//! before `w` and its dialog.

mod draw;

use std::cell::RefCell;
use std::collections::BTreeMap;

use ratatui::layout::Rect;

use super::form::{Field, Form, Purpose};
use super::{Ask, Consent, Desk, Head, Scene, Screen, chrome};
use crate::keys::Context;
use crate::model::{self, PACKET_SCHEMA, PacketPart};
use crate::msg::{Action, Content, ContentWanted, Effect, PACKET, Write};
use crate::steps::packet::{self as rules, Unfit};
use crate::widgets::editor::Editor;
use crate::widgets::paint::Paint;
use crate::words::{compose as brief_words, packet as words};

/// The name of a typed part in a draft begins so.
const DRAFT_KEY: &str = "packet ";

/// The packet of the work tree.
#[derive(Debug, Default)]
pub struct Packet {
    /// Which part is selected.
    at: usize,
    there: There,
    /// What was typed for a part and is not written yet.
    typed: BTreeMap<PacketPart, String>,
    /// The part that is edited, with its text now and before.
    editing: Option<(PacketPart, RefCell<Editor>, String)>,
    /// Texts that were left half typed.
    half: BTreeMap<PacketPart, String>,
}

/// What stands in the work tree.
#[derive(Debug, Default)]
enum There {
    /// It is being read.
    #[default]
    Reading,
    /// Nothing, or the packet.
    Read(Option<Box<model::Packet>>),
    /// Something that cannot be used.
    Unreadable(String),
}

/// A part as it stands on the screen.
struct Filled {
    lines: Vec<String>,
    from: String,
    /// Whether it says what nobody has written down yet.
    offered: bool,
}

/// Asks once, after a review, whether the next run is to have a packet.
pub fn offer(reconstructed: &[String]) -> Form {
    let field = Field::choice(words::OFFER_FIELD, words::OFFER_WAYS, Some(0));
    Form::new(Purpose::OfferPacket, words::OFFER_TITLE, vec![field]).notes(words::offer(reconstructed))
}

/// Whether the offer was taken.
pub fn accepts(chosen: &str) -> bool {
    chosen == words::OFFER_WAYS[1]
}

impl Packet {
    fn part(&self) -> PacketPart {
        PacketPart::ALL.get(self.at).copied().unwrap_or(PacketPart::Goal)
    }

    fn filled(&self, part: PacketPart, desk: &Desk) -> Filled {
        let lines = |text: &String| text.lines().map(str::to_owned).filter(|line| !line.trim().is_empty()).collect();
        if let Some(text) = self.typed.get(&part) {
            return Filled { lines: lines(text), from: words::TYPED.to_owned(), offered: true };
        }
        if let There::Read(Some(packet)) = &self.there {
            let lines = rules::lines(packet, part);
            if !lines.is_empty() {
                return Filled { lines, from: words::STANDS.to_owned(), offered: false };
            }
        }
        match rules::known(part, &desk.facts, &desk.recovery.decided) {
            Some(known) => Filled { lines: known.lines, from: known.from, offered: true },
            None if part == PacketPart::Owner && desk.operator.is_some() => {
                let lines = desk.operator.iter().cloned().collect();
                Filled { lines, from: words::DECIDED_HERE.to_owned(), offered: true }
            }
            None => Filled { lines: vec![], from: String::new(), offered: false },
        }
    }

    /// The packet as it would be written now, and the line that keeps it from being one.
    fn made(&self, desk: &Desk) -> Result<model::Packet, Unfit> {
        let mut made = match &self.there {
            There::Read(Some(packet)) => model::Packet::clone(packet),
            _ => model::Packet::default(),
        };
        PACKET_SCHEMA.clone_into(&mut made.schema);
        for &part in PacketPart::ALL {
            rules::set(&mut made, part, &self.filled(part, desk).lines)?;
        }
        Ok(made)
    }

    fn text(&self, desk: &Desk) -> Result<String, String> {
        let made = self.made(desk).map_err(|why| unfit(&why))?;
        Ok(serde_json::to_string_pretty(&made).unwrap_or_default() + "\n")
    }

    /// A part of one line is a field; one of several lines is a text.
    fn edit(&mut self, desk: &Desk) -> Vec<Ask> {
        let part = self.part();
        let text = self.filled(part, desk).lines.join("\n");
        if part.is_list() {
            let half = self.half.get(&part).unwrap_or(&text);
            self.editing = Some((part, RefCell::new(Editor::lines(half)), text));
            return vec![Ask::Say(words::form(part).to_owned())];
        }
        let form = Form::new(Purpose::Part(part), words::says(part), vec![Field::own(words::name(part), &text)]);
        vec![Ask::Form(form.notes([words::why(part)]))]
    }

    /// Takes the text of a part; a line that does not fit is said, and nothing is taken.
    fn take(&mut self, part: PacketPart, text: &str, desk: &Desk) -> Vec<Ask> {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        if let Err(why) = rules::set(&mut model::Packet::default(), part, &lines) {
            return vec![Ask::Say(unfit(&why))];
        }
        let same = self.filled(part, desk).lines.join("\n") == text.trim();
        if !same {
            self.typed.insert(part, text.trim().to_owned());
        }
        vec![Ask::Nothing]
    }

    /// While a part is edited every key goes into its text.
    fn in_editor(&mut self, action: Action, desk: &Desk) -> Vec<Ask> {
        let Some((part, editor, before)) = self.editing.take() else { return vec![] };
        match action {
            Action::Open => {
                let text = editor.borrow().text();
                let asks = self.take(part, &text, desk);
                self.half.remove(&part);
                if matches!(asks.as_slice(), [Ask::Say(_)]) {
                    self.editing = Some((part, editor, before));
                }
                return asks;
            }
            Action::Close => {
                let text = editor.borrow().text();
                self.half.remove(&part);
                if text.trim() != before.trim() {
                    self.half.insert(part, text);
                }
                return vec![Ask::Nothing];
            }
            Action::Type(press) => {
                if let Some(input) = super::compose::input(press) {
                    editor.borrow_mut().press(input);
                }
            }
            _ => {}
        }
        self.editing = Some((part, editor, before));
        vec![Ask::Nothing]
    }

    fn write(&self, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        let text = match self.text(desk) {
            Ok(text) => text,
            Err(why) => return vec![Ask::Say(why)],
        };
        let there = match &self.there {
            There::Read(Some(packet)) => serde_json::to_string_pretty(packet).ok().map(|text| text + "\n"),
            _ => None,
        };
        if there.as_ref() == Some(&text) {
            return vec![Ask::Say(words::SAME.to_owned())];
        }
        let size = brief_words::lines(text.lines().count());
        let lines = vec![
            format!("{}/", scene.clock.path(&desk.facts.tree.root.join(".lastgood"))),
            words::in_dialog(there.is_some(), &size),
            words::COPY_LINE.to_owned(),
            String::new(),
            brief_words::WRITE_ELSE.to_owned(),
            words::PROVES.to_owned(),
        ];
        let write = Write::Packet { text };
        vec![Ask::Consent(Consent::new(words::WRITE_TITLE, lines, words::WRITE_YES, write).then(words::THEN))]
    }
}

/// Why a line cannot be used, in words.
fn unfit(why: &Unfit) -> String {
    match why {
        Unfit::Gate(line) => words::no_gate(line),
        Unfit::Output(line) => words::no_output(line),
    }
}

impl Screen for Packet {
    fn context(&self, _desk: &Desk) -> Context {
        if self.editing.is_some() { Context::Text } else { Context::Packet }
    }

    fn head(&self, desk: &Desk, scene: &Scene) -> Head {
        let second = draw::second(self, desk, scene);
        let facts = chrome::facts(desk, scene);
        Head { title: words::TITLE.to_owned(), facts, second: Some(second), ..Head::default() }
    }

    fn not_now(&self, action: Action, desk: &Desk, _scene: &Scene) -> Option<String> {
        let unreadable = || match &self.there {
            There::Unreadable(why) => Some(words::unreadable(why)),
            There::Reading => Some(words::READING.to_owned()),
            There::Read(_) => None,
        };
        match action {
            Action::Write if !desk.facts.tree.exists => Some(words::NO_TREE.to_owned()),
            Action::Write | Action::Edit | Action::Editor => unreadable(),
            _ => None,
        }
    }

    fn on(&mut self, action: Action, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        if self.editing.is_some() && action != Action::Write {
            return self.in_editor(action, desk);
        }
        let last = PacketPart::ALL.len() - 1;
        match action {
            Action::Down => self.at = (self.at + 1).min(last),
            Action::Up => self.at = self.at.saturating_sub(1),
            Action::First => self.at = 0,
            Action::Last => self.at = last,
            Action::Edit | Action::Open => {
                let why = self.not_now(Action::Edit, desk, scene);
                return why.map_or_else(|| self.edit(desk), |why| vec![Ask::Say(why)]);
            }
            Action::Editor => {
                let text = self.filled(self.part(), desk).lines.join("\n");
                return vec![Ask::Editor(Purpose::Part(self.part()), text)];
            }
            Action::Copy => {
                return match self.text(desk) {
                    Ok(text) => vec![Ask::Effect(Effect::Copy { text, what: words::COPIED.to_owned() })],
                    Err(why) => vec![Ask::Say(why)],
                };
            }
            Action::Write => {
                return match self.not_now(action, desk, scene) {
                    Some(why) => vec![Ask::Say(why)],
                    None => self.write(desk, scene),
                };
            }
            Action::Close => return vec![Ask::Back],
            _ => return vec![],
        }
        vec![Ask::Nothing]
    }

    fn accepted(&mut self, purpose: &Purpose, values: &[String], desk: &Desk, _scene: &Scene) -> Vec<Ask> {
        match (purpose, values.first()) {
            (Purpose::Part(part), Some(text)) => self.take(*part, text, desk),
            _ => vec![],
        }
    }

    fn refreshed(&mut self, _desk: &Desk, _scene: &Scene) -> Vec<Ask> {
        // What was written meanwhile stands there now.
        vec![Ask::Effect(Effect::Content(ContentWanted { product: PACKET.to_owned(), version: None }))]
    }

    fn content(&mut self, content: &Content, _desk: &Desk, _scene: &Scene) -> Vec<Ask> {
        self.there = match (&content.text, content.why.as_str()) {
            (Some(text), _) => match serde_json::from_str::<model::Packet>(text) {
                Ok(packet) if packet.schema == PACKET_SCHEMA => There::Read(Some(Box::new(packet))),
                Ok(packet) => There::Unreadable(words::schema(&packet.schema)),
                Err(why) => There::Unreadable(why.to_string()),
            },
            (None, "") => There::Read(None),
            (None, why) => There::Unreadable(why.to_owned()),
        };
        let typed = std::mem::take(&mut self.typed);
        let stands = |part: PacketPart| match &self.there {
            There::Read(Some(packet)) => rules::lines(packet, part).join("\n"),
            _ => String::new(),
        };
        self.typed = typed.into_iter().filter(|(part, text)| *text != stands(*part)).collect();
        vec![]
    }

    fn paste(&mut self, text: &str) -> bool {
        if let Some((_, editor, _)) = &self.editing {
            editor.borrow_mut().paste(text);
        }
        self.editing.is_some()
    }

    fn typed(&self) -> Vec<(String, String)> {
        let mut texts = self.typed.clone();
        texts.extend(self.half.clone());
        if let Some((part, editor, before)) = &self.editing {
            let text = editor.borrow().text();
            if text.trim() != before.trim() {
                texts.insert(*part, text);
            }
        }
        texts.into_iter().map(|(part, text)| (format!("{DRAFT_KEY}{}", words::name(part)), text)).collect()
    }

    fn type_again(&mut self, texts: &mut BTreeMap<String, String>) {
        let taken = PacketPart::ALL
            .iter()
            .filter_map(|part| Some((*part, texts.remove(&format!("{DRAFT_KEY}{}", words::name(*part)))?)));
        self.typed = taken.collect();
    }

    fn types(&self) -> Option<(Context, Action)> {
        self.editing.as_ref().map(|_| (Context::Packet, Action::Edit))
    }

    fn item(&self, _desk: &Desk) -> Option<String> {
        Some(words::name(self.part()).to_owned())
    }

    fn go_to(&mut self, item: &str, _desk: &Desk, _scene: &Scene) -> Vec<Ask> {
        self.at = PacketPart::ALL.iter().position(|part| words::name(*part) == item).unwrap_or(self.at);
        vec![]
    }

    fn click(&mut self, row: u16, _desk: &Desk, _scene: &Scene) -> Vec<Ask> {
        if let Some(at) = usize::from(row).checked_sub(1).filter(|at| *at < PacketPart::ALL.len()) {
            self.at = at;
        }
        vec![Ask::Nothing]
    }

    fn foot(&self, desk: &Desk, _scene: &Scene) -> [String; 2] {
        match &self.there {
            There::Reading => [words::READING.to_owned(), String::new()],
            There::Unreadable(why) => [words::unreadable(why), String::new()],
            There::Read(_) => {
                let empty = self.made(desk).map(|made| made.missing()).unwrap_or_default();
                let empty: Vec<&str> = empty.into_iter().map(words::name).collect();
                [words::left(&empty), String::new()]
            }
        }
    }

    fn draw(&self, desk: &Desk, _scene: &Scene, area: Rect, paint: &mut Paint) {
        draw::body(self, desk, area, paint);
    }
}
