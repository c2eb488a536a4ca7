//! HTML to skeleton.

use std::time::Instant;

use screen_agent_page::skeleton::skeleton;

use super::page_of;
use crate::figure::{Figure, median};

/// Measures pages of 1 MB and 5 MB.
pub fn measure() -> Vec<Figure> {
    [10_000, 50_000].into_iter().map(one).collect()
}

fn one(controls: usize) -> Figure {
    let html = page_of(controls);
    let megabytes = html.len() as f64 / 1e6;
    let ms = median(&mut times(|| drop(std::hint::black_box(skeleton(&html)))));
    Figure::plain(
        format!("skeleton of {megabytes:.1} MB of HTML"),
        megabytes / ms * 1000.0,
        "MB/s",
    )
}

fn times(mut work: impl FnMut()) -> Vec<f64> {
    (0..7)
        .map(|_| {
            let began = Instant::now();
            work();
            began.elapsed().as_secs_f64() * 1000.0
        })
        .collect()
}
