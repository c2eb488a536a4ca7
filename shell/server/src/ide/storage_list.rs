//! One level of a bucket, as clients of Supabase's storage walk through it: what lies there, and folders, which are what
//! keys have before a slash.

use std::collections::BTreeMap;

use screen_agent_engine::iso;
use screen_agent_store::ide::{MOST_OBJECTS, ObjectFilter, ObjectRecord};
use screen_agent_wire::invalid::chars;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::object::named;
use crate::auth::Me;
use crate::http::body::{Answer, Json};
use crate::http::params::InPath;

/// Most that is listed at once.
const LISTED: usize = 1_000;
/// Characters of a prefix.
const PREFIX: usize = 500;

/// What is to be listed.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct ListObjects {
    /// The folder; the outermost without.
    prefix: Option<String>,
    /// What a name has in it.
    search: Option<String>,
    limit: Option<usize>,
    offset: Option<usize>,
    sort_by: Option<SortObjects>,
}

/// How it is ordered: by `name`, from `a` on, unless this says otherwise.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default)]
pub(super) struct SortObjects {
    /// `name`, `updated_at`, `created_at` or `last_accessed_at`.
    column: Option<String>,
    /// `asc` or `desc`.
    order: Option<String>,
}

/// List what lies in a folder.
#[utoipa::path(post, path = "/storage/v1/object/list/{bucket}", tag = "ide",
    params(("bucket" = String, Path, description = "`figma` or `artifacts`")),
    request_body = ListObjects,
    responses((status = 200, description = "`name`, `id` and `metadata` of each; folders have a `name` alone", body = Value)))]
pub(super) async fn list(
    me: Me,
    InPath(bucket): InPath<String>,
    Json(body): Json<ListObjects>,
) -> Answer<Value> {
    let bucket = named(&bucket, "any")?.bucket;
    chars("prefix", &body.prefix, PREFIX)?;
    chars("search", &body.search, PREFIX)?;
    let folder = body.prefix.unwrap_or_default();
    let prefix = match folder.trim_matches('/') {
        "" => String::new(),
        folder => format!("{folder}/"),
    };
    let filter = ObjectFilter {
        bucket: Some(bucket),
        prefix: prefix.clone(),
        limit: MOST_OBJECTS,
        ..ObjectFilter::default()
    };
    let objects = me.rows().list::<ObjectRecord>(filter).await?;
    // A folder may be called as an object beside it is.
    let mut level: BTreeMap<(&str, bool), Option<&ObjectRecord>> = BTreeMap::new();
    for object in &objects {
        let name = object.name.key.strip_prefix(&prefix).unwrap_or_default();
        match name.split_once('/') {
            Some((folder, _)) => level.insert((folder, false), None),
            None => level.insert((name, true), Some(object)),
        };
    }
    let wanted = body.search.unwrap_or_default().to_lowercase();
    level.retain(|(name, _), _| name.to_lowercase().contains(&wanted));
    let mut items: Vec<_> = level.into_iter().collect();
    let sort = body.sort_by.unwrap_or_default();
    if sort.column.is_some_and(|column| column != "name") {
        items.sort_by_key(|(_, object)| object.map(|object| object.updated_ms));
    }
    if sort.order.as_deref() == Some("desc") {
        items.reverse();
    }
    let items = items.into_iter().skip(body.offset.unwrap_or_default());
    let items = items.take(body.limit.unwrap_or(100).clamp(1, LISTED));
    Ok(Json(
        items
            .map(|((name, _), object)| item(name, object))
            .collect(),
    ))
}

/// An entry; published clients know a folder by its `id`, which is null.
fn item(name: &str, object: Option<&ObjectRecord>) -> Value {
    let at = object.map(|object| iso(object.updated_ms));
    let metadata = object.map(|object| {
        json!({ "eTag": format!("\"{}\"", hex::encode(object.digest)), "size": object.size,
            "contentLength": object.size, "mimetype": object.mime, "cacheControl": "no-cache",
            "lastModified": at, "httpStatusCode": 200 })
    });
    json!({ "name": name, "id": object.map(|object| object.blob.to_string()), "updated_at": at, "created_at": at,
        "last_accessed_at": at, "metadata": metadata })
}
