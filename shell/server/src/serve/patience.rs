//! Gives up a connection that keeps us waiting: for the whole head of a request, or for taking anything
//! of an answer. A slow reader that goes on reading is not cut off.
//!
//! A connection that is closed after a refusal is let run dry first: a client that still sends what was refused would
//! otherwise be reset, and never read why.
//!
//! The HTTP library counts the time for a head from when an answer is handed over, and would cut off
//! whoever still reads it. Here it counts from the last bytes that were taken.

use std::io::{self, ErrorKind};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// How long a client that was refused may go on sending, and how much of it is taken at once.
const RUN_DRY: Duration = Duration::from_secs(5);
const CHUNK: usize = 16 * 1024;

/// Requests of a connection that are being answered: how long they may take is not ours to say.
#[derive(Clone, Default)]
pub(crate) struct Answering {
    count: Arc<AtomicUsize>,
    /// The last one was refused, perhaps before all of it had come.
    refused: Arc<AtomicBool>,
}

/// One of them, until this is dropped.
pub(crate) struct Answer(Answering);

impl Answering {
    pub(crate) fn begin(&self) -> Answer {
        self.count.fetch_add(1, Ordering::Relaxed);
        Answer(self.clone())
    }

    pub(crate) fn is_any(&self) -> bool {
        self.count.load(Ordering::Relaxed) > 0
    }

    /// Notes whether a request was refused.
    pub(crate) fn refused(&self, refused: bool) {
        self.refused.store(refused, Ordering::Relaxed);
    }
}

impl Answer {
    /// It has no end of its own: the connection is something else from now on.
    pub(crate) fn goes_on(&self) {
        self.0.count.fetch_add(1, Ordering::Relaxed);
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.0.count.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A connection that is waited for only so long.
pub(crate) struct Patient<T> {
    io: T,
    patience: Duration,
    /// Runs out when the peer has taken nothing for as long as that.
    alarm: Pin<Box<Sleep>>,
    is_stuck: bool,
    /// No more is written; what still comes is thrown away.
    is_closing: bool,
    answering: Answering,
}

impl<T> Patient<T> {
    pub(crate) fn new(io: T, patience: Duration, answering: Answering) -> Self {
        Self {
            io,
            patience,
            alarm: Box::pin(sleep(patience)),
            is_stuck: false,
            is_closing: false,
            answering,
        }
    }

    /// After each try to write: the alarm starts with the first that has to wait.
    fn wrote<R>(&mut self, cx: &mut Context<'_>, done: Poll<io::Result<R>>) -> Poll<io::Result<R>> {
        let was_stuck = std::mem::replace(&mut self.is_stuck, done.is_pending());
        if !(was_stuck && self.is_stuck) {
            self.alarm.as_mut().reset(Instant::now() + self.patience);
        }
        match self.is_stuck {
            true => self.waited(cx, done),
            false => done,
        }
    }

    fn waited<R>(
        &mut self,
        cx: &mut Context<'_>,
        done: Poll<io::Result<R>>,
    ) -> Poll<io::Result<R>> {
        match self.alarm.as_mut().poll(cx) {
            Poll::Ready(()) => Poll::Ready(Err(ErrorKind::TimedOut.into())),
            Poll::Pending => done,
        }
    }
}

impl<T: AsyncRead + Unpin> AsyncRead for Patient<T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let done = Pin::new(&mut self.io).poll_read(cx, buf);
        match done.is_pending() && !self.answering.is_any() {
            true => self.waited(cx, done),
            false => done,
        }
    }
}

impl<T: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Patient<T> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.io).poll_write(cx, buf);
        self.wrote(cx, done)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.io).poll_write_vectored(cx, bufs);
        self.wrote(cx, done)
    }

    fn is_write_vectored(&self) -> bool {
        self.io.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if !self.is_closing {
            ready!(Pin::new(&mut self.io).poll_shutdown(cx))?;
            self.is_closing = true;
            self.alarm.as_mut().reset(Instant::now() + RUN_DRY);
        }
        match self.answering.refused.load(Ordering::Relaxed) {
            true => self.run_dry(cx),
            false => Poll::Ready(Ok(())),
        }
    }
}

