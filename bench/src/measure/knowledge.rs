//! An organisation's knowledge: how well and how fast passages are found, beside tantivy over the same passages.
//!
//! The questions are those of Python's own FAQ, each the heading of its answer, as Debian's `python3-doc` ships them
//! (licence: PSF-2.0). They are taken off their answers before anything is indexed; all other documentation is indexed
//! around them.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use screen_agent_cli::compose;
use screen_agent_engine::knowledge::ordered;
use screen_agent_knowledge::{ExtractedDocument, IndexedChunk, IndexedDocument, index, question};
use screen_agent_page::reading;
use screen_agent_store::account::NewUser;
use screen_agent_store::knowledge::{
    ChunkBatch, KnowledgeKind, KnowledgeQuery, NewChunk, NewDocument, NewKnowledge,
};
use screen_agent_store::{Owner, Scoped, Store};
use screen_agent_store_sqlite::SqliteStore;
use uuid::Uuid;

use crate::figure::Figure;

/// Chunks that are searched when it is measured how fast.
const MANY: usize = 100_000;
/// Chunks of one transaction.
const BATCH: usize = 200;
/// Where the questions stand, in the documentation.
const FAQ: &str = "faq";
/// What stands in place of a question: its number, in no word of any.
const MARK: &str = "qaqa";

/// Measures over a folder of Python's documentation in HTML.
pub async fn measure(saved: Option<&Path>) -> Result<Vec<Figure>> {
    let root = saved.context(
        "name the documentation: --saved /usr/share/doc/python3/html, of Debian's python3-doc",
    )?;
    ensure!(
        root.join(FAQ).is_dir(),
        "{} has no folder {FAQ}",
        root.display()
    );
    let corpus = Corpus::read(root)?;
    ensure!(
        !corpus.questions.is_empty(),
        "{} holds no questions",
        root.display()
    );
    let small = Index::of(&corpus, corpus.chunks()).await?;
    let mut figures = vec![
        Figure::plain("knowledge: passages", corpus.chunks() as f64, ""),
        Figure::plain("knowledge: questions", corpus.questions.len() as f64, ""),
    ];
    let own = quality(&corpus, async |words| small.find(words, 10).await).await?;
    let other = beside::Tantivy::of(&corpus, corpus.chunks())?;
    let others = match &other {
        Some(other) => Some(quality(&corpus, async |words| other.find(words, 10)).await?),
        None => None,
    };
    let with = |figure: Figure, baseline: Option<f64>| match baseline {
        Some(baseline) => figure.beside(baseline),
        None => figure,
    };
    figures.push(with(
        Figure::plain("knowledge: recall@5", own.recall, ""),
        others.map(|one| one.recall),
    ));
    figures.push(with(
        Figure::plain("knowledge: nDCG@10", own.ndcg, ""),
        others.map(|one| one.ndcg),
    ));
    drop(small);
    let large = Index::of(&corpus, MANY).await?;
    let own = speed(&corpus, async |words| large.find(words, 5).await).await?;
    let other = beside::Tantivy::of(&corpus, MANY)?;
    let others = match &other {
        Some(other) => Some(speed(&corpus, async |words| other.find(words, 5)).await?),
        None => None,
    };
    let name = |which: &str| format!("knowledge: {which} of a search of {MANY} passages");
    let p50 = Figure::plain(name("p50"), own.0, "ms");
    let p50 = if others.is_none() {
        p50.at_most(10.0)
    } else {
        p50
    };
    figures.push(with(p50, others.map(|one| one.0)));
    figures.push(with(
        Figure::plain(name("p95"), own.1, "ms"),
        others.map(|one| one.1),
    ));
    Ok(figures)
}

/// Documents, and questions with how many passages answer each.
struct Corpus {
    documents: Vec<(String, IndexedDocument)>,
    questions: Vec<(String, usize)>,
}

