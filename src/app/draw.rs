//! The window, from the top: header, body, message lines, keys, and what lies over them.

use ratatui::buffer::Buffer;

use super::App;
use crate::screens::{Paint, Place, chrome};
use crate::words;

impl App {
    /// Draws the window.
    pub fn draw(&self, cells: &mut Buffer) {
        let scene = &self.scene;
        let mut paint = Paint { cells, theme: scene.theme };
        if chrome::too_small(scene, &mut paint) {
            return;
        }
        let body = scene.body();
        let context = self.context();
        let find = self.form.as_ref().filter(|form| form.line);
        let loud = self.desk.as_ref().and_then(|desk| desk.news.as_deref()).map(words::app::new_sign);
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
        chrome::footer(context, &lines, self.said.as_deref(), find, scene, &mut paint);
        if let Some(consent) = &self.consent {
            consent.draw(scene, &mut paint);
        }
        if let Some(form) = self.form.as_ref().filter(|form| !form.line) {
            form.draw(scene, &mut paint);
        }
    }
}
