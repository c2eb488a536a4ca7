//! Looks for chunks of an organisation's knowledge.
//!
//! Words that nearly every chunk holds tell little and cost much, so only the rarest terms of a question are looked up;
//! whoever asked weighs what comes back by all of them.

use screen_agent_store::Stored;
use screen_agent_store::knowledge::{
    KnowledgeFound, KnowledgeHit, KnowledgeQuery, KnowledgeScope, likeness,
};

use super::knowledge::OWN_BITS;
use super::owned::Owned;
use crate::dialect::KnowledgeIndex;
use crate::sql::{Columns, Sql as _, ToColumn, from_row};
use crate::value::SqlValue;

/// No term is counted further than this; how many more there are is told by how close together these stand.
const COUNTED: u32 = 1_000;
/// More of them make a term no less telling.
const COMMON: u32 = 2_000;
/// As many chunks may be weighed by the index for one question: it takes microseconds for each, and what only common terms
/// find is hardly ever the answer.
const WEIGHED: u32 = 1_000;
/// The same where all terms are common: the first of them that hold every term.
const WEIGHED_AT_MOST: u32 = 4_000;
/// As many come back by terms.
const BY_TERMS: u32 = 100;

/// A source applies to a host by its pattern, or everywhere. The host is bound as `?3`.
const APPLIES: &str = "s.tenant_id = ?1 AND s.state <> 'removing'
    AND (s.domain IS NULL OR s.domain = ?3
         OR (s.domain LIKE '*.%'
             AND substr('.' || ?3, length('.' || ?3) - length(s.domain) + 2) = substr(s.domain, 2)))";

/// Current chunks with what they are of.
const HITS: &str = "knowledge_chunks c JOIN knowledge_documents d ON d.pk = c.document_pk AND d.version = c.version
    JOIN knowledge_sources s ON s.pk = d.source_pk";
const COLUMNS: &str =
    "c.pk, d.pk, d.title, d.location, c.section, c.page, c.text, c.heading_terms, c.body_terms";

from_row!(KnowledgeHit: id, document, title, location, section, page, text, heading_terms, body_terms);

/// The term that stands for a source in the index.
pub fn scope_term(source: i64) -> String {
    format!("s{source}")
}

/// What there is for a host.
pub(super) fn scope(rows: &Owned<'_>, host: &str) -> Stored<KnowledgeScope> {
    let sql = format!(
        "SELECT d.language, count(*) FROM knowledge_sources s
         CROSS JOIN knowledge_documents d
         WHERE d.source_pk = s.pk AND {APPLIES} AND d.version > 0 AND d.chunks > 0 GROUP BY s.pk, d.language"
    );
    let found: Vec<(Option<String>, u32)> = rows.list(&sql, &[&host])?;
    let sql = "SELECT chunks, terms FROM knowledge_tenants WHERE tenant_id = ?1";
    let (chunks, terms) = rows.find(sql, &[])?.unwrap_or_default();
    let documents = found.iter().map(|(_, count)| count).sum();
    let mut languages: Vec<String> = found.into_iter().filter_map(|(known, _)| known).collect();
    languages.sort();
    languages.dedup();
    Ok(KnowledgeScope {
        chunks,
        terms,
        documents,
        languages,
    })
}

/// Looks for chunks.
pub(super) fn search(rows: &Owned<'_>, query: &KnowledgeQuery) -> Stored<KnowledgeFound> {
    let sql = format!("SELECT s.pk FROM knowledge_sources s WHERE {APPLIES}");
    let applying: Vec<i64> = rows.list(&sql, &[&query.host])?;
    let tenant = "SELECT number, next_chunk FROM knowledge_tenants WHERE tenant_id = ?1";
    let tenant: Option<(i64, i64)> = rows.find(tenant, &[])?;
    let Some((number, made)) = tenant.filter(|_| !applying.is_empty()) else {
        return Ok(KnowledgeFound::default());
    };
    let all = "SELECT count(*) FROM knowledge_sources WHERE tenant_id = ?1 AND state <> 'removing'";
    let searcher = Searcher {
        rows,
        query,
        from: number << OWN_BITS,
        to: (number << OWN_BITS) + made,
        only: (rows.get::<u32>(all, &[])? as usize > applying.len()).then_some(applying),
    };
    if query.terms.is_empty() && query.vector.is_none() {
        return Ok(KnowledgeFound {
            by_terms: searcher.first()?,
            ..KnowledgeFound::default()
        });
    }
    let counts = searcher.counts()?;
    Ok(KnowledgeFound {
        by_terms: searcher.by_terms(&counts)?,
        by_vector: searcher.by_vector()?,
        counts,
    })
}

struct Searcher<'a> {
    rows: &'a Owned<'a>,
    query: &'a KnowledgeQuery,
    /// The tenant's part of the index.
    from: i64,
    to: i64,
    /// The sources that apply, where others do not.
    only: Option<Vec<i64>>,
}

