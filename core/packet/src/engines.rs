//! Search engines that a client may be sent to, and the addresses of searches there.

use screen_agent_wire::packet::ResponsePacket;
use serde_json::Value;
use url::Url;

/// Longest words of a search that are put into an address, unless the settings say otherwise.
pub const LONGEST_QUERY: usize = 512;

/// The engines that are known by name, each with the address of a search. `{query}` stands for the
/// words.
const KNOWN: [(&str, &str); 4] = [
    ("google", "https://www.google.com/search?q={query}"),
    ("duckduckgo", "https://duckduckgo.com/?q={query}"),
    ("bing", "https://www.bing.com/search?q={query}"),
    ("yahoo", "https://search.yahoo.com/search?p={query}"),
];
/// What an engine of one's own is called.
pub const CUSTOM: &str = "custom";
/// Where the words go.
const PLACES: [&str; 2] = ["{query}", "%s"];

/// Which engine a search goes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineMode {
    /// To the one that is named.
    #[default]
    Direct,
    /// To the usual one, whichever is named.
    RedirectDefault,
}

/// The engines that clients may be sent to; the first is the usual one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Engines {
    list: Vec<Engine>,
    mode: EngineMode,
    longest: usize,
    mark: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Engine {
    name: String,
    template: String,
}

/// Why an engine cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineFault {
    /// Nobody knows an engine of this name.
    #[error("{0:?} is none of google, duckduckgo, bing, yahoo, custom")]
    Unknown(String),
    /// An engine of one's own wants an address.
    #[error("an engine named custom wants a template")]
    NoTemplate,
    /// Its address would not do.
    #[error("the template of a search is an http or https address, with {{query}} after the host")]
    Template,
}

impl Engines {
    /// The engines of these names, the usual one first. `custom` is the template's.
    ///
    /// # Errors
    /// When one is not known, or the template is no address.
    pub fn new(names: &[String], template: Option<&str>) -> Result<Self, EngineFault> {
        let list = names.iter().map(|name| engine(name, template));
        Ok(Self {
            list: list.collect::<Result<_, _>>()?,
            longest: LONGEST_QUERY,
            ..Self::default()
        })
    }

    /// With searches going to the engines in this way.
    #[must_use]
    pub fn in_mode(mut self, mode: EngineMode) -> Self {
        self.mode = mode;
        self
    }

    /// With words of at most so many characters.
    #[must_use]
    pub fn at_most(mut self, characters: usize) -> Self {
        self.longest = characters.clamp(1, LONGEST_QUERY);
        self
    }

    /// With a parameter in every address, by which whoever redirects searches knows our own.
    #[must_use]
    pub fn marked(mut self, parameter: Option<String>) -> Self {
        self.mark = parameter;
        self
    }

    /// Their names, the usual one first.
    pub fn names(&self) -> Vec<String> {
        self.list.iter().map(|engine| engine.name.clone()).collect()
    }

    /// A reply whose searches, which the client performs, have their address as `arguments.url`.
    pub(crate) fn addressed(&self, mut packet: ResponsePacket) -> ResponsePacket {
        let searches = packet.tool_calls.iter_mut();
        for call in searches.filter(|call| call.name == "search") {
            let word = |name: &str| call.arguments[name].as_str();
            let query = word("query").unwrap_or_default();
            let Some((engine, url)) = self.address(query, word("engine")) else {
                continue;
            };
            if let Value::Object(arguments) = &mut call.arguments {
                arguments.insert("engine".to_owned(), engine.into());
                arguments.insert("url".to_owned(), url.into());
            }
        }
        packet
    }

    /// The engine that a search goes to, and its address there. Nothing without engines, for one
    /// that is not set up, and for no words.
    pub fn address(&self, query: &str, engine: Option<&str>) -> Option<(String, String)> {
        let named = engine.filter(|_| self.mode == EngineMode::Direct);
        let engine = match named {
            Some(name) => self.list.iter().find(|known| known.name == name)?,
            None => self.list.first()?,
        };
        let words = self.words(query)?;
        let mut url = Url::parse(&filled(&engine.template, &words)).ok()?;
        if let Some(mark) = &self.mark {
            url.query_pairs_mut().append_pair(mark, "1");
        }
        Some((engine.name.clone(), url.into()))
    }