impl Corpus {
    fn read(root: &Path) -> Result<Self> {
        let mut corpus = Self {
            documents: Vec::new(),
            questions: Vec::new(),
        };
        let mut asked = Vec::new();
        for path in pages(root)? {
            let html = std::fs::read_to_string(&path)?;
            let is_faq = path.parent().is_some_and(|folder| folder.ends_with(FAQ));
            let html = if is_faq {
                without_questions(&html, &mut asked)
            } else {
                html
            };
            let read = reading::read(&html, "https://docs.example/");
            let document = ExtractedDocument::of_page(&read);
            let title = document.title.clone().unwrap_or_default();
            // The list of what is asked gives every question away.
            let title = if is_faq { String::new() } else { title };
            corpus
                .documents
                .push((title.clone(), index(&title, &document)));
        }
        for (number, words) in asked.into_iter().enumerate() {
            let answers = corpus.all().filter(|chunk| answers(chunk, number)).count();
            if answers > 0 {
                corpus.questions.push((words, number));
            }
        }
        Ok(corpus)
    }

    fn all(&self) -> impl Iterator<Item = &IndexedChunk> {
        self.documents
            .iter()
            .flat_map(|(_, document)| &document.chunks)
    }

    fn chunks(&self) -> usize {
        self.all().count()
    }
}

fn answers(chunk: &IndexedChunk, number: usize) -> bool {
    answers_by(&chunk.chunk.section, number)
}

fn answers_by(section: &str, number: usize) -> bool {
    section.ends_with(&format!("{MARK}{number}"))
}

fn pages(root: &Path) -> Result<Vec<PathBuf>> {
    let (mut waiting, mut pages) = (vec![root.to_owned()], Vec::new());
    while let Some(folder) = waiting.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let is_list = name.starts_with("genindex")
                || name == "search.html"
                || name == "py-modindex.html"
                || name == "contents.html";
            if path.is_dir() && !name.starts_with('_') {
                waiting.push(path);
            } else if name.ends_with(".html") && !is_list {
                pages.push(path);
            }
        }
    }
    pages.sort();
    Ok(pages)
}

/// A page of questions with a mark in place of each, and without its table of contents, which repeats them.
fn without_questions(html: &str, asked: &mut Vec<String>) -> String {
    let mut left = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find("<h2>").into_iter().chain(rest.find("<h3>")).min() {
        let (before, after) = rest.split_at(at);
        left.push_str(before);
        let (tag, end) = (&after[1..3], format!("</{}>", &after[1..3]));
        let Some((heading, after)) = after.split_once(&end) else {
            break;
        };
        let words = plain(heading);
        if words.ends_with('?') {
            left.push_str(&format!("<{tag}>{MARK}{}{end}", asked.len()));
            asked.push(words);
        } else {
            left.push_str(heading);
            left.push_str(&end);
        }
        rest = after;
    }
    left.push_str(rest);
    // Its contents, at the top and at the side.
    for (open, close) in [
        ("<nav class=\"contents", "</nav>"),
        ("<div class=\"sphinxsidebar\"", "</body>"),
    ] {
        if let Some((before, after)) = left.clone().split_once(open) {
            let after = after.split_once(close).map_or("", |(_, after)| after);
            left = format!("{before}{after}");
        }
    }
    left
}

