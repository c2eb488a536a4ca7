//! Where a design is. Of an address nothing is taken but the keys of a file and a node: what is asked is Figma's API,
//! whatever else an address says.

use screen_agent_wire::Invalid;
use screen_agent_wire::ide::IdeRequest;

/// Letters of a key.
const KEY: usize = 128;

/// A file of Figma, or a node of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigmaAddress {
    pub file: String,
    /// As the API writes it: `1:2`.
    pub node: Option<String>,
}

impl FigmaAddress {
    /// Where the design of a request is.
    pub fn of(request: &IdeRequest) -> Result<Self, Invalid> {
        let url = request.given(|part| part.figma.figma_url.as_ref());
        let url = url.ok_or(Invalid::new("figma_url", "is missing"))?;
        let mut address = read(url).ok_or(Invalid::new(
            "figma_url",
            "is no address such as https://www.figma.com/design/KEY/NAME?node-id=1-2",
        ))?;
        if let Some(node) = request.given(|part| part.figma.node_id.as_ref()) {
            let node = node_id(node).ok_or(Invalid::new("node_id", "is none such as 1:2"))?;
            address.node = Some(node);
        }
        Ok(address)
    }
}

fn read(url: &str) -> Option<FigmaAddress> {
    let rest = url.trim().strip_prefix("https://")?;
    let rest = rest.split('#').next()?;
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    let mut parts = path.split('/');
    let host = parts.next()?;
    if !["figma.com", "www.figma.com"].contains(&host) {
        return None;
    }
    if !["design", "file", "proto"].contains(&parts.next()?) {
        return None;
    }
    let file = parts.next()?;
    // A branch is a file of its own.
    let file = match parts.next() {
        Some("branch") => parts.next()?,
        _ => file,
    };
    let is_key = !file.is_empty() && file.len() <= KEY;
    if !is_key || !file.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return None;
    }
    let mut fields = query.split('&').filter_map(|field| field.split_once('='));
    let node = match fields.find(|(name, _)| *name == "node-id") {
        Some((_, id)) => Some(node_id(id)?),
        None => None,
    };
    Some(FigmaAddress {
        file: file.to_owned(),
        node,
    })
}

/// A node as addresses write it (`1-2`, `1%3A2`) or as the API does.
fn node_id(text: &str) -> Option<String> {
    let signs = [("%3A", ":"), ("%3a", ":"), ("%3B", ";"), ("%3b", ";")];
    let text = signs
        .iter()
        .fold(text.trim().to_owned(), |text, (coded, sign)| {
            text.replace(coded, sign)
        });
    let id = text.replace('-', ":");
    // Those inside of instances have the way there: `I1:2;3:4`.
    let is_id = |part: &str| {
        let numbers = part.split_once(':');
        numbers.is_some_and(|(a, b)| {
            let number = |text: &str| text.parse::<u64>().is_ok() && !text.starts_with('+');
            number(a) && number(b)
        })
    };
    let inner = id.strip_prefix('I').unwrap_or(&id);
    (id.len() <= KEY && inner.split(';').all(is_id)).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_a_file_and_a_node() {
        let of = |file: &str, node: Option<&str>| {
            let node = node.map(str::to_owned);
            let file = file.to_owned();
            Some(FigmaAddress { file, node })
        };
        for (url, expected) in [
            (
                "https://www.figma.com/file/aB3/Shop?type=design&node-id=1-2&t=x",
                of("aB3", Some("1:2")),
            ),
            (
                "https://figma.com/design/aB3?node-id=1%3A2",
                of("aB3", Some("1:2")),
            ),
            (
                "https://www.figma.com/design/aB3/branch/cD4/Shop",
                of("cD4", None),
            ),
            ("https://www.figma.com/proto/aB3/x#frame", of("aB3", None)),
            (
                "https://www.figma.com/design/aB3/x?node-id=I1-2%3B3-4",
                of("aB3", Some("I1:2;3:4")),
            ),
            ("http://www.figma.com/file/aB3/x", None),
            ("https://www.figma.com.evil.example/file/aB3/x", None),
            ("https://me@www.figma.com/file/aB3/x", None),
            ("https://www.figma.com/file/../x", None),
            ("https://www.figma.com/file/aB3/x?node-id=1:2/..", None),
            ("https://www.figma.com/community/aB3", None),
            ("https://www.figma.com/file/", None),
            ("", None),
        ] {
            assert_eq!(read(url), expected, "{url}");
        }
    }
}
