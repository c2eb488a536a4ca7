//! Sites as people and programs name them.

use std::str::FromStr;

use crate::origin::{host_of, origin_of};

/// A site that somebody named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Site {
    /// Exactly this origin.
    Origin(String),
    /// This host, and those below it, by http and https on any port.
    Host(String),
}

impl FromStr for Site {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.contains("://") {
            let origin = origin_of(text).ok_or("only http and https addresses can be opened")?;
            return Ok(Self::Origin(origin));
        }
        // As the address bar writes it.
        let host = host_of(&format!("http://{text}")).ok_or("it is no site")?;
        match text.contains(['/', '@', ':', '?', '#']) {
            true => Err(
                "expected a host like shop.example, or an origin like http://127.0.0.1:8080".into(),
            ),
            false => Ok(Self::Host(host)),
        }
    }
}

impl Site {
    /// Whether an address is there.
    pub fn holds(&self, url: &str) -> bool {
        match self {
            Self::Origin(own) => origin_of(url).as_ref() == Some(own),
            Self::Host(own) => host_of(url).is_some_and(|host| {
                let above = host.strip_suffix(own.as_str());
                above.is_some_and(|above| above.is_empty() || above.ends_with('.'))
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_site_is_refused() {
        for text in [
            "",
            "a b",
            "shop.example/path",
            "ftp://a.example",
            "me@a.example",
        ] {
            assert!(text.parse::<Site>().is_err(), "{text}");
        }
    }
}
