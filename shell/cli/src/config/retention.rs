//! `[retention]`: how long what grows old is kept, and how long links work.

use std::num::NonZeroU32;

use screen_agent_store::upkeep::Retention;
use serde::Deserialize;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// How long a link to a file works, in minutes.
const LINK_MINUTES: u32 = 10;

/// `[retention]`: days after the last change or use.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RetentionConfig {
    finished_days: Option<NonZeroU32>,
    interrupted_days: Option<NonZeroU32>,
    pictures_days: Option<NonZeroU32>,
    files_days: Option<NonZeroU32>,
    fixes_days: Option<NonZeroU32>,
    debug_days: Option<NonZeroU32>,
    link_minutes: Option<NonZeroU32>,
}

impl RetentionConfig {
    /// How long each is kept, with conversations of packets, which have a setting of their own.
    pub fn meant(self, conversations_ms: i64) -> Retention {
        let usual = Retention::default();
        let or = |written, usual| written_ms(written).unwrap_or(usual);
        Retention {
            finished_ms: or(self.finished_days, usual.finished_ms),
            interrupted_ms: or(self.interrupted_days, usual.interrupted_ms),
            snapshots_ms: or(self.pictures_days, usual.snapshots_ms),
            files_ms: or(self.files_days, usual.files_ms),
            skills_ms: or(self.fixes_days, usual.skills_ms),
            debug_logs_ms: or(self.debug_days, usual.debug_logs_ms),
            conversations_ms,
        }
    }

    /// How long a link to a file works, in minutes.
    pub fn link_minutes(self) -> u32 {
        self.link_minutes.map_or(LINK_MINUTES, NonZeroU32::get)
    }
}

/// So many days in milliseconds.
pub(super) fn written_ms(days: Option<NonZeroU32>) -> Option<i64> {
    days.map(|days| i64::from(days.get()) * DAY_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_kept_as_long_and_the_rest_as_usual() -> Result<(), toml::de::Error> {
        let written: RetentionConfig =
            toml::from_str("finished_days = 7\nfiles_days = 1\nlink_minutes = 3")?;
        let expected = Retention {
            finished_ms: 7 * DAY_MS,
            files_ms: DAY_MS,
            conversations_ms: 5,
            ..Retention::default()
        };
        assert_eq!(written.meant(5), expected);
        assert_eq!(written.link_minutes(), 3);
        assert_eq!(RetentionConfig::default().link_minutes(), LINK_MINUTES);
        assert!(toml::from_str::<RetentionConfig>("debug_days = 0").is_err());
        assert!(toml::from_str::<RetentionConfig>("pictures = 3").is_err());
        Ok(())
    }
}
