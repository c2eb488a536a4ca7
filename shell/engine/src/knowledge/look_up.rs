//! What bears on a page and a question. Whether the organisation's knowledge is looked at is for its list of domains to say,
//! which forbids nothing.

use std::time::{Duration, Instant};

use screen_agent_knowledge::{
    Candidate, Collection, QueryTerm, fuse, host, is_within, question, rank,
};
use screen_agent_ports::{Embedder, ServiceCitation, ServicePassage};
use screen_agent_store::file::AllowedDomain;
use screen_agent_store::knowledge::{
    KnowledgeFound, KnowledgeHit, KnowledgeQuery, KnowledgeScope, pack_vector,
};
use screen_agent_store::{Owner, Stored};
use screen_agent_think::knowledge::{PASSAGES, Passage};
use serde_json::{Map, json};

use super::{KnowledgeFault, Known};
use crate::Engine;

/// As much of a question as is looked at, in bytes.
const QUESTION: usize = 2_000;
/// How long a vector for a question is waited for; without it, its words do.
const EMBED: Duration = Duration::from_secs(2);

impl Engine {
    /// What the owner's organisation knows about a page, as far as it bears on the words.
    pub async fn know(
        &self,
        owner: Owner,
        url: &str,
        words: &str,
    ) -> Result<Known, KnowledgeFault> {
        let began = Instant::now();
        let mut known = self.listed(owner, url).await?;
        if known.domain_match {
            match self
                .parts
                .knowledge
                .as_ref()
                .and_then(|means| means.service.clone())
            {
                Some(service) => {
                    let query = Some(words.trim()).filter(|words| !words.is_empty());
                    let told = service.resolve(owner.tenant.get(), url, query).await;
                    known.told = told.map_err(KnowledgeFault::Service)?;
                    known.has = true;
                    known.reason = "The organisation's knowledge service was asked.";
                    known.passages = known.told.passages.iter().map(of_service).collect();
                }
                None => self.look_up(owner, url, words, &mut known).await?,
            }
        }
        known.took = began.elapsed();
        Ok(known)
    }

    /// The same for a turn, which nothing here holds up.
    pub(crate) async fn know_at_most(&self, owner: Owner, url: &str, words: &str) -> Known {
        match self.know(owner, url, words).await {
            Ok(known) => known,
            Err(error) => {
                tracing::warn!(%error, "the organisation's knowledge could not be used");
                Known {
                    domain: host(url).unwrap_or_default(),
                    reason: "The organisation's knowledge could not be reached.",
                    ..Known::default()
                }
            }
        }
    }

    async fn listed(&self, owner: Owner, url: &str) -> Stored<Known> {
        let Some(domain) = host(url) else {
            return Ok(Known {
                reason: "There is no page of the web.",
                ..Known::default()
            });
        };
        let listed = self.rows(owner).list::<AllowedDomain>(()).await?;
        let domains: Vec<String> = listed.into_iter().map(|domain| domain.pattern).collect();
        let domain_match = domains.iter().any(|pattern| is_within(pattern, &domain));
        Ok(Known {
            reason: match domains.is_empty() {
                true => "The organisation has listed no domains.",
                false => "The domain is not on the organisation's list.",
            },
            domain,
            domain_match,
            domains,
            ..Known::default()
        })
    }

    async fn look_up(
        &self,
        owner: Owner,
        url: &str,
        words: &str,
        known: &mut Known,
    ) -> Result<(), KnowledgeFault> {
        let host = known
            .domain
            .strip_prefix("www.")
            .unwrap_or(&known.domain)
            .to_owned();
        let rows = self.rows(owner);
        let scope = rows.knowledge_scope(host.clone()).await?;
        if scope.documents == 0 {
            known.reason =
                "The domain is on the organisation's list, and there is no knowledge about it yet.";
            return Ok(());
        }
        known.has = true;
        let words = &words[..words.floor_char_boundary(QUESTION)];
        let query = KnowledgeQuery {
            host,
            terms: question(words, &scope.languages),
            vector: self.vector(words).await,
            address: url.to_owned(),
            most: u32::try_from(2 * PASSAGES).unwrap_or(u32::MAX),
        };
        let found = rows.search_knowledge(query.clone()).await?;
        let hits = ordered(found, &query, &scope);
        known.reason = match hits.is_empty() {
            true => "There is knowledge about the domain, and none of it is about this.",
            false => "The domain is on the organisation's list, and there is knowledge about it.",
        };
        for hit in hits.into_iter().take(PASSAGES) {
            let passage = of_hit(hit);
            known.told.passages.push(told(&passage));
            known.told.citations.push(citation(&passage));
            known.passages.push(passage);
        }
        Ok(())
    }

