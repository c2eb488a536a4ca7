//! What an organisation knows about a site. There is no knowledge to search yet: the answer says
//! so, and whether the site is one that the organisation's knowledge would be about.

use screen_agent_store::file::AllowedDomain;
use screen_agent_wire::Invalid;
use screen_agent_wire::extension::Mirrored;
use screen_agent_wire::extension::knowledge::{RagDebug, RagMode, ResolveData};
use screen_agent_wire::invalid::chars;
use screen_agent_wire::limits;
use serde::Deserialize;
use url::Url;
use utoipa::IntoParams;

use super::{Reply, reply};
use crate::auth::Me;
use crate::http::params::InQuery;

/// Where, and about what.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ResolveQuery {
    /// Address of the tab; a bare host is taken for https.
    url: Option<String>,
    /// What about.
    query: Option<String>,
}

/// What the organisation knows about a site, for finding out why; not for showing to people.
///
/// Never 403: the list of domains says where the organisation's knowledge is looked at, not where
/// people may work.
#[utoipa::path(get, path = "/api/knowledge/resolve", tag = "knowledge",
    params(ResolveQuery),
    responses(
        (status = 200, description = "What is known", body = Mirrored<ResolveData>)))]
pub(crate) async fn resolve(me: Me, InQuery(query): InQuery<ResolveQuery>) -> Reply<ResolveData> {
    chars(
        "query",
        query.query.as_deref().unwrap_or_default(),
        limits::QUERY,
    )?;
    let domain = host(query.url.as_deref().unwrap_or_default())?;
    let scoped = me.rows();
    let listed = scoped.list::<AllowedDomain>(()).await?;
    let listed: Vec<String> = listed.into_iter().map(|domain| domain.pattern).collect();
    let domain_match = listed.iter().any(|pattern| matches(pattern, &domain));
    let reason = if domain_match {
        "The domain is on the organisation's list, and there is no knowledge about it yet."
    } else if listed.is_empty() {
        "The organisation has listed no domains."
    } else {
        "The domain is not on the organisation's list."
    };
    reply(ResolveData {
        allowed: true,
        domain: domain.clone(),
        has_org_knowledge: false,
        context: Vec::new(),
        citations: Vec::new(),
        rag_debug: RagDebug {
            has_org_knowledge: false,
            active_domain: domain,
            domain_match,
            rag_mode: RagMode::PublicOnly,
            reason: reason.to_owned(),
            chunk_count: 0,
            allowed_domains: Some(listed),
        },
    })
}

/// Host of an address on the web.
fn host(address: &str) -> Result<String, Invalid> {
    let address = address.trim();
    if address.is_empty() {
        return Err(Invalid::new("url", "is required"));
    }
    chars("url", address, limits::URL)?;
    let whole = if address.contains("://") {
        address.to_owned()
    } else {
        format!("https://{address}")
    };
    let url = Url::parse(&whole).ok();
    let url = url.filter(|url| matches!(url.scheme(), "http" | "https"));
    let host = url.as_ref().and_then(Url::host_str);
    host.map(str::to_owned)
        .ok_or_else(|| Invalid::new("url", "is not a web address"))
}

/// A pattern in its stored form: a host in small letters without `www.`, or `*.` and one. Nothing
/// when it is neither.
pub fn domain_pattern(text: &str) -> Option<String> {
    let text = text.trim();
    let (star, name) = match text.strip_prefix("*.") {
        Some(name) => ("*.", name),
        None => ("", text),
    };
    // An address is more than a host.
    let is_more = |sign: char| sign.is_whitespace() || "*/\\:?#@%".contains(sign);
    if name.contains(is_more) {
        return None;
    }
    let host = host(name).ok()?;
    let host = without_www(&host);
    (host.len() <= limits::DOMAIN - 2).then(|| format!("{star}{host}"))
}

/// `*.x.com` means everything below x.com, and x.com itself.
fn matches(pattern: &str, host: &str) -> bool {
    let host = without_www(host);
    match pattern.strip_prefix("*.") {
        Some(parent) => {
            let below = host.strip_suffix(parent);
            host == parent || below.is_some_and(|rest| rest.ends_with('.'))
        }
        None => host == pattern,
    }
}

fn without_www(host: &str) -> &str {
    host.strip_prefix("www.").unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_means_a_host_or_all_below_it() {
        for (pattern, host, expected) in [
            ("acme.com", "acme.com", true),
            ("acme.com", "www.acme.com", true),
            ("acme.com", "app.acme.com", false),
            ("*.acme.com", "app.acme.com", true),
            ("*.acme.com", "a.b.acme.com", true),
            ("*.acme.com", "acme.com", true),
            ("*.acme.com", "www.acme.com", true),
            ("*.acme.com", "evilacme.com", false),
            ("*.acme.com", "acme.com.evil.test", false),
        ] {
            assert_eq!(matches(pattern, host), expected, "{pattern} {host}");
        }
    }

    #[test]
    fn a_pattern_is_kept_in_one_form() {
        for (text, expected) in [
            ("Acme.com", Some("acme.com")),
            ("www.acme.com", Some("acme.com")),
            (" *.Acme.com ", Some("*.acme.com")),
            ("bücher.example", Some("xn--bcher-kva.example")),
            ("*", None),
            ("*.", None),
            ("a*.com", None),
            ("https://acme.com/x", None),
            ("acme.com/x", None),
            ("acme.com:8443", None),
            ("ann@acme.com", None),
            ("bücher.example/x", None),
            ("bü*cher.example", None),
            ("", None),
        ] {
            assert_eq!(domain_pattern(text).as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn a_bare_host_is_an_address_and_other_schemes_are_none() {
        for (address, expected) in [
            ("https://app.acme.com/x?y", Some("app.acme.com")),
            ("APP.acme.com", Some("app.acme.com")),
            ("acme.com:8443/x", Some("acme.com")),
            ("chrome://settings", None),
            ("file:///etc/passwd", None),
            ("", None),
            ("not a host", None),
        ] {
            assert_eq!(host(address).ok().as_deref(), expected, "{address:?}");
        }
    }
}
