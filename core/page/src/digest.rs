//! Short fingerprints that are the same on every machine and in every release.

use crate::observation::Observation;
use crate::print::print;
use crate::text::Line;

/// FNV-1a: tiny, stable, and good enough to notice change. Not for secrets.
#[derive(Clone, Copy, Debug)]
pub struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    /// Adds one field. Its end counts, so that "ab","c" and "a","bc" differ.
    #[must_use]
    pub fn field(self, text: &str) -> Self {
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        // 0xff occurs in no UTF-8 text.
        Self(step(text.bytes().fold(self.0, step), 0xff))
    }

    /// The fingerprint so far.
    pub const fn value(self) -> u64 {
        self.0
    }
}

/// Digest of what is seen: address without its hash, controls, lines and scroll positions.
///
/// Ids and the order of the controls do not count, so a page that only numbers its controls anew
/// looks the same.
pub fn digest(observation: &Observation) -> u64 {
    let address = without_hash(&observation.url);
    let scroll = observation.scroll_position.as_deref().unwrap_or_default();
    let mut ordered = Fingerprint::default().field(address).field(scroll);
    for container in &observation.containers {
        ordered = ordered.field(&container.depth);
    }
    for line in &observation.lines {
        ordered = ordered.field(&line.words());
    }
    let controls = observation.nodes.iter().fold(0_u64, |sum, node| {
        let print = print(node);
        let one = Fingerprint::default()
            .field(&print.role)
            .field(&print.name)
            .field(print.value.as_deref().unwrap_or_default())
            .field(&print.states);
        sum.wrapping_add(spread(one.value()))
    });
    spread(ordered.value()).wrapping_add(controls)
}

/// Digest of the words of a line, as hexadecimal text.
pub fn line_digest(line: &Line) -> String {
    let words = line.words();
    format!("{:016x}", Fingerprint::default().field(&words).value())
}

pub(crate) fn without_hash(url: &str) -> &str {
    url.split('#').next().unwrap_or_default()
}

// A sum of plain FNV values could cancel out; mixing makes that as unlikely as a collision.
const fn spread(mut value: u64) -> u64 {
    value ^= value >> 33;
    value = value.wrapping_mul(0xff51_afd7_ed55_8ccd);
    value ^= value >> 33;
    value
}
