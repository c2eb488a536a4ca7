//! Choosing by number: the largest, the even ones.

use screen_agent_page::Node;

use super::Scene;
use super::reference::Extreme;
use crate::words::number::amount;

/// The number that a control shows, or that stands beside it.
pub(crate) fn number_of(scene: &Scene<'_>, node: &Node) -> Option<f64> {
    amount(&node.name)
        .or_else(|| node.value.as_deref().and_then(amount))
        .or_else(|| {
            let line = scene.line_of(&node.id)?;
            amount(&scene.spoken(line))
        })
}

/// The best by number; the first of equals.
pub(crate) fn extreme<'n>(
    scene: &Scene<'_>,
    nodes: &[&'n Node],
    which: Extreme,
) -> Option<&'n Node> {
    let mut best: Option<(f64, &Node)> = None;
    for &node in nodes {
        let Some(value) = number_of(scene, node) else {
            continue;
        };
        let wins = best.is_none_or(|(held, _)| match which {
            Extreme::Most => value > held,
            Extreme::Least => value < held,
        });
        if wins {
            best = Some((value, node));
        }
    }
    best.map(|(_, node)| node)
}

/// True when its number is even, or odd, as asked.
pub(crate) fn has_parity(node: &Node, even: bool) -> bool {
    amount(&node.name)
        .is_some_and(|value| value.fract() == 0.0 && (value.rem_euclid(2.0) == 0.0) == even)
}
