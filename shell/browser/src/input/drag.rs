//! Dragging: by mouse alone, or as HTML drag-and-drop when the page starts one.

use std::time::Duration;

use serde_json::json;
use serde_json::value::RawValue;

use super::Button;
use crate::BrowserError;
use crate::page::BrowserPage;
use crate::point::At;

/// Moves between the two ends; pages follow the way, not only its end.
const MOVES: u32 = 6;

/// How long after a move the browser may take to tell that the page has started a drag.
const TOLD_WITHIN: Duration = Duration::from_millis(25);

/// How long a drag stays at each place, as a hand does: a page makes room for it in a task of its own.
const STAY: Duration = Duration::from_millis(10);

impl BrowserPage {
    /// Drags from one point to another.
    ///
    /// The browser hands a drag that the page starts to us instead of to the window system, so that
    /// it can be carried on without one.
    pub(crate) async fn drag(&self, from: At, to: At) -> Result<(), BrowserError> {
        self.call_done("Input.setInterceptDrags", json!({ "enabled": true }))
            .await?;
        let outcome = self.drag_intercepted(from, to).await;
        let _ = self
            .call_done("Input.setInterceptDrags", json!({ "enabled": false }))
            .await;
        outcome
    }

    async fn drag_intercepted(&self, from: At, to: At) -> Result<(), BrowserError> {
        self.take_drag(Duration::ZERO).await;
        self.move_to(from, None).await?;
        self.hold(from).await?;
        for step in 1..=MOVES {
            let at = between(from, to, f64::from(step) / f64::from(MOVES));
            self.move_to(at, Some(Button::Left)).await?;
            if let Some(data) = self.take_drag(TOLD_WITHIN).await {
                return self.drop_data(at, to, &data).await;
            }
        }
        self.let_go(to).await
    }

    /// Carries on a drag that the page has started.
    async fn drop_data(&self, at: At, to: At, data: &RawValue) -> Result<(), BrowserError> {
        let half = between(at, to, 0.5);
        let stages = [
            ("dragEnter", half),
            ("dragOver", half),
            ("dragEnter", to),
            ("dragOver", to),
            ("dragOver", to),
            ("drop", to),
        ];
        for (kind, At { x, y }) in stages {
            tokio::time::sleep(STAY).await;
            let event = json!({ "type": kind, "x": x, "y": y, "data": data });
            self.input("Input.dispatchDragEvent", [event]).await?;
        }
        self.let_go(to).await
    }

    /// What the page drags, if it has started a drag; told once.
    async fn take_drag(&self, within: Duration) -> Option<Box<RawValue>> {
        let dragged = |tab: &crate::world::Tab| tab.dragged.is_some().then_some(());
        let _ = self.wait_for_tab("a drag", within, dragged).await;
        self.change_tab(|tab| tab.dragged.take()).ok().flatten()
    }
}

fn between(from: At, to: At, share: f64) -> At {
    At {
        x: from.x + (to.x - from.x) * share,
        y: from.y + (to.y - from.y) * share,
    }
}
