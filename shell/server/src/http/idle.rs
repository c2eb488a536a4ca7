//! How long a connection may keep us waiting: 75 s between requests, 5 s within a request's head, and
//! 75 s without taking anything of an answer. A slow reader that goes on reading is not cut off.
//!
//! The HTTP library has one timer for the first two, so the connection is watched from outside: bytes
//! that arrive while nothing is under way begin a head, and the service's call ends it.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Body, Frame, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Instant;

/// How long a connection may keep us waiting.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Between requests, and between bytes that are taken of an answer.
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
    state: Arc<Mutex<State>>,
    limits: Limits,
}

#[derive(Clone, Copy, Debug)]
struct State {
    phase: Phase,
    /// Since when the peer has taken nothing of what is to go out.
    stuck: Option<Instant>,
}

impl Watch {
    /// A connection that has just been made.
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            state: Arc::new(Mutex::new(State {
                phase: Phase::Idle(Instant::now()),
                stuck: None,
            })),
            limits,
        }
    }

    /// A request's head is here.
    pub(crate) fn busy(&self) {
        self.set(Phase::Busy);
    }

    /// A request is being answered.
    pub(crate) fn is_busy(&self) -> bool {
        matches!(self.lock().phase, Phase::Busy)
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
            let State { phase, stuck } = *self.lock();
            let waits = match phase {
                Phase::Idle(since) => Some(since + idle),
                Phase::Head(since) => Some(since + head),
                Phase::Busy => None,
            };
            let reads = stuck.map(|since| since + idle);
            let until = waits.into_iter().chain(reads).min();
            if until.is_some_and(|until| until <= now) {
                return;
            }
            // A head can begin at any time, so it is looked for at least this often.
            let look = now + head;
            tokio::time::sleep_until(until.map_or(look, |until| until.min(look))).await;
        }
    }

    fn arrived(&self) {
        let mut state = self.lock();
        if let Phase::Idle(_) = state.phase {
            state.phase = Phase::Head(Instant::now());
        }
    }

    /// The peer took some of an answer, or none.
    fn wrote(&self, polled: &Poll<io::Result<usize>>) {
        let mut state = self.lock();
        match polled {
            Poll::Ready(_) => {
                state.stuck = None;
                // The end of an answer lies with us for a while after its body was handed over.
                if let Phase::Idle(since) = &mut state.phase {
                    *since = Instant::now();
                }
            }
            Poll::Pending => {
                state.stuck.get_or_insert_with(Instant::now);
            }
        }
    }

    fn set(&self, phase: Phase) {
        self.lock().phase = phase;
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
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
        let polled = Pin::new(&mut self.inner).poll_write(cx, buf);
        self.watch.wrote(&polled);
        polled
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
        let polled = Pin::new(&mut self.inner).poll_write_vectored(cx, bufs);
        self.watch.wrote(&polled);
        polled
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
    async fn who_takes_nothing_of_an_answer_is_given_up_and_who_takes_some_is_not() {
        let stuck = |watch: &Watch| {
            watch.busy();
            watch.wrote(&Poll::Pending);
        };
        assert!(given_up(Duration::ZERO, LONG, stuck).await);
        assert!(!given_up(LONG, Duration::ZERO, stuck).await);
        let reads_on = |watch: &Watch| {
            stuck(watch);
            watch.wrote(&Poll::Ready(Ok(1)));
        };
        assert!(!given_up(Duration::ZERO, LONG, reads_on).await);
        // Its last bytes go out after the body was handed over: each of them begins the wait anew.
        let ago = |watch: &Watch| {
            watch.set(Phase::Idle(Instant::now() - Duration::from_secs(10)));
        };
        let some = Duration::from_secs(5);
        assert!(given_up(some, LONG, ago).await);
        let goes_on = |watch: &Watch| {
            ago(watch);
            watch.wrote(&Poll::Ready(Ok(1)));
        };
        assert!(!given_up(some, LONG, goes_on).await);
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
