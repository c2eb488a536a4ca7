//! The page's cookies.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::Done;
use crate::outcome::Trouble;
use crate::page::BrowserPage;
use crate::target::Basis;

/// Longest answer that is told, in characters.
const LONGEST: usize = 10_000;

#[derive(Deserialize)]
struct Cookies {
    cookies: Vec<Map<String, Value>>,
}

impl BrowserPage {
    /// The cookies that the page would send.
    pub(crate) async fn cookies(&self, basis: Option<&Basis>) -> Done {
        let found = self.cookie_list(basis).await?;
        let told: Vec<Value> = found
            .iter()
            .map(|cookie| {
                let parts = ["name", "value", "domain", "path", "secure", "httpOnly"];
                parts
                    .iter()
                    .filter_map(|part| Some(((*part).to_owned(), cookie.get(*part)?.clone())))
                    .collect()
            })
            .collect();
        Ok(Some(cut(&Value::Array(told).to_string())))
    }

    /// Sets one cookie, `{name, value, …}`, for this page unless it names another domain.
    pub(crate) async fn set_cookie(&self, cookie: &str, basis: Option<&Basis>) -> Done {
        let wrong = || Trouble::invalid("the cookie is not {name, value, …}");
        let Ok(Value::Object(mut cookie)) = serde_json::from_str(cookie) else {
            return Err(wrong());
        };
        if !["name", "value"]
            .iter()
            .all(|part| cookie.get(*part).is_some_and(Value::is_string))
        {
            return Err(wrong());
        }
        if !cookie.contains_key("domain") && !cookie.contains_key("url") {
            cookie.insert("url".into(), json!(self.decided_url(basis)?));
        }
        self.call_done("Network.setCookie", Value::Object(cookie))
            .await?;
        Ok(None)
    }

    /// Removes the page's cookies, and no other site's.
    pub(crate) async fn clear_cookies(&self, basis: Option<&Basis>) -> Done {
        for cookie in self.cookie_list(basis).await? {
            let parts = ["name", "domain", "path"];
            let params: Map<String, Value> = parts
                .iter()
                .filter_map(|part| Some(((*part).to_owned(), cookie.get(*part)?.clone())))
                .collect();
            self.call_done("Network.deleteCookies", Value::Object(params))
                .await?;
        }
        Ok(None)
    }

    async fn cookie_list(&self, basis: Option<&Basis>) -> Result<Vec<Map<String, Value>>, Trouble> {
        let params = json!({ "urls": [self.decided_url(basis)?] });
        Ok(self
            .call::<Cookies>("Network.getCookies", params)
            .await?
            .cookies)
    }
}

fn cut(text: &str) -> String {
    text.chars().take(LONGEST).collect()
}
