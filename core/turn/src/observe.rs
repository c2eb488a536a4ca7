//! Stage 1: do we see enough to decide anything?

use screen_agent_page::DomMode;

use crate::event::Seen;

/// What a look is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookQuality {
    /// There is a page to act on. It may be an empty one.
    Page,
    /// There is no page; the person is only talking.
    Chat,
    /// Nothing usable was sent, and the client can send more.
    TooLittle,
}

/// Says what a look is good for.
///
/// A picture alone is not usable: no rule looks at it. A page that is empty although the client sent all of it is a page: the proposer may still leave
/// it. A client that cannot negotiate is never asked for more.
pub fn look_quality(seen: &Seen) -> LookQuality {
    let screen = &seen.screen;
    let bare = screen.nodes.is_empty() && screen.lines.is_empty();
    if !bare {
        return LookQuality::Page;
    }
    if screen.url.is_empty() {
        return LookQuality::Chat;
    }
    let heavy = &screen.heavy;
    let sent_all = screen.mode == DomMode::Full || heavy.dom.is_some() || heavy.skeleton.is_some();
    if seen.client.negotiate && !sent_all {
        LookQuality::TooLittle
    } else {
        LookQuality::Page
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use std::sync::Arc;

    use screen_agent_page::secret::without_secrets;
    use screen_agent_page::{Observation, State};

    use super::*;
    use crate::event::Capabilities;
    use crate::testing::{node, screen};

    #[test]
    fn sight_follows_what_was_sent() {
        let bare = |mode| Observation {
            url: "https://a.test/".to_owned(),
            mode,
            ..Observation::default()
        };
        for (name, screen, negotiate, expected) in [
            ("talk", Observation::default(), true, LookQuality::Chat),
            (
                "page",
                screen(vec![node("1", "btn", "Go")]),
                true,
                LookQuality::Page,
            ),
            (
                "bare",
                bare(DomMode::Semantic),
                true,
                LookQuality::TooLittle,
            ),
            (
                "bare, narrow client",
                bare(DomMode::Semantic),
                false,
                LookQuality::Page,
            ),
            ("bare in full", bare(DomMode::Full), true, LookQuality::Page),
        ] {
            let seen = Seen {
                screen: Arc::new(screen),
                client: Capabilities {
                    negotiate,
                    ..Capabilities::default()
                },
                ..Seen::default()
            };
            assert_eq!(look_quality(&seen), expected, "{name}");
        }
    }

    #[test]
    fn a_told_password_is_forgotten() {
        let mut field = node("1", "inp", "Password");
        field.value = Some("hunter2".to_owned());
        let kept = without_secrets(Arc::new(screen(vec![field])));
        assert_eq!(kept.nodes[0].value, None);
        assert_eq!(kept.nodes[0].states, vec![State::Filled]);
    }
}
