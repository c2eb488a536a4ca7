//! A sitemap: the pages of a site that it wants to be found. Read by its `loc` elements alone, so nothing that it declares
//! is followed.

use std::collections::HashSet;

use url::Url;

/// Most addresses that are taken of one sitemap.
const MOST: usize = 50_000;

/// What a sitemap names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sitemap {
    /// Pages, in its order.
    pub pages: Vec<String>,
    /// Further sitemaps.
    pub sitemaps: Vec<String>,
}

/// Reads a sitemap; nothing when the text is none. Only addresses of the host that it came from count.
pub fn sitemap(text: &str, address: &str) -> Option<Sitemap> {
    let base = Url::parse(address).ok()?;
    let is_index = text.contains("<sitemapindex");
    if !is_index && !text.contains("<urlset") {
        return None;
    }
    let (mut found, mut known) = (Vec::new(), HashSet::new());
    for entry in text.split("<loc>").skip(1).take(MOST) {
        let Some((address, _)) = entry.split_once("</loc>") else {
            continue;
        };
        let Some(url) = page(&base, address) else {
            continue;
        };
        if known.insert(url.clone()) {
            found.push(url);
        }
    }
    Some(match is_index {
        true => Sitemap {
            sitemaps: found,
            ..Sitemap::default()
        },
        false => Sitemap {
            pages: found,
            ..Sitemap::default()
        },
    })
}

fn page(base: &Url, written: &str) -> Option<String> {
    let written = written.trim();
    let inner = written
        .strip_prefix("<![CDATA[")
        .and_then(|rest| rest.strip_suffix("]]>"));
    let plain = match inner {
        Some(inner) => inner.trim().to_owned(),
        None => written
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&apos;", "'")
            .replace("&amp;", "&"),
    };
    let mut url = base.join(&plain).ok()?;
    url.set_fragment(None);
    let same = url.host_str() == base.host_str() && matches!(url.scheme(), "http" | "https");
    let bare = url.username().is_empty() && url.password().is_none();
    (same && bare).then(|| url.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: &str = "https://acme.com/sitemap.xml";

    #[test]
    fn pages_of_the_same_site_are_read_once_each() {
        let text = "<?xml version='1.0'?><urlset>
            <url><loc> https://acme.com/a?x=1&amp;y=2 </loc><lastmod>2026-01-01</lastmod></url>
            <url><loc><![CDATA[https://acme.com/b#part]]></loc></url>
            <url><loc>https://acme.com/b</loc></url>
            <url><loc>https://evil.test/c</loc></url>
            <url><loc>http://me:word@acme.com/d</loc></url>
            <url><loc>file:///etc/passwd</loc></url>
            <url><loc>https://acme.com/e</url></urlset>";
        let pages = ["https://acme.com/a?x=1&y=2", "https://acme.com/b"];
        let expected = Sitemap {
            pages: pages.map(str::to_owned).to_vec(),
            sitemaps: Vec::new(),
        };
        assert_eq!(sitemap(text, AT), Some(expected));
    }

    #[test]
    fn an_index_names_sitemaps_and_a_page_is_none() {
        let index =
            "<sitemapindex><sitemap><loc>https://acme.com/s1.xml</loc></sitemap></sitemapindex>";
        let found = sitemap(index, AT).unwrap_or_default();
        assert_eq!(found.sitemaps, ["https://acme.com/s1.xml"]);
        assert!(found.pages.is_empty());
        assert_eq!(sitemap("<html><loc>https://acme.com/x</loc>", AT), None);
    }

    #[test]
    fn entities_that_it_declares_mean_nothing() {
        let bomb = "<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'>]><urlset><url><loc>https://acme.com/&b;</loc></url></urlset>";
        let found = sitemap(bomb, AT).unwrap_or_default();
        assert_eq!(found.pages, ["https://acme.com/&b;"]);
    }
}
