//! What was sent, line by line: what citations are held against.

use screen_agent_wire::packet::document::{Content, Document, SummaryDocument};

/// A document as it was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentDocument {
    /// What it is cited by.
    pub doc_id: String,
    /// Address; empty where it has none.
    pub url: String,
    /// Title; empty where it has none.
    pub title: String,
    /// The lines of its text; the first is `n:1`.
    pub lines: Vec<SentLine>,
    /// What it says besides: items, comments, controls.
    pub more: Vec<SentLine>,
    /// What a calculator worked out.
    pub computed: Option<Computed>,
}

/// A figure that no page says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Computed {
    /// The figure.
    pub figure: String,
    /// How it was worked out, in the words for a person.
    pub told: String,
}

impl Computed {
    /// What a calculation was given, and what it came to; of an estimate all is what it came to.
    pub(crate) fn parts(&self) -> (&str, &str) {
        let parted = self
            .told
            .rsplit_once(" = ")
            .or_else(|| self.told.rsplit_once(" ≈ "));
        parted.unwrap_or(("", &self.told))
    }
}

/// A line, and the element that it stands in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentLine {
    /// Its words.
    pub text: String,
    /// The element.
    pub handle: Option<String>,
    /// Address and title of what the line is about, where that is another page than the document.
    pub about: Option<(String, String)>,
}

impl SentLine {
    fn new(text: impl Into<String>, handle: Option<&String>) -> Self {
        Self {
            text: text.into(),
            handle: handle.cloned(),
            about: None,
        }
    }

    fn about(self, url: &str, title: &str) -> Self {
        Self {
            about: Some((url.to_owned(), title.to_owned())),
            ..self
        }
    }
}

impl SentDocument {
    /// Remembers a document; `handles` are those of its lines.
    pub(crate) fn of(document: &Document, handles: Vec<Option<String>>) -> Self {
        let (url, title, text) = face(&document.content);
        let mut handles = handles.into_iter();
        let lines = text.lines().map(|line| SentLine {
            text: line.to_owned(),
            handle: handles.next().flatten(),
            about: None,
        });
        Self {
            doc_id: document.doc_id.clone(),
            url: url.to_owned(),
            title: title.to_owned(),
            lines: lines.collect(),
            more: more(&document.content),
            computed: computed(&document.content),
        }
    }
}

/// Address, title and text.
fn face(content: &Content) -> (&str, &str, &str) {
    match content {
        Content::Summary(page) => (&page.url, &page.title, &page.text),
        Content::Chunk(chunk) => (&chunk.url, &chunk.title, &chunk.text),
        Content::Source(source) => (&source.url, &source.title, &source.text),
        Content::Index(index) => ("", &index.title, ""),
        // Never sent as it is.
        Content::Capture(page) => (&page.url, &page.title, ""),
        Content::ToolResult(result) => ("", &result.name, ""),
        Content::SearchResults(found) => ("", &found.query, ""),
        Content::Links(_) => ("", "", ""),
    }
}

fn more(content: &Content) -> Vec<SentLine> {
    match content {
        Content::Summary(page) => of_page(page),
        Content::Chunk(chunk) => vec![SentLine::new(&chunk.title, None)],
        Content::Source(source) => {
            let mut more = vec![SentLine::new(&source.title, None)];
            more.extend(
                source
                    .outline
                    .iter()
                    .map(|one| SentLine::new(&one.text, None)),
            );
            let links = source.extracted_links.iter();
            more.extend(
                links.map(|link| SentLine::new(format!("{} {}", link.text, link.context), None)),
            );
            more
        }
        Content::Index(index) => {
            let sources = index.sources.iter();
            let line =
                |text: String, url: &str, title: &str| SentLine::new(text, None).about(url, title);
            sources
                .map(|one| {
                    line(
                        format!("{} {}", one.title, one.outlet),
                        &one.url,
                        &one.title,
                    )
                })
                .collect()
        }
        Content::ToolResult(result) => {
            // What a calculator was given is no source of what it came to.
            let came_to = computed(content).map(|one| one.parts().1.to_owned());
            let result = came_to.or_else(|| result.result.as_ref().map(ToString::to_string));
            vec![SentLine::new(result.unwrap_or_default(), None)]
        }
        Content::SearchResults(found) => {
            let results = found.results.iter();
            let line =
                |text: String, url: &str, title: &str| SentLine::new(text, None).about(url, title);
            results
                .map(|one| line(format!("{} {}", one.title, one.text), &one.url, &one.title))
                .collect()
        }
        Content::Links(links) => links
            .urls
            .iter()
            .map(|url| SentLine::new(url, None))
            .collect(),
        Content::Capture(_) => Vec::new(),
    }
}

fn computed(content: &Content) -> Option<Computed> {
    let Content::ToolResult(result) = content else {
        return None;
    };
    let fields = result.result.as_ref()?;
    let text = |name: &str| Some(fields.get(name)?.as_str()?.to_owned());
    Some(Computed {
        figure: text("formatted")?,
        told: text("told")?,
    })
}

fn of_page(page: &SummaryDocument) -> Vec<SentLine> {
    let mut more = vec![SentLine::new(&page.title, None)];
    if let Some(primary) = &page.primary {
        more.push(SentLine::new(&primary.text, primary.handle_id.as_ref()));
    }
    for item in &page.items {
        let count = item.comment_count.map(|count| format!(" {count} comments"));
        let text = format!(
            "{} {}{}",
            item.title,
            item.snippet,
            count.unwrap_or_default()
        );
        more.push(SentLine::new(text, item.handle_id.as_ref()));
        more.push(SentLine::new(&item.url, item.handle_id.as_ref()));
    }
    for comment in &page.comments {
        let who = comment.author.as_deref().unwrap_or_default();
        let text = format!("{who} {}", comment.text);
        more.push(SentLine::new(text, comment.handle_id.as_ref()));
    }
    more.extend(
        page.outline
            .iter()
            .map(|one| SentLine::new(&one.text, None)),
    );
    for element in &page.elements {
        more.push(SentLine::new(&element.text, Some(&element.handle_id)));
        let handle = Some(&element.handle_id);
        let offered = element.options.iter().chain(&element.value);
        more.extend(offered.map(|words| SentLine::new(words, handle)));
        if let Some(href) = &element.href {
            more.push(SentLine::new(href, Some(&element.handle_id)));
        }
    }
    let facts = page.facts.iter();
    more.extend(facts.map(|one| SentLine::new(format!("{} {}", one.name, one.value), None)));
    let discussed = page.top_discussions.iter();
    more.extend(discussed.map(|one| {
        SentLine::new(
            format!("{} {} comments", one.title, one.comment_count),
            None,
        )
    }));
    more
}