impl<T: AsyncRead + Unpin> Patient<T> {
    /// Throws away what still comes, until the peer closes or its time is over.
    fn run_dry(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut chunk = [0; CHUNK];
        loop {
            if self.alarm.as_mut().poll(cx).is_ready() {
                return Poll::Ready(Ok(()));
            }
            let mut taken = ReadBuf::new(&mut chunk);
            let more = ready!(Pin::new(&mut self.io).poll_read(cx, &mut taken));
            if more.is_err() || taken.filled().is_empty() {
                return Poll::Ready(Ok(()));
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, duplex};
    use tokio::time::timeout;

    use super::*;

    const PATIENCE: Duration = Duration::from_secs(75);
    const SHORT: Duration = Duration::from_secs(50);
    const LONG: Duration = Duration::from_secs(500);

    fn pair() -> (Patient<DuplexStream>, DuplexStream, Answering) {
        let (near, far) = duplex(4);
        let answering = Answering::default();
        (
            Patient::new(near, PATIENCE, answering.clone()),
            far,
            answering,
        )
    }

    fn is_given_up<T>(done: io::Result<T>) -> bool {
        done.is_err_and(|error| error.kind() == ErrorKind::TimedOut)
    }

    #[tokio::test(start_paused = true)]
    async fn who_sends_no_whole_head_is_given_up_unless_something_is_being_answered() {
        let (mut near, mut far, answering) = pair();
        assert!(timeout(SHORT, near.read_u8()).await.is_err());
        far.write_all(b"G").await.unwrap();
        assert_eq!(near.read_u8().await.unwrap(), b'G');
        // A byte now and then is not enough.
        assert!(is_given_up(timeout(SHORT, near.read_u8()).await.unwrap()));
        let answer = answering.begin();
        assert!(timeout(LONG, near.read_u8()).await.is_err());
        near.write_all(b"x").await.unwrap();
        drop(answer);
        assert!(timeout(SHORT, near.read_u8()).await.is_err());
        assert!(is_given_up(timeout(SHORT, near.read_u8()).await.unwrap()));
        answering.begin().goes_on();
        assert!(timeout(LONG, near.read_u8()).await.is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn who_was_refused_may_send_to_the_end_and_no_longer_than_that_takes() {
        let (mut near, mut far, answering) = pair();
        answering.refused(true);
        let sends = async {
            far.write_all(b"more than it holds").await.unwrap();
            far.shutdown().await.unwrap();
        };
        let began = Instant::now();
        let (closed, ()) = tokio::join!(near.shutdown(), sends);
        closed.unwrap();
        assert_eq!(began.elapsed(), Duration::ZERO);

        for (refused, waited) in [(true, RUN_DRY), (false, Duration::ZERO)] {
            let (mut near, _silent, answering) = pair();
            answering.refused(refused);
            let began = Instant::now();
            near.shutdown().await.unwrap();
            assert_eq!(began.elapsed(), waited);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn who_takes_nothing_of_an_answer_is_given_up_and_who_takes_some_is_not() {
        let (mut near, mut far, answering) = pair();
        let answer = answering.begin();
        near.write_all(b"full").await.unwrap();
        // Silence while an answer is made is nobody's fault.
        assert!(timeout(LONG, near.read_u8()).await.is_err());
        let reads_on = async {
            for _ in 0..8 {
                tokio::time::sleep(SHORT).await;
                far.read_u8().await.unwrap();
            }
        };
        let (wrote, ()) = tokio::join!(near.write_all(b"slow, slow"), reads_on);
        assert!(is_given_up(wrote));
        far.read_u8().await.unwrap();
        // Its last bytes go out after the answer was handed over.
        drop(answer);
        near.write_all(b"x").await.unwrap();
        assert!(timeout(SHORT, near.read_u8()).await.is_err());
        assert!(is_given_up(near.write_all(b"x").await));
    }
}
