//! What is measured, one file each.

pub mod ide;
pub mod interact;
pub mod knowledge;
pub mod mcp;
pub mod observe;
pub mod packet;
pub mod pressure;
pub mod reading;
pub mod realtime;
pub mod run;
pub mod scaling;
pub mod serve;
pub mod skeleton;
pub mod think;
pub mod workflows;

mod transactions;

use anyhow::Result;

use crate::figure::{Figure, median_ms};

/// Serves routes at a free port of this machine, and says where.
pub(crate) async fn serve_here(routes: axum::Router) -> Result<String> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let base = format!("http://{}", listener.local_addr()?);
    tokio::spawn(async move { axum::serve(listener, routes).await });
    Ok(base)
}

/// Tokens of a text, as a well-known tokenizer counts them.
pub(crate) fn tokens(text: &str) -> usize {
    tiktoken_rs::o200k_base_singleton()
        .encode_ordinary(text)
        .len()
}

/// How fast pages of some 1 MB and 5 MB are worked on: they are as long as they need to be.
fn throughput<T>(what: &str, work: impl Fn(&str) -> T) -> Vec<Figure> {
    let one = |controls| {
        let html = page_of(controls);
        let megabytes = html.len() as f64 / 1e6;
        let seconds = median_ms(7, || work(&html)) / 1000.0;
        let name = format!("{what} of {megabytes:.1} MB of HTML");
        Figure::plain(name, megabytes / seconds, "MB/s")
    };
    [10_000, 50_000].map(one).into()
}

/// A page with so many controls in rows, each with a few words: as long as it needs to be.
fn page_of(controls: usize) -> String {
    use std::fmt::Write;
    let mut page = String::from(
        "<!doctype html><html lang=en><head><meta charset=utf-8><title>Orders</title></head><body><h1>Orders</h1><form>",
    );
    for row in 0..controls / 4 {
        let _ = write!(
            page,
            "<div class=row><a href='/order/{row}'>Order {row}</a> <label>Note <input name=n{row} value='v{row}'></label> \
             <select name=s{row}><option>Open<option>Sent</select> <button type=button>Pack {row}</button></div>"
        );
    }
    page.push_str("</form></body></html>");
    page
}