    async fn vector(&self, words: &str) -> Option<Vec<u8>> {
        let means = self.parts.knowledge.as_ref()?;
        let embedder: &dyn Embedder = means.embedder.as_deref()?;
        let texts = [words.to_owned()];
        if words.trim().is_empty() {
            return None;
        }
        match tokio::time::timeout(EMBED, embedder.embed(&texts)).await {
            Ok(Ok(vectors)) => vectors.first().map(|vector| pack_vector(vector)),
            Ok(Err(error)) => {
                tracing::warn!(%error, "no vector for a question");
                None
            }
            Err(_) => None,
        }
    }
}

/// What was found by words and by vector in one order.
pub fn ordered(
    found: KnowledgeFound,
    query: &KnowledgeQuery,
    scope: &KnowledgeScope,
) -> Vec<KnowledgeHit> {
    let KnowledgeFound {
        by_terms,
        by_vector,
        counts,
    } = found;
    if query.terms.is_empty() && query.vector.is_none() {
        return by_terms;
    }
    let candidates: Vec<Candidate> = by_terms
        .iter()
        .map(|hit| Candidate {
            id: hit.id,
            heading: hit.heading_terms.clone(),
            body: hit.body_terms.clone(),
        })
        .collect();
    let terms = query.terms.iter().cloned().zip(counts);
    let terms: Vec<QueryTerm> = terms
        .map(|(forms, chunks)| QueryTerm { forms, chunks })
        .collect();
    let collection = Collection {
        chunks: scope.chunks,
        length: scope.terms as f64 / f64::from(scope.chunks.max(1)),
    };
    let by_words = rank(&candidates, &terms, collection);
    let near: Vec<i64> = by_vector.iter().map(|hit| hit.id).collect();
    let mut hits: Vec<KnowledgeHit> = by_terms;
    for hit in by_vector {
        if !hits.iter().any(|known| known.id == hit.id) {
            hits.push(hit);
        }
    }
    let order = match near.is_empty() {
        true => by_words,
        false => fuse(&[by_words, near]),
    };
    let place = |id: i64| {
        order
            .iter()
            .position(|one| *one == id)
            .unwrap_or(usize::MAX)
    };
    hits.sort_by_key(|hit| place(hit.id));
    hits
}

fn of_hit(hit: KnowledgeHit) -> Passage {
    Passage {
        id: format!("kn_{}", hit.id),
        document: format!("kd_{}", hit.document),
        title: hit.title,
        location: hit.location,
        section: hit.section,
        page: hit.page,
        text: hit.text,
    }
}

fn of_service(passage: &ServicePassage) -> Passage {
    Passage {
        id: passage.id.clone(),
        title: passage.title.clone(),
        text: passage.content.clone(),
        ..Passage::default()
    }
}

fn told(passage: &Passage) -> ServicePassage {
    let mut metadata = Map::new();
    metadata.insert("location".to_owned(), json!(passage.location));
    metadata.insert("section".to_owned(), json!(passage.section));
    if let Some(page) = passage.page {
        metadata.insert("page".to_owned(), json!(page));
    }
    ServicePassage {
        id: passage.id.clone(),
        content: passage.text.clone(),
        title: passage.title.clone(),
        metadata: Some(metadata),
    }
}

fn citation(passage: &Passage) -> ServiceCitation {
    ServiceCitation {
        document_id: passage.document.clone(),
        title: passage.title.clone(),
        section: Some(passage.section.clone()).filter(|section| !section.is_empty()),
        page: passage.page,
    }
}
