//! What the class and id of an element say about it, as words.
//!
//! Pages name their parts for themselves, so a word is a hint and never a verdict: whoever uses one
//! also looks at what the element holds.

/// A set of hints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Hints(u16);

impl Hints {
    /// Menus, breadcrumbs, page numbers, links to skip.
    pub(super) const NAVIGATION: Self = Self(1);
    /// Advertisements and what is paid for.
    pub(super) const PROMOTION: Self = Self(1 << 1);
    /// Notices of cookies and consent.
    pub(super) const CONSENT: Self = Self(1 << 2);
    /// Buttons to share and follow.
    pub(super) const SHARE: Self = Self(1 << 3);
    /// Side columns and widgets.
    pub(super) const SIDE: Self = Self(1 << 4);
    /// The foot or head of a page.
    pub(super) const EDGE: Self = Self(1 << 5);
    /// Other pages that may be of interest.
    pub(super) const RELATED: Self = Self(1 << 6);
    /// Newsletters and subscriptions.
    pub(super) const SUBSCRIBE: Self = Self(1 << 7);
    /// Dialogs and what lies over the page.
    pub(super) const OVERLAY: Self = Self(1 << 8);
    /// Comments.
    pub(super) const COMMENTS: Self = Self(1 << 9);
    /// Content.
    pub(super) const CONTENT: Self = Self(1 << 10);
    /// Signing in, paying.
    pub(super) const GATE: Self = Self(1 << 11);
    /// Author, date, tags.
    pub(super) const META: Self = Self(1 << 12);
    /// Not for the screen.
    pub(super) const UNSEEN: Self = Self(1 << 13);

    /// What is around content, whatever kind.
    pub(super) const AROUND: Self = Self(
        Self::NAVIGATION.0
            | Self::PROMOTION.0
            | Self::CONSENT.0
            | Self::SHARE.0
            | Self::SIDE.0
            | Self::EDGE.0
            | Self::RELATED.0
            | Self::SUBSCRIBE.0
            | Self::OVERLAY.0
            | Self::UNSEEN.0,
    );

    /// True when any of these is among them.
    pub(super) fn any(self, of: Self) -> bool {
        self.0 & of.0 != 0
    }

    /// Both.
    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Reads the words of a class or an id.
    pub(super) fn read(names: &str) -> Self {
        let mut hints = Self::default();
        let mut negated = false;
        each_word(names, |word| {
            // "has-sidebar" is said of what stands beside one.
            if matches!(word, "has" | "with" | "no" | "without" | "hide" | "is") {
                negated = true;
                return;
            }
            if !std::mem::take(&mut negated) {
                hints = hints.and(of_word(word));
            }
        });
        hints
    }
}

fn of_word(word: &str) -> Hints {
    match word {
        "nav" | "navbar" | "navi" | "navigation" | "menu" | "submenu" | "topnav" | "subnav"
        | "sitenav" | "mainnav" | "topbar" | "breadcrumb" | "breadcrumbs" | "crumbs" | "crumb"
        | "pagination" | "pager" | "paging" | "pagenav" | "skip" | "skiplink" | "skiplinks"
        | "toolbar" | "tabs" | "tablist" | "jump" | "toc" | "prevnext" | "sitemap" => {
            Hints::NAVIGATION
        }
        "ad" | "ads" | "advert" | "adverts" | "advertisement" | "advertising" | "adslot"
        | "adbox" | "adsbygoogle" | "banner" | "banners" | "promo" | "promos" | "promoted"
        | "promotion" | "promotions" | "sponsor" | "sponsored" | "sponsors" | "affiliate"
        | "teaser" | "upsell" | "anzeige" | "werbung" | "publicidad" | "publicite" | "dfp"
        | "gpt" | "mpu" | "leaderboard" => Hints::PROMOTION,
        "cookie" | "cookies" | "consent" | "gdpr" | "cookiebar" | "cookiebanner" | "ccpa"
        | "cmp" => Hints::CONSENT,
        "share" | "shares" | "sharing" | "sharebar" | "sharedaddy" | "social" | "socials"
        | "socialmedia" | "follow" | "bookmark" | "bookmarks" => Hints::SHARE,
        "sidebar" | "sidebars" | "sidecolumn" | "rightcolumn" | "leftcolumn" | "rail"
        | "widget" | "widgets" | "aside" | "shoutbox" | "tagcloud" | "blogroll" => Hints::SIDE,
        "footer" | "foot" | "colophon" | "masthead" | "siteheader" | "topheader" | "copyright"
        | "disclaimer" | "legal" | "imprint" => Hints::EDGE,
        "related" | "relatedposts" | "recommended" | "recommendations" | "recommendation"
        | "recommend" | "popular" | "trending" | "outbrain" | "recirc" | "mostread"
        | "readmore" | "morelinks" | "yarpp" | "recent" | "archives" | "latest" => Hints::RELATED,
        "newsletter" | "newsletters" | "subscribe" | "subscription" | "subscriptions"
        | "signup" | "mailinglist" | "optin" => Hints::SUBSCRIBE,
        "modal" | "popup" | "popover" | "overlay" | "lightbox" | "interstitial" | "dialog"
        | "tooltip" | "dropdown" | "flyout" | "offcanvas" | "toast" => Hints::OVERLAY,
        "comment" | "comments" | "commentlist" | "commentarea" | "commentthread"
        | "commentsection" | "commentary" | "disqus" | "replies" | "respond" | "responses"
        | "comentarios" | "kommentare" | "commentaires" => Hints::COMMENTS,
        "article" | "body" | "content" | "entry" | "main" | "post" | "story" | "text"
        | "articlebody" | "maincontent" | "storytext" | "blog" | "prose" | "page" | "hentry"
        | "artikel" | "articolo" => Hints::CONTENT,
        "paywall" | "gateway" | "regwall" | "login" | "signin" | "piano" | "metered" => Hints::GATE,
        "byline" | "author" | "dateline" | "meta" | "metadata" | "tags" | "tag" | "categories"
        | "timestamp" | "published" => Hints::META,
        "print" | "printonly" | "noscript" | "hidden" => Hints::UNSEEN,
        _ => of_compound(word),
    }
}