    fn words(&self, query: &str) -> Option<String> {
        let spaced: String = query
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        let joined = spaced.split_whitespace().collect::<Vec<_>>().join(" ");
        let words: String = joined.chars().take(self.longest).collect();
        (!words.is_empty()).then_some(words)
    }
}

fn engine(name: &str, template: Option<&str>) -> Result<Engine, EngineFault> {
    let known = KNOWN.iter().find(|(known, _)| *known == name);
    let template = match (known, name) {
        (Some((_, template)), _) => (*template).to_owned(),
        (None, CUSTOM) => checked(template.ok_or(EngineFault::NoTemplate)?)?,
        (None, _) => return Err(EngineFault::Unknown(name.to_owned())),
    };
    Ok(Engine {
        name: name.to_owned(),
        template,
    })
}

/// Whatever is searched for, the address stays one of the same site: words may never choose that.
fn checked(template: &str) -> Result<String, EngineFault> {
    let site = |words: &str| {
        let url = Url::parse(&filled(template, words)).ok()?;
        let plain = matches!(url.scheme(), "http" | "https")
            && url.username().is_empty()
            && url.password().is_none();
        (plain && url.has_host()).then(|| url.origin())
    };
    match (site("a"), site("b")) {
        (Some(one), Some(other)) if one == other => Ok(template.to_owned()),
        _ => Err(EngineFault::Template),
    }
}

/// The template with the words in their place, or at its end.
fn filled(template: &str, words: &str) -> String {
    let words: String = url::form_urlencoded::byte_serialize(words.as_bytes()).collect();
    match PLACES.iter().find(|place| template.contains(**place)) {
        Some(place) => template.replace(place, &words),
        None => format!("{template}{words}"),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn a_search_has_an_address_at_its_engine() {
        let own = Some("https://find.example/all?lang=en&for=%s#results");
        let engines = Engines::new(&names(&["duckduckgo", "google", "custom"]), own).unwrap();
        assert_eq!(engines.names(), names(&["duckduckgo", "google", "custom"]));
        for (query, engine, expected) in [
            (
                "tea & cake",
                None,
                Some("https://duckduckgo.com/?q=tea+%26+cake"),
            ),
            (
                " a\n b ",
                Some("google"),
                Some("https://www.google.com/search?q=a+b"),
            ),
            (
                "ä#x",
                Some("custom"),
                Some("https://find.example/all?lang=en&for=%C3%A4%23x#results"),
            ),
            ("tea", Some("bing"), None),
            (" \n", None, None),
        ] {
            let found = engines.address(query, engine).map(|(_, url)| url);
            assert_eq!(found.as_deref(), expected, "{query:?}");
        }
        assert_eq!(Engines::default().address("tea", None), None);
    }

    #[test]
    fn settings_shape_addresses() {
        let engines = Engines::new(&names(&["google", "bing"]), None).unwrap();
        let usual = engines.clone().in_mode(EngineMode::RedirectDefault);
        assert_eq!(usual.address("a", Some("bing")).unwrap().0, "google");
        let short = engines.clone().at_most(3).address("abcdef", None).unwrap();
        assert_eq!(short.1, "https://www.google.com/search?q=abc");
        let marked = engines.marked(Some("from".to_owned()));
        assert_eq!(
            marked.address("a", None).unwrap().1,
            "https://www.google.com/search?q=a&from=1"
        );
    }

    #[test]
    fn words_never_choose_the_site() {
        let custom = names(&["custom"]);
        for (template, expected) in [
            ("https://find.example/?q={query}", true),
            ("https://find.example/?q=", true),
            ("http://127.0.0.1:8080/%s/all", true),
            ("javascript:alert('{query}')", false),
            ("https://{query}.example/", false),
            ("https://find.example", false),
            ("https://me@find.example/?q=", false),
            ("find.example/?q=", false),
            ("", false),
        ] {
            let found = Engines::new(&custom, Some(template));
            assert_eq!(found.is_ok(), expected, "{template}");
        }
        assert_eq!(Engines::new(&custom, None), Err(EngineFault::NoTemplate));
        let unknown = Engines::new(&names(&["lycos"]), None);
        assert_eq!(unknown, Err(EngineFault::Unknown("lycos".to_owned())));
    }
}
