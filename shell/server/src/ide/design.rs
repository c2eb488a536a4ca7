//! What tasks about designs work on: a design as Figma answers it, or what was read of one and the page that it goes into.

use screen_agent_ide::Job;
use screen_agent_ide::figma::{Brought, FigmaAddress, synthetic};
use screen_agent_ide::task::figma_apply::target;
use screen_agent_ports::DesignFailure;
use screen_agent_store::ide::{IdeDocument, IdeDocumentName};
use screen_agent_wire::ide::document::DocumentName;
use screen_agent_wire::ide::{IdeRequest, IdeTask};
use serde_json::Value;

use super::document::named;
use super::document_write::parsed;
use super::figma::{FigmaJob, fetching, job_id};
use super::request::BODY;
use super::run::{Ended, Run};
use crate::error::ApiError;
use crate::limit::Wait;
use crate::state::AppState;

impl Run {
    /// What the task works on, where that has to be fetched.
    pub(super) async fn fetched(&mut self, job: &Job) -> Result<Option<Brought>, Ended> {
        Ok(match job.task {
            IdeTask::FigmaContextScan => Some(Brought::Design(self.design(&job.request).await?)),
            IdeTask::FigmaApply => Some(self.page(&job.request).await?),
            _ => None,
        })
    }

    async fn design(&mut self, request: &IdeRequest) -> Result<Vec<u8>, Ended> {
        can_read(&self.app, request)?;
        let address = FigmaAddress::of(request)?;
        self.writer.tell(fetching(0)).await?;
        let dev = request.dev();
        let design = match self.app.designs.clone() {
            Some(designs) if dev.dev_enable_synthetic != Some(true) => {
                let read = designs.design(&address.file, address.node.as_deref());
                let read = self.waiting(read).await?;
                read.map_err(|failure| refused(failure, self.app.now_ms()))?
            }
            _ => synthetic(dev.dev_total_nodes),
        };
        self.writer.tell(fetching(1)).await?;
        Ok(design)
    }

    async fn page(&mut self, request: &IdeRequest) -> Result<Brought, Ended> {
        let whose = (&self.app, self.owner);
        let scan = match job_id(request)? {
            Some(id) => Some(FigmaJob::of(whose, id).await?.scan(whose).await?),
            None => None,
        };
        let target = target(request, scan.as_ref())?;
        let name = named(&DocumentName {
            project_id: Some(target.project),
            path: Some(target.path),
            ..DocumentName::default()
        })?;
        let rows = self.app.store().scoped(self.owner);
        let standing = rows.find::<IdeDocument>(name.clone()).await?;
        let version = standing.as_ref().map_or(0, |standing| standing.version);
        self.standing = Some((name, version));
        Ok(Brought::Page {
            scan,
            page: standing.as_ref().map(parsed).transpose()?,
        })
    }

    /// Keeps a page, unless somebody changed it meanwhile.
    pub(super) async fn write_page(
        &self,
        (name, version): (IdeDocumentName, u32),
        page: &Value,
    ) -> Result<(), ApiError> {
        let body = page.to_string();
        if body.len() > BODY {
            return Err(ApiError::TOO_LARGE.saying("The page would be too large."));
        }
        let document = IdeDocument {
            name,
            version: version + 1,
            body,
            updated_ms: self.app.now_ms(),
        };
        let rows = self.app.store().scoped(self.owner);
        match rows.put_document(document).await? {
            true => Ok(()),
            false => Err(ApiError::VERSION_MISMATCH),
        }
    }
}

/// Refuses to read a design where there is nothing to read it with.
pub(super) fn can_read(app: &AppState, request: &IdeRequest) -> Result<(), ApiError> {
    let is_synthetic = request.dev().dev_enable_synthetic == Some(true);
    match app.designs.is_some() || is_synthetic {
        true => Ok(()),
        false => Err(ApiError::CONFIG_ERROR),
    }
}

/// Why a design was not read, as clients are told.
fn refused(failure: DesignFailure, now_ms: i64) -> ApiError {
    match failure {
        DesignFailure::Forbidden => ApiError::FIGMA_FORBIDDEN,
        DesignFailure::NotFound => ApiError::FIGMA_NOT_FOUND,
        DesignFailure::Busy(seconds) => {
            let ms = i64::try_from(seconds).unwrap_or(i64::MAX).saturating_mul(1_000);
            ApiError::rate_limited(Wait::until(now_ms.saturating_add(ms), now_ms))
                .saying("Figma takes no more requests for now. Please try again later.")
        }
        DesignFailure::TooLarge => ApiError::TOO_LARGE
            .saying("The design is too large. Name one frame of it, by the address that Figma copies for a selection."),
        DesignFailure::TimedOut => {
            ApiError::UPSTREAM_TIMEOUT.saying("Figma did not answer in time. Please try again.")
        }
        DesignFailure::Unavailable => {
            ApiError::PROVIDER_ERROR.saying("Figma gave no answer that can be used. Please try again.")
        }
    }
}
