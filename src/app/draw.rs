//! The window, from the top: header, body, message lines, keys, and what lies over them.

use ratatui::buffer::Buffer;

use super::App;
use crate::keys::{self, When};
use crate::model::Standing;
use crate::msg::Action;
use crate::screens::{Desk, Paint, Place, chrome};
use crate::words;

impl App {
    /// Whether the footer offers the keys of an action: in a dialog by its fields, on a screen by what it can do now.
    fn offers(&self, action: Action) -> bool {
        if let Some(form) = &self.form {
            return form.offers(action, &self.scene);
        }
        if let Some(consent) = &self.consent {
            return consent.offers(action, &self.scene);
        }
        if let Some(overlay) = &self.overlay {
            return self.under(|under| overlay.offers(action, under));
        }
        match (&self.desk, self.screen()) {
            (Some(desk), Some(screen)) => {
                // Who only reads is offered no decision.
                let decides = keys::row(screen.context(desk), action).is_some_and(|key| key.when == When::Deciding);
                screen.offers(action, desk) && !(decides && desk.read_only().is_some())
            }
            _ => self.picker.offers(action),
        }
    }

    /// Draws the window.
    pub fn draw(&self, cells: &mut Buffer) {
        let scene = &self.scene;
        let mut paint = Paint { cells, theme: scene.theme };
        if chrome::too_small(scene, &mut paint) {
            return;
        }
        if let Some(consent) = &self.consent {
            consent.sees(scene);
        }
        let body = scene.body();
        let context = self.context();
        let find = self.form.as_ref().filter(|form| form.line);
        let loud = self.desk.as_ref().and_then(news).map(words::app::new_sign);
        let (head, lines) = if let Some(overlay) = &self.overlay {
            self.under(|under| {
                overlay.draw(under, body, &mut paint);
                (overlay.head(under), overlay.foot(under))
            })
        } else if let (Some(desk), Some(screen)) = (&self.desk, self.screen()) {
            screen.draw(desk, scene, body, &mut paint);
            (screen.head(desk, scene), screen.foot(desk, scene))
        } else {
            self.picker.draw(scene, scene.tall_body(), &mut paint);
            (self.picker.head(scene), self.picker.foot(scene))
        };
        let steps = (self.place != Place::Picker).then_some((&self.steps, self.place));
        chrome::header(&head, steps, loud.as_deref(), scene, &mut paint);
        let keys = keys::footer_of(context, scene.columns, |action| self.offers(action));
        let theirs = self.desk.as_ref().and_then(|desk| chrome::held(desk, scene));
        chrome::footer(&keys, &lines, self.said.as_deref().or(theirs.as_deref()), find, scene, &mut paint);
        if let Some(consent) = &self.consent {
            consent.draw(scene, &mut paint);
        }
        if let Some(form) = self.form.as_ref().filter(|form| !form.line) {
            form.draw(scene, &mut paint);
        }
    }
}

/// The new sign of life. Where a recovery was removed, as when a demo is laid out anew, other files lie in the places of its session.
fn news(desk: &Desk) -> Option<&str> {
    desk.news.as_deref().filter(|_| !matches!(desk.standing, Standing::Gone))
}
