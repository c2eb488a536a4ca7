//! What a site asks of programs in its robots.txt (RFC 9309), where the worker keeps to it.

use anyhow::{Result, bail};
use robotxt::Robots;
use screen_agent_ports::{Fetch, FetchFailure};
use url::Url;

/// What we are called there.
const NAME: &str = "screen-agent";

/// Refuses a page that the site keeps programs from.
pub(super) async fn admit(fetch: &dyn Fetch, url: &str) -> Result<()> {
    let page = Url::parse(url)?;
    let robots = match fetch.download(page.join("/robots.txt")?.as_str()).await {
        Ok(file) => Robots::parse(&file.bytes, NAME),
        // Section 2.3.1.3: a site that has none asks nothing. One that cannot say what it asks is left alone (2.3.1.4).
        Err(FetchFailure::Status(400..=499)) => return Ok(()),
        Err(error) => bail!("the site's robots.txt could not be read: {error}"),
    };
    match robots.is_url_allowed(&page) {
        true => Ok(()),
        false => bail!("the site's robots.txt keeps programs from this page"),
    }
}
