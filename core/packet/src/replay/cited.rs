//! Do citations still hold against the documents of their run?

use std::collections::HashMap;

use crate::{cite, read};
use screen_agent_wire::packet::{Citation, RequestPacket};
use serde_json::{Value, json};
use uuid::Uuid;

use super::kept::Kept;
use super::report::{HistoryReport, What};
use crate::pack::{self, SentDocument};
use crate::run::{Earlier, Moment, QuestionRun, open, take_documents};

/// Requests that were kept whole, and what belongs to each run.
#[derive(Default)]
pub(super) struct Library<'a> {
    requests: HashMap<&'a str, RequestPacket>,
    runs: HashMap<&'a str, Vec<Part>>,
    begun: HashMap<&'a str, &'a str>,
}

/// What a run was brought.
enum Part {
    /// By its client.
    Client(Box<RequestPacket>),
    /// By a tool of the server's.
    Tool(Box<RequestPacket>),
}

impl<'a> Library<'a> {
    /// Reads a request again, as it came.
    pub(super) fn asked(&mut self, kept: &Kept<'a>, report: &mut HistoryReport) {
        if !kept.whole {
            report.gap(kept, What::Packet, "its documents were kept as digests");
            return;
        }
        let packet = match read::request(kept.as_sent().to_string().as_bytes()) {
            Ok(packet) => packet,
            Err(fault) => {
                let path = fault.field().unwrap_or_default();
                report.differs(kept, What::Packet, path, (Value::Null, fault.to_string()));
                return;
            }
        };
        // A run that is gone on with was begun by an answer that names it.
        if let Some(run) = kept.run().filter(|run| self.begun.contains_key(run)) {
            let part = Part::Client(Box::new(packet));
            self.runs.entry(run).or_default().push(part);
        } else {
            self.requests.insert(kept.id, packet);
        }
    }

    /// Takes in what a tool of the server's brought. It is read as ours, not as a client's.
    pub(super) fn brought(&mut self, kept: &Kept<'a>) {
        let Some(run) = kept.run().filter(|_| kept.whole) else {
            return;
        };
        if let Ok(packet) = serde_json::from_value::<RequestPacket>(kept.as_sent()) {
            let part = Part::Tool(Box::new(packet));
            self.runs.entry(run).or_default().push(part);
        }
    }

    /// Holds the citations of a response against all that its run had been brought.
    pub(super) fn cite(&mut self, kept: &Kept<'a>, report: &mut HistoryReport) {
        let request = kept.message.in_reply_to_request_id.as_deref();
        if let (Some(run), Some(request)) = (kept.run(), request) {
            self.begun.entry(run).or_insert(request);
        }
        let given = &kept.packet["assistant"]["citations"];
        let citations: Vec<Citation> = match serde_json::from_value(given.clone()) {
            Ok(citations) => citations,
            Err(_) if given.is_null() => Vec::new(),
            Err(error) => {
                let path = "assistant.citations";
                report.differs(
                    kept,
                    What::Citation,
                    path,
                    (given.clone(), error.to_string()),
                );
                return;
            }
        };
        if citations.is_empty() {
            return;
        }
        let Some(run) = self.run(kept) else {
            report.gap(
                kept,
                What::Citation,
                "the documents that it cites were not kept",
            );
            return;
        };
        let sent = pack::pack(&run.inquiry(), usize::MAX).sent;
        for (at, citation) in citations.into_iter().enumerate() {
            held(
                kept,
                &format!("assistant.citations[{at}]"),
                &citation,
                (&run, &sent),
                report,
            );
        }
    }

    /// What the run of a response knew, as far as it was kept.
    fn run(&self, kept: &Kept<'a>) -> Option<QuestionRun> {
        let name = kept.run()?;
        let first = self.requests.get(self.begun.get(name)?)?;
        // What is drawn from it is not looked at.
        let moment = Moment {
            now_ms: 0,
            seed: Uuid::nil(),
        };
        let mut run = open(first, Earlier::default(), &moment);
        take_documents(&mut run, first.context.documents.clone(), None);
        for part in self.runs.get(name).into_iter().flatten() {
            match part {
                Part::Client(packet) => {
                    take_documents(&mut run, packet.context.documents.clone(), None);
                }
                Part::Tool(packet) => run.results.extend(packet.context.documents.iter().cloned()),
            }
        }
        Some(run)
    }
}

/// One citation. What a model was sent may have been cut; here it is whole, so that a quote may be
/// found that was out of the model's sight, but none may be lost.
fn held(
    kept: &Kept<'_>,
    path: &str,
    citation: &Citation,
    (run, sent): (&QuestionRun, &[SentDocument]),
    report: &mut HistoryReport,
) {
    let Some(recorded) = &citation.check else {
        report.gap(kept, What::Citation, "it was not checked when it was kept");
        return;
    };
    report.checked.citations += 1;
    let again = cite::check(vec![citation.clone()], sent).into_iter().next();
    let found = again.as_ref().and_then(|again| again.check.as_ref());
    let holds = found.is_some_and(|found| found.verified);
    let elsewhere = again
        .as_ref()
        .is_some_and(|again| again.doc_id != citation.doc_id);
    if recorded.verified == holds && !(holds && elsewhere) {
        return;
    }
    if holds && !recorded.verified {
        report.gap(
            kept,
            What::Citation,
            "how much of the documents the model was sent was not kept",
        );
    } else if !holds && is_from_elsewhere(run, sent, &citation.doc_id) {
        report.gap(
            kept,
            What::Citation,
            "the documents that it cites were not kept",
        );
    } else {
        report.differs(kept, What::Citation, path, (json!(citation), json!(again)));
    }
}

/// Documents of a collection are brought from the store, and what a client's tool came to is told
/// in our words: neither stands in a kept packet.
fn is_from_elsewhere(run: &QuestionRun, sent: &[SentDocument], doc_id: &str) -> bool {
    let page = run.pages.iter().any(|page| doc_id.starts_with(&page.base));
    let known = page || sent.iter().any(|one| one.doc_id == doc_id);
    let collection = run.task.args.contains_key("collection_id");
    !known && (collection || doc_id.starts_with("doc:result:"))
}
