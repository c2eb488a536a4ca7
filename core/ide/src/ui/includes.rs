//! Pages that include each other.

use std::collections::HashMap;

/// Pages, by their ids, each behind all that it includes; none where one includes itself, however far around.
pub fn innermost_first(pages: &HashMap<String, Vec<String>>) -> Option<Vec<&str>> {
    // Each include is looked at once, however long the way around is (Kahn's algorithm).
    let mut waiting: HashMap<&str, usize> = HashMap::new();
    let mut included_by: HashMap<&str, Vec<&str>> = HashMap::new();
    for (page, includes) in pages {
        let known = includes.iter().filter(|id| pages.contains_key(*id));
        waiting.insert(page, known.clone().count());
        for id in known {
            included_by.entry(id).or_default().push(page);
        }
    }
    // A page whose includes have all ended ends, too; those that never do are in a circle.
    let none_left = waiting.iter().filter(|(_, left)| **left == 0);
    let mut ended: Vec<&str> = none_left.map(|(id, _)| *id).collect();
    let mut next = 0;
    while let Some(id) = ended.get(next).copied() {
        next += 1;
        for page in included_by.remove(id).unwrap_or_default() {
            if let Some(left) = waiting.get_mut(page) {
                *left -= 1;
                if *left == 0 {
                    ended.push(page);
                }
            }
        }
    }
    (ended.len() == pages.len()).then_some(ended)
}