impl Searcher<'_> {
    /// The page's own document, then the beginning of each.
    fn first(&self) -> Stored<Vec<KnowledgeHit>> {
        let sql = format!(
            "SELECT {COLUMNS} FROM {HITS} WHERE {APPLIES} AND (c.seq < 1 OR d.location = ?4)
             ORDER BY d.location = ?4 DESC, d.pk, c.seq LIMIT ?5"
        );
        let query = self.query;
        self.rows
            .list(&sql, &[&query.host, &query.address, &query.most])
    }

    /// How many chunks hold each term, as far as it is worth knowing.
    fn counts(&self) -> Stored<Vec<u32>> {
        let count = |forms: &Vec<String>| {
            let (counted, next) = self.first_of(&self.index().any(forms), COUNTED)?;
            if counted < COUNTED {
                return Ok(counted);
            }
            let share = (self.to - self.from) as f64 / (next - self.from) as f64;
            Ok(((f64::from(counted) * share) as u32).clamp(COUNTED, COMMON))
        };
        self.query.terms.iter().map(count).collect()
    }

    /// How many of the first chunks match, and where they end.
    fn first_of(&self, expression: &str, most: u32) -> Stored<(u32, i64)> {
        let sql = self.index().counted();
        let db = &self.rows.db;
        db.get(sql, &[&expression, &self.from, &self.to, &most])
    }

    fn by_terms(&self, counts: &[u32]) -> Stored<Vec<KnowledgeHit>> {
        let mut terms: Vec<(u32, &Vec<String>)> = counts
            .iter()
            .copied()
            .zip(&self.query.terms)
            .filter(|(count, _)| *count > 0)
            .collect();
        terms.sort_by_key(|(count, _)| *count);
        let Some((rarest, _)) = terms.first() else {
            return Ok(Vec::new());
        };
        let index = self.index();
        if *rarest >= COMMON && terms.len() > 1 {
            // Nothing but words that stand everywhere: then what holds all of them.
            let every = terms
                .iter()
                .map(|(count, forms)| (*count, index.any(forms)));
            let found = self.matching(&every.collect::<Vec<_>>(), true, false)?;
            if !found.is_empty() {
                return Ok(found);
            }
        }
        let mut weighed = 0;
        let rare = terms.iter().enumerate().take_while(|(place, (count, _))| {
            weighed += count;
            *place == 0 || weighed <= WEIGHED
        });
        let rare = rare.map(|(_, (count, forms))| (*count, index.any(forms)));
        self.matching(&rare.collect::<Vec<_>>(), false, *rarest <= WEIGHED)
    }

    fn index(&self) -> &dyn KnowledgeIndex {
        self.rows.db.dialect().knowledge()
    }

    /// The best chunks that hold these terms, all or any, each with how many hold it.
    fn matching(&self, terms: &[(u32, String)], all: bool, few: bool) -> Stored<Vec<KnowledgeHit>> {
        let index = self.index();
        let expressions: Vec<String> = terms.iter().map(|(_, term)| term.clone()).collect();
        let mut expression = index.joined(&expressions, all);
        if let Some(only) = &self.only {
            expression = index.scoped(only, &expression);
        }
        let to = match few {
            true => self.to,
            false => self.first_of(&expression, WEIGHED_AT_MOST)?.1,
        };
        // What few chunks hold tells much.
        let chunks = (self.to - self.from) as f32;
        let weights = terms
            .iter()
            .map(|(count, _)| (1.0 + chunks / *count as f32).ln());
        let weights: Vec<f32> = weights.collect();
        let mut values: Vec<&dyn ToColumn> = vec![&expression, &self.from, &to, &BY_TERMS];
        if index.weighs_terms() {
            let weighed = weights.iter().zip(&expressions);
            values.extend(weighed.flat_map(|(weight, term)| [weight as &dyn ToColumn, term]));
        }
        // The hits come first, and each is looked up once.
        let sql = format!(
            "SELECT {COLUMNS} FROM ({}) hit
             CROSS JOIN {HITS} WHERE c.pk = hit.pk AND s.state <> 'removing' ORDER BY hit.place",
            index.best(terms.len())
        );
        self.rows.db.list(&sql, &values)
    }

    /// Compares every vector: exact, and fast enough for what one organisation has.
    fn by_vector(&self) -> Stored<Vec<KnowledgeHit>> {
        let Some(wanted) = &self.query.vector else {
            return Ok(Vec::new());
        };
        let scoped = "SELECT v.chunk_pk, v.vector FROM knowledge_vectors v JOIN knowledge_chunks c ON c.pk = v.chunk_pk
             WHERE v.chunk_pk >= ?1 AND v.chunk_pk < ?2 AND c.scope IN (SELECT value FROM json_each(?3))";
        let plain =
            "SELECT chunk_pk, vector FROM knowledge_vectors WHERE chunk_pk >= ?1 AND chunk_pk < ?2";
        let mut found: Vec<(f32, i64)> = Vec::new();
        let mut nearest = |row: &mut Columns<'_>| {
            let (pk, vector) = (row.take()?, row.value()?);
            if let SqlValue::Blob(vector) = vector
                && let Some(likeness) = likeness(wanted, &vector)
            {
                found.push((likeness, pk));
            }
            Ok(true)
        };
        let (from, to, db) = (&self.from, &self.to, self.rows.db);
        match &self.only {
            Some(only) => {
                let terms: Vec<String> = only.iter().map(|source| scope_term(*source)).collect();
                db.each(scoped, &[from, to, &terms], &mut nearest)?;
            }
            None => db.each(plain, &[from, to], &mut nearest)?,
        }
        found.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        found.truncate(2 * usize::try_from(self.query.most).unwrap_or(usize::MAX));
        let sql = format!("SELECT {COLUMNS} FROM {HITS} WHERE c.pk = ?1 AND s.state <> 'removing'");
        let mut hits = Vec::new();
        for (_, pk) in found {
            hits.extend(self.rows.db.find::<KnowledgeHit>(&sql, &[&pk])?);
        }
        Ok(hits)
    }
}