// Words that pages glue to others.
fn of_compound(word: &str) -> Hints {
    let begins = |part: &str| word.starts_with(part);
    let ends = |part: &str| word.ends_with(part);
    if begins("cookie") {
        Hints::CONSENT
    } else if begins("share") || begins("social") || ends("share") || ends("social") {
        Hints::SHARE
    } else if begins("breadcrumb") || ends("navbar") || begins("navigation") || ends("nav") {
        Hints::NAVIGATION
    } else if ends("sidebar") || begins("sidebar") {
        Hints::SIDE
    } else if begins("newsletter") || begins("subscri") {
        Hints::SUBSCRIBE
    } else if begins("related") || begins("recommend") {
        Hints::RELATED
    } else if begins("advert") || begins("sponsor") || begins("promo") {
        Hints::PROMOTION
    } else if ends("footer") || begins("footer") {
        Hints::EDGE
    } else if begins("paywall") {
        Hints::GATE
    } else {
        Hints::default()
    }
}

/// The longest word that is looked at; what is longer means nothing.
const LONGEST: usize = 24;

/// Each word of a class or an id, lower case: `mainNav`, `main-nav` and `main_nav` are two.
pub(super) fn each_word(names: &str, mut each: impl FnMut(&str)) {
    let mut word = [0_u8; LONGEST];
    let mut length = 0;
    let mut was_lower = false;
    let mut flush = |word: &[u8; LONGEST], length: usize| {
        if (2..=LONGEST).contains(&length)
            && let Ok(word) = std::str::from_utf8(&word[..length])
        {
            each(word);
        }
    };
    for byte in names.bytes() {
        let letter = byte.is_ascii_alphanumeric();
        if !letter || (was_lower && byte.is_ascii_uppercase()) {
            flush(&word, length);
            length = 0;
        }
        if letter {
            if let Some(place) = word.get_mut(length) {
                *place = byte.to_ascii_lowercase();
            }
            length = length.saturating_add(1);
        }
        was_lower = byte.is_ascii_lowercase();
    }
    flush(&word, length);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole_and_a_negation_takes_back() {
        for (names, hint, expected) in [
            ("mainNav", Hints::NAVIGATION, true),
            ("site-nav top", Hints::NAVIGATION, true),
            ("unavailable", Hints::NAVIGATION, false),
            ("CookieBanner", Hints::CONSENT, true),
            ("article has-sidebar", Hints::SIDE, false),
            ("right-sidebar", Hints::SIDE, true),
            ("header", Hints::EDGE, false),
            ("shadow", Hints::PROMOTION, false),
            ("ad-slot", Hints::PROMOTION, true),
            ("comment-body", Hints::COMMENTS, true),
            ("", Hints::AROUND, false),
        ] {
            assert_eq!(Hints::read(names).any(hint), expected, "{names}");
        }
    }
}
