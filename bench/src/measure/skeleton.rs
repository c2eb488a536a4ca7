//! HTML to skeleton.

use screen_agent_page::skeleton::skeleton;

use super::throughput;
use crate::figure::Figure;

/// Measures pages of 1 MB and 5 MB.
pub fn measure() -> Vec<Figure> {
    throughput("skeleton", skeleton)
}