/// The words of a heading: no tags, no sign that links to it.
fn plain(html: &str) -> String {
    let mut words = String::new();
    let mut inside = false;
    for c in html.chars() {
        match c {
            '<' => inside = true,
            '>' => inside = false,
            '¶' => {}
            _ if !inside => words.push(c),
            _ => {}
        }
    }
    let words = words
        .replace("&#8217;", "'")
        .replace("&amp;", "&")
        .replace("&lt;", "<")
        .replace("&gt;", ">");
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Our own index.
struct Index {
    store: SqliteStore,
    owner: Owner,
    _folder: tempfile::TempDir,
}

impl Index {
    /// Of so many chunks: the documents, again and again.
    async fn of(corpus: &Corpus, many: usize) -> Result<Self> {
        let folder = compose::temporary_data()?;
        let store = SqliteStore::open(&folder.path().join("knowledge.db"))?;
        let owner = Owner {
            tenant: screen_agent_action::id::TenantId::new(Uuid::from_u128(1)),
            user: screen_agent_action::id::UserId::new(Uuid::from_u128(2)),
        };
        let user = NewUser {
            id: owner.user,
            tenant: owner.tenant,
            tenant_name: "bench".into(),
            email: "bench@localhost".into(),
            name: "bench".into(),
            password_hash: "!".into(),
            now_ms: 1,
        };
        store.upkeep().add_user(user).await?;
        let index = Self {
            store,
            owner,
            _folder: folder,
        };
        index.fill(corpus, many).await?;
        Ok(index)
    }

    async fn fill(&self, corpus: &Corpus, many: usize) -> Result<()> {
        let rows = self.store.scoped(self.owner);
        let id = Uuid::from_u128(3);
        let new = NewKnowledge {
            id,
            kind: KnowledgeKind::File,
            location: "docs.zip".into(),
            title: String::new(),
            domain: None,
            blob: None,
            size: 0,
            refresh_ms: None,
        };
        rows.add_knowledge(new, 1).await?;
        let (_, claim) = rows
            .take_knowledge(id, 1)
            .await?
            .context("the source is taken")?;
        let mut left = many;
        for (number, (title, document)) in corpus.documents.iter().cycle().enumerate() {
            let chunks: Vec<NewChunk> = document.chunks.iter().take(left).map(new_chunk).collect();
            left -= chunks.len();
            let batches = chunks.chunks(BATCH).count();
            for (nth, some) in chunks.chunks(BATCH).enumerate() {
                let batch = ChunkBatch {
                    document: NewDocument {
                        location: format!("{number}"),
                        title: title.clone(),
                        mime: "text/html".into(),
                        language: document.language.map(|language| language.code().to_owned()),
                        digest: [0; 32],
                    },
                    from: u32::try_from(nth * BATCH)?,
                    chunks: some.to_vec(),
                    last: nth + 1 == batches,
                };
                rows.add_chunks(claim, batch, 1).await?;
            }
            if left == 0 {
                break;
            }
        }
        rows.finish_knowledge(claim, Ok(()), 1).await?;
        Ok(())
    }

    /// The sections of the best passages.
    async fn find(&self, words: &str, most: usize) -> Result<Vec<String>> {
        let rows: Box<dyn Scoped + '_> = self.store.scoped(self.owner);
        let scope = rows.knowledge_scope("docs.example".into()).await?;
        let query = KnowledgeQuery {
            host: "docs.example".into(),
            terms: question(words, &scope.languages),
            most: u32::try_from(most)?,
            ..KnowledgeQuery::default()
        };
        let found = rows.search_knowledge(query.clone()).await?;
        let hits = ordered(found, &query, &scope).into_iter().take(most);
        Ok(hits.map(|hit| hit.section).collect())
    }
}

fn new_chunk(one: &IndexedChunk) -> NewChunk {
    NewChunk {
        section: one.chunk.section.clone(),
        page: None,
        text: one.chunk.text.clone(),
        heading_terms: one.heading_terms.clone(),
        body_terms: one.body_terms.clone(),
        vector: None,
    }
}

/// How well.
#[derive(Clone, Copy)]
struct Quality {
    recall: f64,
    ndcg: f64,
}

/// Recall of the answer among the first five, and nDCG of the first ten, over all questions.
async fn quality(
    corpus: &Corpus,
    find: impl AsyncFn(&str) -> Result<Vec<String>>,
) -> Result<Quality> {
    let mut sum = Quality {
        recall: 0.0,
        ndcg: 0.0,
    };
    for (words, number) in &corpus.questions {
        let found = find(words).await?;
        let hits: HashSet<usize> = found
            .iter()
            .enumerate()
            .filter(|(_, section)| answers_by(section, *number))
            .map(|(place, _)| place)
            .collect();
        let wanted = corpus.all().filter(|chunk| answers(chunk, *number)).count();
        let gain = |place: usize| 1.0 / (place as f64 + 2.0).log2();
        let ideal: f64 = (0..wanted.min(10)).map(gain).sum();
        sum.recall += f64::from(u8::from(hits.iter().any(|place| *place < 5)));
        sum.ndcg += hits.into_iter().map(gain).sum::<f64>() / ideal;
    }
    let many = corpus.questions.len() as f64;
    Ok(Quality {
        recall: sum.recall / many,
        ndcg: sum.ndcg / many,
    })
}

/// Half of the searches take at most so long, and nineteen of twenty, in milliseconds.
async fn speed(
    corpus: &Corpus,
    find: impl AsyncFn(&str) -> Result<Vec<String>>,
) -> Result<(f64, f64)> {
    let mut times = Vec::new();
    for round in 0..3 {
        for (words, _) in &corpus.questions {
            let began = Instant::now();
            find(words).await?;
            // The first round warms up.
            if round > 0 {
                times.push(began.elapsed().as_secs_f64() * 1000.0);
            }
        }
    }
    times.sort_by(f64::total_cmp);
    let at = |share: usize| times[(times.len() * share / 100).min(times.len() - 1)];
    Ok((at(50), at(95)))
}

#[cfg(feature = "tantivy")]
mod beside {
    use anyhow::Result;
    use tantivy::collector::TopDocs;
    use tantivy::query::QueryParser;
    use tantivy::schema::{
        IndexRecordOption, STORED, Schema, TextFieldIndexing, TextOptions, Value as _,
    };
    use tantivy::{Index, IndexReader, TantivyDocument, doc};

    use super::Corpus;

    /// The same passages in tantivy, with its English stemmer, headings and text in one field, as they count with us.
    pub(super) struct Tantivy {
        reader: IndexReader,
        parser: QueryParser,
        section: tantivy::schema::Field,
    }

    impl Tantivy {
        pub(super) fn of(corpus: &Corpus, many: usize) -> Result<Option<Self>> {
            let mut schema = Schema::builder();
            let stemmed = TextFieldIndexing::default()
                .set_tokenizer("en_stem")
                .set_index_option(IndexRecordOption::WithFreqsAndPositions);
            let text = TextOptions::default().set_indexing_options(stemmed);
            let section = schema.add_text_field("section", STORED);
            let body = schema.add_text_field("body", text);
            let index = Index::create_in_ram(schema.build());
            let mut writer = index.writer(50_000_000)?;
            let all = corpus.documents.iter().cycle();
            let all = all.flat_map(|(title, document)| {
                document.chunks.iter().map(move |one| (title, &one.chunk))
            });
            for (title, chunk) in all.take(many) {
                writer.add_document(doc!(
                    section => chunk.section.as_str(),
                    body => format!("{title}\n{}\n{}", chunk.section, chunk.text),
                ))?;
            }
            writer.commit()?;
            let parser = QueryParser::for_index(&index, vec![body]);
            Ok(Some(Self {
                reader: index.reader()?,
                parser,
                section,
            }))
        }

        pub(super) fn find(&self, words: &str, most: usize) -> Result<Vec<String>> {
            let plain: String = words
                .chars()
                .map(|c| if c.is_alphanumeric() { c } else { ' ' })
                .collect();
            let (query, _) = self.parser.parse_query_lenient(&plain.to_lowercase());
            let searcher = self.reader.searcher();
            let found = searcher.search(&query, &TopDocs::with_limit(most).order_by_score())?;
            let mut sections = Vec::new();
            for (_, address) in found {
                let document: TantivyDocument = searcher.doc(address)?;
                let section = document
                    .get_first(self.section)
                    .and_then(|value| value.as_str());
                sections.push(section.unwrap_or_default().to_owned());
            }
            Ok(sections)
        }
    }
}

#[cfg(not(feature = "tantivy"))]
mod beside {
    use anyhow::Result;

    use super::Corpus;

    /// Not built: `--features tantivy`.
    pub(super) enum Tantivy {}

    impl Tantivy {
        pub(super) fn of(_: &Corpus, _: usize) -> Result<Option<Self>> {
            Ok(None)
        }

        pub(super) fn find(&self, _: &str, _: usize) -> Result<Vec<String>> {
            match *self {}
        }
    }
}
