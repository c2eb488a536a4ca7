//! How packets are kept.

use anyhow::Result;
use screen_agent_wire::packet::redact::Keep;
use serde::Deserialize;

/// `[packet]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct PacketSection {
    keep_whole_packets: bool,
    keep_days: Option<u32>,
}

/// How packets are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PacketConfig {
    /// How much of them.
    pub keep: Keep,
    /// How long a conversation is kept after its last change, in milliseconds.
    pub conversations_ms: i64,
}

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

impl Default for PacketConfig {
    fn default() -> Self {
        Self {
            keep: Keep::Default,
            conversations_ms: screen_agent_store::conversation::KEEP_CONVERSATIONS_MS,
        }
    }
}

/// What is meant.
pub(super) fn packet(section: &PacketSection) -> Result<PacketConfig> {
    let usual = PacketConfig::default();
    if section.keep_days == Some(0) {
        return Err(crate::exit::UsageError("[packet] keep_days is at least 1".to_owned()).into());
    }
    let days = section.keep_days.map(|days| i64::from(days) * DAY_MS);
    Ok(PacketConfig {
        keep: match section.keep_whole_packets {
            true => Keep::Whole,
            false => Keep::Default,
        },
        conversations_ms: days.unwrap_or(usual.conversations_ms),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_are_kept_redacted_unless_it_says_otherwise() -> Result<()> {
        assert_eq!(packet(&PacketSection::default())?, PacketConfig::default());
        let whole = PacketSection {
            keep_whole_packets: true,
            keep_days: Some(7),
        };
        let expected = PacketConfig {
            keep: Keep::Whole,
            conversations_ms: 7 * DAY_MS,
        };
        assert_eq!(packet(&whole)?, expected);
        let none = PacketSection {
            keep_days: Some(0),
            ..PacketSection::default()
        };
        assert!(packet(&none).is_err());
        Ok(())
    }
}
