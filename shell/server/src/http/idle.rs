//! How long a connection may keep us waiting: 75 s between requests, 5 s within a request's head.
//!
//! The HTTP library has one timer for both, so the connection is watched from outside: bytes that
//! arrive while nothing is under way begin a head, and the service's call ends it.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Body, Frame, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Instant;

/// How long a connection may keep us waiting.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Between requests.
    pub(crate) idle: Duration,
    /// Within the head of one.
    pub(crate) head: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            idle: Duration::from_secs(75),
            head: Duration::from_secs(5),
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Phase {
    /// Nothing has come since the last answer.
    Idle(Instant),
    /// Some of a head has come.
    Head(Instant),
    /// A request is being answered; its own limits hold.
    Busy,
}

/// What a connection is doing.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    phase: Arc<Mutex<Phase>>,
    limits: Limits,
}

impl Watch {
    /// A connection that has just been made.
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            phase: Arc::new(Mutex::new(Phase::Idle(Instant::now()))),
            limits,
        }
    }

    /// A request's head is here.
    pub(crate) fn busy(&self) {
        self.set(Phase::Busy);
    }

    /// Wraps an answer's body; the connection is idle again once it has gone out.
    pub(crate) fn until_sent<B>(&self, body: B) -> Sent<B> {
        Sent {
            body,
            _idle: IdleAfter(self.clone()),
        }
    }

    fn idle(&self) {
        self.set(Phase::Idle(Instant::now()));
    }

    /// Returns once the connection has kept us waiting too long.
    pub(crate) async fn expired(&self) {
        let Limits { idle, head } = self.limits;
        loop {
            let now = Instant::now();
            let until = match self.get() {
                Phase::Idle(since) => Some(since + idle),
                Phase::Head(since) => Some(since + head),
                Phase::Busy => None,
            };
            if until.is_some_and(|until| until <= now) {
                return;
            }
            // A head can begin at any time, so it is looked for at least this often.
            let look = now + head;
            tokio::time::sleep_until(until.map_or(look, |until| until.min(look))).await;
        }
    }

    fn arrived(&self) {
        if let Phase::Idle(_) = self.get() {
            self.set(Phase::Head(Instant::now()));
        }
    }

    fn get(&self) -> Phase {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, phase: Phase) {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner) = phase;
    }
}

/// A body that tells its connection's watch when it has gone out.
pub(crate) struct Sent<B> {
    body: B,
    _idle: IdleAfter,
}

struct IdleAfter(Watch);

impl Drop for IdleAfter {
    fn drop(&mut self) {
        self.0.idle();
    }
}

impl<B: Body + Unpin> Body for Sent<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A connection that tells its watch when bytes arrive.
pub(crate) struct Watched<T> {
    pub(crate) inner: T,
    pub(crate) watch: Watch,
}

impl<T: AsyncRead + Unpin> AsyncRead for Watched<T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let polled = Pin::new(&mut self.inner).poll_read(cx, buf);
        if buf.filled().len() > before {
            self.watch.arrived();
        }
        polled
    }
}

impl<T: AsyncWrite + Unpin> AsyncWrite for Watched<T> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write_vectored(cx, bufs)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(3_600);

    /// True when a connection in this phase is given up at once.
    async fn given_up(idle: Duration, head: Duration, phase: impl FnOnce(&Watch)) -> bool {
        let watch = Watch::new(Limits { idle, head });
        phase(&watch);
        tokio::time::timeout(Duration::ZERO, watch.expired())
            .await
            .is_ok()
    }

    #[tokio::test]
    async fn each_phase_has_its_own_patience() {
        assert!(given_up(Duration::ZERO, LONG, |_| ()).await);
        assert!(!given_up(LONG, Duration::ZERO, |_| ()).await);
        assert!(given_up(LONG, Duration::ZERO, Watch::arrived).await);
        assert!(!given_up(LONG, LONG, Watch::arrived).await);
        assert!(!given_up(LONG, Duration::ZERO, Watch::busy).await);
    }

    #[tokio::test]
    async fn bytes_of_a_body_begin_no_head_and_a_sent_answer_ends_the_request() {
        let busy = |watch: &Watch| {
            watch.busy();
            watch.arrived();
        };
        assert!(!given_up(LONG, Duration::ZERO, busy).await);
        let answered = |watch: &Watch| {
            watch.busy();
            drop(watch.until_sent(()));
            watch.arrived();
        };
        assert!(given_up(LONG, Duration::ZERO, answered).await);
    }
}
