//! Sites that may be opened, and who said so.

use std::collections::BTreeSet;

use screen_agent_action::named::Site;
use screen_agent_action::origin::{check_target, is_among, origin_of};

/// Sites that may be opened.
#[derive(Clone, Debug, Default)]
pub(super) struct Sites {
    named: Vec<Site>,
    any: bool,
    /// Where the person said yes since this began.
    agreed: BTreeSet<String>,
}

impl Sites {
    pub(super) fn new(named: Vec<Site>, any: bool) -> Self {
        Self {
            named,
            any,
            agreed: BTreeSet::new(),
        }
    }

    /// Whether somebody has said that this address may be opened. A place inside this machine or its network has to be
    /// named.
    pub(super) fn allow(&self, url: &str) -> bool {
        let Some(origin) = origin_of(url) else {
            return false;
        };
        self.named.iter().any(|site| site.holds(&origin))
            || is_among(&origin, &self.agreed)
            || self.any && check_target(url, "").is_ok()
    }

    /// The person said yes to this site.
    pub(super) fn agree(&mut self, url: &str) {
        self.agreed.extend(origin_of(url));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn sites(named: &[&str], any: bool) -> Sites {
        Sites::new(
            named.iter().map(|site| site.parse().unwrap()).collect(),
            any,
        )
    }

    #[test]
    fn a_site_is_a_host_with_all_below_it_or_one_origin() {
        let sites = sites(&["Shop.example", "http://127.0.0.1:8080/x"], false);
        for (url, allowed) in [
            ("https://shop.example/a", true),
            ("http://www.shop.example:8000/", true),
            ("https://evilshop.example/", false),
            ("https://shop.example.evil.test/", false),
            ("https://evil.test/?shop.example", false),
            ("https://shop.example@evil.test/", false),
            ("http://127.0.0.1:8080/y", true),
            ("http://127.0.0.1:8081/", false),
            ("file:///etc/passwd", false),
            ("nonsense", false),
        ] {
            assert_eq!(sites.allow(url), allowed, "{url}");
        }
    }

    #[test]
    fn any_site_is_any_public_one() {
        let sites = sites(&[], true);
        assert!(sites.allow("https://a.example/"));
        for url in [
            "http://127.0.0.1/",
            "http://169.254.169.254/",
            "http://localhost:3000/",
        ] {
            assert!(!sites.allow(url), "{url}");
        }
    }

    #[test]
    fn a_yes_is_for_that_origin() {
        let mut sites = Sites::default();
        assert!(!sites.allow("https://a.example/x"));
        sites.agree("https://a.example/x");
        assert!(sites.allow("https://a.example/y"));
        assert!(!sites.allow("https://b.example/x"));
    }
}
