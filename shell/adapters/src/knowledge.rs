//! What finding knowledge may lean on: any server that speaks the OpenAI embeddings protocol, and any that answers
//! `GET /api/knowledge/resolve` as spec 002 §5 has it.

use std::time::Duration;

use async_trait::async_trait;
use reqwest::{Method, RequestBuilder};
use screen_agent_ports::{
    Embedder, KnowledgeService, OutsideFailure, ServiceCitation, ServiceKnowledge, ServicePassage,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use tokio::time::timeout;
use url::form_urlencoded::Serializer;
use uuid::Uuid;

use crate::http::{self, Server};
use crate::{SecretKey, SetupError};

/// Most bytes of an answer.
const ANSWER: usize = 16 * 1024 * 1024;
/// Most numbers of a vector, and most passages that are taken.
const DIMENSIONS: usize = 8_192;
const PASSAGES: usize = 50;

/// A server outside of this program.
#[derive(Clone, Debug)]
pub struct OutsideConfig {
    /// Base address.
    pub base_url: String,
    /// Bearer key, where the server wants one.
    pub key: Option<SecretKey>,
    /// Longest wait for an answer.
    pub timeout: Duration,
}

/// A model that makes vectors.
#[derive(Debug)]
pub struct Embeddings {
    server: Server,
    model: String,
    timeout: Duration,
}

impl Embeddings {
    /// The model of this name, at a base address such as `https://api.openai.com/v1`.
    ///
    /// # Errors
    /// When the address will not do, or no TLS is to be had.
    pub fn new(config: OutsideConfig, model: String) -> Result<Self, SetupError> {
        Ok(Self {
            server: Server::new(&config.base_url, config.key)?,
            model,
            timeout: config.timeout,
        })
    }
}

#[derive(Deserialize)]
struct Embedded {
    data: Vec<Vector>,
}

#[derive(Deserialize)]
struct Vector {
    index: usize,
    embedding: Vec<f32>,
}

#[async_trait]
impl Embedder for Embeddings {
    async fn embed(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, OutsideFailure> {
        let body = json!({ "model": self.model, "input": texts, "encoding_format": "float" });
        let request = self.server.request(Method::POST, "/embeddings").json(&body);
        let mut told: Embedded = answer(request, self.timeout).await?;
        told.data.sort_by_key(|vector| vector.index);
        let vectors: Vec<Vec<f32>> = told.data.into_iter().map(|one| one.embedding).collect();
        let sound = |vector: &Vec<f32>| {
            !vector.is_empty() && vector.len() <= DIMENSIONS && vector.iter().all(|x| x.is_finite())
        };
        match vectors.len() == texts.len() && vectors.iter().all(sound) {
            true => Ok(vectors),
            false => Err(OutsideFailure::Unreadable),
        }
    }
}

/// A service that keeps knowledge.
#[derive(Debug)]
pub struct ExtractionService {
    server: Server,
    timeout: Duration,
}

impl ExtractionService {
    /// The service at a base address.
    ///
    /// # Errors
    /// When the address will not do, or no TLS is to be had.
    pub fn new(config: OutsideConfig) -> Result<Self, SetupError> {
        Ok(Self {
            server: Server::new(&config.base_url, config.key)?,
            timeout: config.timeout,
        })
    }
}

#[derive(Deserialize)]
struct Resolved {
    context: Vec<Chunk>,
    citations: Option<Vec<Cited>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Chunk {
    id: String,
    content: String,
    document_title: String,
    metadata: Option<Map<String, Value>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Cited {
    document_id: String,
    document_title: String,
    section: Option<String>,
    page: Option<u32>,
}

#[async_trait]
impl KnowledgeService for ExtractionService {
    async fn resolve(
        &self,
        tenant: Uuid,
        url: &str,
        query: Option<&str>,
    ) -> Result<ServiceKnowledge, OutsideFailure> {
        let path = resolve_path(url, query);
        let request = self
            .server
            .request(Method::GET, &path)
            .header("X-Tenant-ID", tenant.to_string());
        let told: Resolved = answer(request, self.timeout).await?;
        let passage = |chunk: Chunk| ServicePassage {
            id: chunk.id,
            content: chunk.content,
            title: chunk.document_title,
            metadata: chunk.metadata,
        };
        let citation = |cited: Cited| ServiceCitation {
            document_id: cited.document_id,
            title: cited.document_title,
            section: cited.section,
            page: cited.page,
        };
        let citations = told.citations.unwrap_or_default().into_iter();
        Ok(ServiceKnowledge {
            passages: told
                .context
                .into_iter()
                .take(PASSAGES)
                .map(passage)
                .collect(),
            citations: citations.take(PASSAGES).map(citation).collect(),
        })
    }
}

fn resolve_path(url: &str, query: Option<&str>) -> String {
    let mut asked = Serializer::new(String::new());
    asked.append_pair("url", url);
    if let Some(query) = query {
        asked.append_pair("query", query);
    }
    format!("/api/knowledge/resolve?{}", asked.finish())
}

/// An answer in JSON, within a time.
async fn answer<T: DeserializeOwned>(
    request: RequestBuilder,
    wait: Duration,
) -> Result<T, OutsideFailure> {
    let told = async {
        let mut response = request
            .send()
            .await
            .map_err(|_| OutsideFailure::Unreachable)?;
        let status = response.status();
        if !status.is_success() {
            return Err(OutsideFailure::Status(status.as_u16()));
        }
        let bytes = http::read(&mut response, ANSWER).await;
        let bytes = bytes.map_err(|_| OutsideFailure::Unreadable)?;
        serde_json::from_slice(&bytes).map_err(|_| OutsideFailure::Unreadable)
    };
    timeout(wait, told)
        .await
        .unwrap_or(Err(OutsideFailure::TimedOut))
}
