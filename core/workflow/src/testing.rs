//! Screens as the next release of a site may have them: changed by a seed, with what is still true of them.

use screen_agent_page::{Line, Node, NodeId, Observation, Run};

/// What is done to a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mutation {
    /// Some control is called otherwise.
    Rename,
    /// The control that is looked for is called otherwise.
    RenameTarget,
    /// A line stands elsewhere.
    Move,
    /// Ids, selectors, tags and places are others.
    Restyle,
    /// Controls are added that look like those that are there, in lines of their own.
    Insert,
    /// The control that is looked for is gone.
    Remove,
    /// Lines come in another order, between headings.
    Reorder,
}

impl Mutation {
    /// Each of them.
    pub const ALL: [Self; 7] = [
        Self::Rename,
        Self::RenameTarget,
        Self::Move,
        Self::Restyle,
        Self::Insert,
        Self::Remove,
        Self::Reorder,
    ];
}

/// Numbers that a seed gives.
#[derive(Clone, Debug)]
pub struct Seeded(u64);

impl Seeded {
    /// From a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Some number below another.
    pub const fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let mixed = mixed ^ (mixed >> 31);
        if most == 0 {
            0
        } else {
            (mixed % most as u64) as usize
        }
    }
}

/// The screen after a mutation, and the id that its target has by then, if it is still there.
pub fn mutated(
    seen: &Observation,
    target: &NodeId,
    mutation: Mutation,
    seed: u64,
) -> (Observation, Option<NodeId>) {
    let (mut now, mut seeded) = (seen.clone(), Seeded::new(seed));
    match mutation {
        Mutation::Rename => {
            let at = seeded.below(now.nodes.len());
            if let Some(node) = now.nodes.get_mut(at).filter(|node| node.id != *target) {
                rename(node, &mut seeded);
            }
        }
        Mutation::RenameTarget => {
            for node in now.nodes.iter_mut().filter(|node| node.id == *target) {
                rename(node, &mut seeded);
            }
        }
        Mutation::Move => {
            if !now.lines.is_empty() {
                let line = now.lines.remove(seeded.below(now.lines.len()));
                now.lines.insert(seeded.below(now.lines.len() + 1), line);
            }
        }
        Mutation::Restyle => return restyled(now, target, &mut seeded),
        Mutation::Insert => insert(&mut now, &mut seeded),
        Mutation::Remove => remove(&mut now, target),
        Mutation::Reorder => reorder(&mut now, &mut seeded),
    }
    let there = now.node(target).map(|node| node.id.clone());
    (now, there)
}

const NAMES: [&str; 8] = [
    "Store", "Proceed", "Delete", "Details", "Town", "Remark", "Archive", "Continue",
];

fn rename(node: &mut Node, seeded: &mut Seeded) {
    let name = NAMES[seeded.below(NAMES.len())];
    if node.name != name {
        name.clone_into(&mut node.name);
    }
}

fn restyled(
    mut now: Observation,
    target: &NodeId,
    seeded: &mut Seeded,
) -> (Observation, Option<NodeId>) {
    let other = |id: &NodeId| NodeId::new(format!("9{id}"));
    for node in &mut now.nodes {
        node.id = other(&node.id);
        node.facts.selector = node.facts.selector.take().map(|old| format!(".next {old}"));
        if let Some(rect) = &mut node.rect {
            rect.x += 10.0 * (seeded.below(9) as f64);
        }
    }
    for run in now.lines.iter_mut().flat_map(|line| &mut line.runs) {
        if let Run::Node(id) = run {
            *id = other(id);
        }
    }
    let target = other(target);
    let there = now.node(&target).is_some();
    (now, there.then_some(target))
}

/// Twins of controls, with another name or with the same.
fn insert(now: &mut Observation, seeded: &mut Seeded) {
    for number in 0..=seeded.below(3) {
        let at = seeded.below(now.nodes.len());
        let Some(node) = now.nodes.get(at) else {
            return;
        };
        let mut twin = node.clone();
        twin.id = NodeId::new(format!("8{number}{}", twin.id));
        twin.facts.selector = None;
        if seeded.below(2) == 0 {
            twin.name = format!("{} later", twin.name);
        }
        let line = Line {
            runs: vec![Run::Node(twin.id.clone())],
            ..Line::default()
        };
        now.nodes.push(twin);
        now.lines.insert(seeded.below(now.lines.len() + 1), line);
    }
}

fn remove(now: &mut Observation, target: &NodeId) {
    now.nodes.retain(|node| node.id != *target);
    for line in &mut now.lines {
        line.runs.retain(|run| *run != Run::Node(target.clone()));
    }
}

fn reorder(now: &mut Observation, seeded: &mut Seeded) {
    use screen_agent_page::LineKind::{Dialog, HeaderRow, Heading};
    let fixed = |line: &Line| matches!(line.kind, Heading(_) | Dialog | HeaderRow);
    for at in (1..now.lines.len()).rev() {
        let other = at - seeded.below(at.min(4) + 1);
        if !now.lines[other..=at].iter().any(fixed) {
            now.lines.swap(at, other);
        }
    }
}
