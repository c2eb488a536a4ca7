//! Who gets how much of the room.

use screen_agent_page::render::estimate;
use screen_agent_wire::packet::Document;

use super::material::Material;

/// Fewest tokens of text that a document is worth sending for.
const LEAST: usize = 160;

/// How much is said besides the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Richness {
    /// All of it.
    Full,
    /// Less, so that the text fits whole.
    Lean,
    /// Not everything fits.
    Short,
}

impl Richness {
    pub(super) const ALL: [Self; 3] = [Self::Full, Self::Lean, Self::Short];
}

/// What a document costs, in tokens.
pub(super) fn cost_of(document: &Document) -> usize {
    estimate(&serde_json::to_string(document).unwrap_or_default()) + 1
}

/// What documents cost.
pub(super) fn cost(documents: &[Document]) -> usize {
    documents.iter().map(cost_of).sum()
}

/// Lets go of documents, the least wanted first, until there is room for some text beside what they
/// cost without any. Sources are not counted: they go by themselves.
pub(super) fn drop_what_never_fits(materials: &mut Vec<Material<'_>>, room: usize) {
    let most = room - room / 4;
    let mut faces = 0;
    materials.retain(|one| {
        if one.may_go() {
            return true;
        }
        let fits = faces + one.face_cost <= most;
        if fits {
            faces += one.face_cost;
        }
        fits
    });
}

/// How many tokens of text each gets. What may go goes where there is too little for all, the least
/// wanted first; who needs less than a fair share leaves the rest to others.
pub(super) fn shares(materials: &[Material<'_>], room: usize) -> Vec<usize> {
    let kept = kept(materials, room);
    let faces: usize = materials
        .iter()
        .zip(&kept)
        .filter(|(_, kept)| **kept)
        .map(|(material, _)| material.face_cost)
        .sum();
    let wants: Vec<usize> = materials
        .iter()
        .zip(&kept)
        .map(|(material, kept)| if *kept { material.text_cost() } else { 0 })
        .collect();
    fair(&wants, room.saturating_sub(faces))
}

/// Which are sent at all.
fn kept(materials: &[Material<'_>], room: usize) -> Vec<bool> {
    let must: usize = materials
        .iter()
        .filter(|one| !one.may_go())
        .map(|one| one.face_cost + one.text_cost().min(LEAST))
        .sum();
    let mut left = room.saturating_sub(must);
    let mut full = false;
    let keep = |one: &Material<'_>| {
        if !one.may_go() {
            return true;
        }
        let least = one.face_cost + one.text_cost().min(LEAST);
        // Once one had to go, none that is wanted less takes its place.
        full |= least > left;
        if !full {
            left -= least;
        }
        !full
    };
    materials.iter().map(keep).collect()
}

/// Fair shares: equal, but nobody gets more than they want.
fn fair(wants: &[usize], room: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..wants.len()).filter(|&at| wants[at] > 0).collect();
    order.sort_by_key(|&at| wants[at]);
    let mut shares = vec![0; wants.len()];
    let mut left = room;
    let mut others = order.len();
    for at in order {
        shares[at] = wants[at].min(left / others.max(1));
        left -= shares[at];
        others -= 1;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_needs_less_leaves_the_rest_to_others() {
        for (wants, room, expected) in [
            (vec![100, 10, 100], 110, vec![50, 10, 50]),
            (vec![10, 10], 100, vec![10, 10]),
            (vec![5, 5], 0, vec![0, 0]),
            (vec![0, 90], 60, vec![0, 60]),
            (vec![], 10, vec![]),
        ] {
            assert_eq!(fair(&wants, room), expected, "{wants:?} {room}");
        }
    }
}
