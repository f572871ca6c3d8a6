//! The review of a closed attempt, as it was when it was closed: what lies in the work tree later is the deed of the next one.

use super::Against;
use crate::brief::sum;
use crate::model::{Blocker, Closing, FileChange, Review, ReviewClosed};

/// A review to be kept: of the texts of files only their sums.
pub(super) fn kept(review: &Review) -> Review {
    let mut kept = review.clone();
    kept.gaps.iter_mut().for_each(|row| row.quoted.clear());
    let of_limits = kept.standing.iter_mut().flat_map(|limit| &mut limit.files).map(|(_, change)| change);
    for change in kept.changes.values_mut().chain(of_limits) {
        let texts = [change.before.take(), change.after.take()];
        change.sums = texts.map(|text| text.as_deref().map(sum));
    }
    kept
}

/// The review of an attempt: made anew while it is open, as it was closed once it is. Texts of files stand in it as far as they
/// can still be had.
pub(super) fn as_closed(against: &Against<'_>, now: Review) -> Review {
    let Some(reviewed) = against.reviewed() else { return now };
    let Some((outcome, _, at)) = reviewed.closed.clone() else { return now };
    let Some(kept) = &reviewed.kept else {
        return Review { closing: Some(ReviewClosed { outcome, at, kept: false }), ..now };
    };
    let mut review = Review::clone(kept);
    for (path, change) in &mut review.changes {
        again(change, now.changes.get(path));
    }
    for (path, change) in review.standing.iter_mut().flat_map(|limit| &mut limit.files) {
        let files = now.standing.iter().flat_map(|limit| &limit.files);
        let standing = files.filter(|(other, _)| other == path).map(|(_, change)| change);
        again(change, standing.chain(now.changes.get(path)));
    }
    for row in &mut review.gaps {
        let same = now.gaps.iter().find(|other| other.row == row.row);
        row.quoted = same.map(|other| other.quoted.clone()).unwrap_or_default();
    }
    review.closing = Some(ReviewClosed { outcome, at, kept: true });
    if outcome == Closing::NextAttempt {
        review.blocked.push(Blocker::NextAttempt);
    }
    review
}

/// Gives a change the texts that it was made of, where one of those at hand is still the same.
fn again<'a>(change: &mut FileChange, at_hand: impl IntoIterator<Item = &'a FileChange>) {
    let texts: Vec<&String> = at_hand.into_iter().flat_map(|now| [&now.before, &now.after]).flatten().collect();
    let FileChange { before, after, sums } = change;
    for (text, wanted) in [before, after].into_iter().zip(sums) {
        *text = texts.iter().find(|text| wanted.as_ref() == Some(&sum(text))).map(|text| (*text).clone());
        wanted.take_if(|_| text.is_some());
    }
}
