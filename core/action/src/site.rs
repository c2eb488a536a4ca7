//! Sites on which a mistake costs more than elsewhere.
//!
//! A site is known by whole words of its host ("my-bank.example", never "riverbank.example") or by
//! its name. The list is a help, not a fence: what matters is refused on every site.

use crate::origin::host_of;

screen_agent_words::worded! {
    /// What makes a site sensitive.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Sensitive {
        /// Money is kept there.
        Banking = "banking",
        /// Money is moved there.
        Payment = "payment",
        /// It knows somebody's health.
        Health = "health",
        /// The state's.
        Government = "government",
        /// It decides who gets into an account.
        AccountSecurity = "account",
        /// Somebody's mail.
        Mail = "mail",
    }
}

impl Sensitive {
    /// What stands in a sentence.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Banking => "a banking site",
            Self::Payment => "a site of payments",
            Self::Health => "a site of health",
            Self::Government => "a site of a government",
            Self::AccountSecurity => "a site that guards an account",
            Self::Mail => "a mail site",
        }
    }
}

const SITES: &str = include_str!("sites.txt");

/// What makes the site of an address sensitive, if anything does.
pub fn sensitive(url: &str) -> Option<Sensitive> {
    let host = host_of(url)?.trim_end_matches('.').to_ascii_lowercase();
    let mut kind = None;
    SITES.lines().find_map(|line| {
        let (key, items) = line.split_once([':', ' '])?;
        let mut items = items.split(',').map(str::trim);
        let found = match key {
            "=" => {
                kind = items.next().and_then(Sensitive::named);
                false
            }
            "words" => items.any(|word| host.split(['.', '-', '_']).any(|part| part == word)),
            "names" => items.any(|name| is_below(&host, name)),
            _ => false,
        };
        kind.filter(|_| found)
    })
}

/// The host itself, or one below it.
fn is_below(host: &str, name: &str) -> bool {
    host.strip_suffix(name)
        .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_the_list_is_known() {
        let heads = SITES.lines().filter_map(|line| line.strip_prefix("= "));
        let kinds: Vec<_> = heads.map(Sensitive::named).collect();
        assert_eq!(kinds.len(), 6);
        assert!(kinds.iter().all(Option::is_some));
    }

    #[test]
    fn a_site_is_known_by_whole_words_or_by_its_name() {
        for (url, expected) in [
            ("https://www.chase.com/account", Some(Sensitive::Banking)),
            ("https://my-bank.example/", Some(Sensitive::Banking)),
            ("https://riverbank.example/", None),
            ("https://banksy.example/", None),
            ("https://notchase.com/", None),
            ("https://chase.com.example/", None),
            ("https://www.paypal.com/", Some(Sensitive::Payment)),
            ("https://pay.shop.example/", Some(Sensitive::Payment)),
            ("https://payload.example/", None),
            ("https://mychart.hospital.example/", Some(Sensitive::Health)),
            ("https://www.irs.gov/", Some(Sensitive::Government)),
            ("https://www.service.gov.uk/", Some(Sensitive::Government)),
            ("https://governor-cars.example/", None),
            (
                "https://accounts.google.com/",
                Some(Sensitive::AccountSecurity),
            ),
            ("https://author.example/", None),
            ("https://mail.example.com/", Some(Sensitive::Mail)),
            ("https://klinik-am-see.example/", Some(Sensitive::Health)),
            ("https://paiement.example/", Some(Sensitive::Payment)),
            ("https://mailbox-shop.example/", None),
            ("https://chainmail.example/", None),
            ("https://en.wikipedia.org/wiki/Bank", None),
            ("http://127.0.0.1:8000/", None),
            ("about:blank", None),
        ] {
            assert_eq!(sensitive(url), expected, "{url}");
        }
    }
}
