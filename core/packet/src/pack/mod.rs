//! What a model is given to read: everything whole if it fits, else as much of each as is fair.
//!
//! The budget is hard. Where something has to be left out, what is kept is spread over head, middle
//! and tail, lines with the question's words first, and a visible mark stands where lines are missing.

mod budget;
mod compose;
mod focus;
mod material;
mod page;
mod rank;
mod row;
mod sent;
mod spread;
#[cfg(test)]
mod tests;

pub use sent::{SentDocument, SentLine};
pub(crate) use spread::left_out;

use std::collections::HashSet;

use screen_agent_wire::packet::Document;

use crate::inquiry::Inquiry;
use material::Material;

/// Documents as a model is sent them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PackedDocuments {
    /// The documents, in the order in which they are to be read.
    pub documents: Vec<Document>,
    /// Where each line of them comes from, document by document.
    pub sent: Vec<SentDocument>,
    /// Something had to be left out.
    pub cut: bool,
}

/// Packs all that is known into so many tokens.
pub fn pack(inquiry: &Inquiry<'_>, room: usize) -> PackedDocuments {
    let words = rank::words(&question(inquiry));
    let mut materials = material::gather(inquiry, &words);
    for richness in budget::Richness::ALL {
        let costs: Vec<usize> = materials
            .iter_mut()
            .map(|one| one.dress(richness, room))
            .collect();
        // Estimates of parts are somewhat high; what is near enough is measured.
        if costs.iter().sum::<usize>() <= room.saturating_add(room / 8) {
            let packed = written(&materials, &[], &words);
            if budget::cost(&packed.documents) <= room {
                return packed;
            }
        }
    }
    cut_to_fit(materials, room, &words)
}

/// The person's words, and those of the task that say what they are about.
fn question(inquiry: &Inquiry<'_>) -> String {
    let about = ["item_query", "query", "question"];
    let more = about
        .iter()
        .filter_map(|key| inquiry.task.args.get(*key)?.as_str());
    std::iter::once(inquiry.message.text.as_str())
        .chain(more)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Shares are worked out by estimates of parts; what they come to is measured, and shrunk until it
/// fits. In the end whole documents go, the least wanted first.
fn cut_to_fit(mut materials: Vec<Material<'_>>, room: usize, words: &[String]) -> PackedDocuments {
    const TRIES: usize = 4;
    budget::drop_what_never_fits(&mut materials, room);
    let mut aim = room;
    loop {
        for _ in 0..TRIES {
            let shares = budget::shares(&materials, aim);
            let packed = written(&materials, &shares, words);
            let cost = budget::cost(&packed.documents);
            if cost <= room {
                return PackedDocuments {
                    cut: true,
                    ..packed
                };
            }
            aim = aim.saturating_sub(cost - room + room / 64);
        }
        if materials.pop().is_none() {
            return PackedDocuments {
                cut: true,
                ..PackedDocuments::default()
            };
        }
        aim = room;
    }
}

/// Writes the documents. Without shares everything is written whole.
fn written(materials: &[Material<'_>], shares: &[usize], words: &[String]) -> PackedDocuments {
    let mut order: Vec<usize> = (0..materials.len()).collect();
    order.sort_by_key(|&at| (materials[at].place, materials[at].nth));
    let mut packed = PackedDocuments::default();
    let mut taken = HashSet::new();
    for at in order {
        let share = shares.get(at).copied();
        for (mut document, handles) in compose::compose(&materials[at], share, words) {
            document.doc_id = own_id(&mut taken, document.doc_id);
            packed.sent.push(SentDocument::of(&document, handles));
            packed.documents.push(document);
        }
    }
    packed
}

/// An id that no other document has: a second one with the same id gets a number.
fn own_id(taken: &mut HashSet<String>, wanted: String) -> String {
    let mut id = wanted.clone();
    let mut number = 2;
    while !taken.insert(id.clone()) {
        id = format!("{wanted}:{number}");
        number += 1;
    }
    id
}
