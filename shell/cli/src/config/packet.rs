//! `[packet]`: how packets are kept.

use std::num::NonZeroU32;

use screen_agent_store::conversation::KEEP_CONVERSATIONS_MS;
use screen_agent_tools::redact::Keep;
use serde::Deserialize;

use super::retention::written_ms;

/// `[packet]`.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PacketConfig {
    keep_whole_packets: bool,
    keep_days: Option<NonZeroU32>,
}

impl PacketConfig {
    /// How much of them.
    pub fn keep(self) -> Keep {
        match self.keep_whole_packets {
            true => Keep::Whole,
            false => Keep::Default,
        }
    }

    /// How long a conversation is kept after its last change, in milliseconds.
    pub fn conversations_ms(self) -> i64 {
        written_ms(self.keep_days).unwrap_or(KEEP_CONVERSATIONS_MS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_are_kept_redacted_unless_it_says_otherwise() -> Result<(), toml::de::Error> {
        let usual = PacketConfig::default();
        let meant = (usual.keep(), usual.conversations_ms());
        assert_eq!(meant, (Keep::Default, KEEP_CONVERSATIONS_MS));
        let whole: PacketConfig = toml::from_str("keep_whole_packets = true\nkeep_days = 7")?;
        let meant = (whole.keep(), whole.conversations_ms());
        assert_eq!(meant, (Keep::Whole, 7 * 24 * 60 * 60 * 1000));
        assert!(toml::from_str::<PacketConfig>("keep_days = 0").is_err());
        Ok(())
    }
}
