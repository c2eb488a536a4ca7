//! The words of one element, folded.

use super::survey::Survey;
use crate::html::{NodeRef, Visit, is_block};
use crate::words::Fold;

/// Most places that are visited for one text; a title is not the story of a page.
const VISITS: usize = 4_000;

/// What a reader sees in an element, up to so many characters.
pub(super) fn said_in(survey: &Survey, at: NodeRef, most: usize) -> String {
    said_without(survey, at, None, most)
}

/// The same, passing over one element inside.
pub(super) fn said_without(
    survey: &Survey,
    at: NodeRef,
    without: Option<NodeRef>,
    most: usize,
) -> String {
    let dom = survey.dom;
    let mut words = Fold::up_to(most);
    let mut walk = dom.walk(at);
    let mut visits = 0;
    while let Some(visit) = walk.next() {
        visits += 1;
        if words.is_full() || visits > VISITS {
            break;
        }
        match visit {
            Visit::Enter(place) => {
                if let Some(text) = dom.text(place) {
                    words.text(text);
                } else if Some(place) == without || !survey.fact(place).read {
                    walk.pass_over(place);
                } else if dom.tag(place).is_some_and(is_block) {
                    words.gap();
                }
            }
            Visit::Leave(place) if dom.tag(place).is_some_and(is_block) => words.gap(),
            Visit::Leave(_) => {}
        }
    }
    words.take()
}
