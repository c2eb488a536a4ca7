//! One socket's bytes: in through the decoder, out from the outbox. The only file that touches the
//! network.
//!
//! A socket is one task and holds no buffers while nothing happens: what comes is read into the
//! stack, what goes are the shared frames themselves, as many as wait in one write.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::io::{self, IoSlice};
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::body::Bytes;
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::code;
use crate::frame::{self, Decoder, Fault, Received};
use crate::hub::Hub;
use crate::outbox::Stage;
use crate::session::Session;
use crate::socket::Socket;

/// Bytes that are read at a time.
const READ: usize = 4 * 1024;

/// Reads after which others get a turn.
const READS: usize = 8;

/// Frames that are written at a time.
const WRITE: usize = 64;

/// Frames that an emptied batch may keep room for.
const KEPT: usize = 32;

/// Serves a socket to its end.
pub(crate) async fn serve(hub: Hub, socket: Arc<Socket>, io: Upgraded) {
    let mut connection = Connection {
        io: TokioIo::new(io),
        decoder: Decoder::new(hub.limits().frame_unsigned),
        session: Session::new(hub.clone(), Arc::clone(&socket)),
        hub,
        socket,
        batch: VecDeque::new(),
        written: 0,
        stage: Stage::Open,
        has_left: false,
        is_deaf: false,
    };
    // An error here is a peer that went away, which is how sockets end.
    let _ = poll_fn(|context| connection.poll(context)).await;
}

struct Connection {
    io: TokioIo<Upgraded>,
    hub: Hub,
    socket: Arc<Socket>,
    session: Session,
    decoder: Decoder,
    /// What is being written.
    batch: VecDeque<Bytes>,
    /// Bytes of the first of them that have been.
    written: usize,
    stage: Stage,
    /// The client has said goodbye.
    has_left: bool,
    /// Nothing that comes is listened to any more.
    is_deaf: bool,
}

impl Connection {
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        // Writing comes first, to make room for answers; they wake this task again.
        let sent = self.poll_write(context)?;
        if self.stage == Stage::Dead || self.poll_read(context)?.is_ready() {
            return Poll::Ready(Ok(()));
        }
        ready!(sent);
        if self.has_left {
            return Pin::new(&mut self.io).poll_shutdown(context);
        }
        // All is said; the client takes leave when it has read our goodbye.
        Poll::Pending
    }

    /// Reads and answers what has come; ready when nothing will come any more.
    fn poll_read(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        for _ in 0..READS {
            let mut bytes = [MaybeUninit::uninit(); READ];
            let mut bytes = ReadBuf::uninit(&mut bytes);
            ready!(Pin::new(&mut self.io).poll_read(context, &mut bytes))?;
            if bytes.filled().is_empty() {
                return Poll::Ready(Ok(()));
            }
            self.came(bytes.filled());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    }

    fn came(&mut self, bytes: &[u8]) {
        // What is not listened to is read all the same: a client that is cut off in the middle of
        // a sentence would not read our goodbye.
        if self.is_deaf {
            return;
        }
        if self.stage == Stage::Open {
            self.socket.hear(self.hub.now());
        }
        // Strangers may not have us hold much of what they never end.
        if self.socket.is_signed() {
            self.decoder.allow(self.hub.limits().frame);
        }
        match self.decoder.feed(bytes) {
            Ok(received) => received.into_iter().for_each(|one| self.take(one)),
            Err(fault) => {
                let code = match fault {
                    Fault::Malformed => 1002,
                    Fault::Binary => 1003,
                    Fault::NotText => 1007,
                    Fault::TooLong => code::OVER_CAPACITY,
                };
                self.hub
                    .close_socket(&self.socket, code, &fault.to_string());
                // What follows a fault cannot be told apart.
                self.is_deaf = true;
            }
        }
    }

    fn take(&mut self, received: Received) {
        match received {
            Received::Text(text) if self.stage == Stage::Open => self.session.hear(&text),
            Received::Ping(payload) => {
                self.socket.send(frame::pong(&payload));
            }
            Received::Text(_) | Received::Pong => {}
            Received::Close => {
                self.has_left = true;
                self.is_deaf = true;
                self.hub.close_socket(&self.socket, 1000, "");
            }
        }
    }

    /// Writes what waits; ready when all is written and nothing will follow.
    fn poll_write(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        loop {
            self.refill(context);
            if self.stage == Stage::Dead {
                return Poll::Ready(Ok(()));
            }
            if self.batch.is_empty() {
                if self.stage == Stage::Open {
                    return Poll::Pending;
                }
                return Poll::Ready(Ok(()));
            }
            while !self.batch.is_empty() {
                let Poll::Ready(written) = self.poll_write_some(context)? else {
                    self.socket.blocked();
                    return Poll::Pending;
                };
                self.advance(written);
            }
        }
    }

    fn refill(&mut self, context: &Context<'_>) {
        let begun = usize::from(self.written > 0);
        let before = self.batch.len();
        let stage = self.socket.take(&mut self.batch, context.waker());
        if stage != self.stage {
            self.stage = stage;
            self.session.leave_all();
            // How long it may take to leave counts from now.
            self.socket.hear(self.hub.now());
            if stage == Stage::Dropped {
                self.hub.note_dropped();
                self.batch.drain(begun.min(before)..before);
            }
        }
    }

    fn poll_write_some(&mut self, context: &mut Context<'_>) -> Poll<io::Result<usize>> {
        let io = Pin::new(&mut self.io);
        let first = &self.batch[0][self.written..];
        let wrote = if self.batch.len() == 1 {
            io.poll_write(context, first)
        } else {
            let mut slices = [IoSlice::new(&[]); WRITE];
            for (slice, frame) in slices.iter_mut().zip(&self.batch) {
                *slice = IoSlice::new(frame);
            }
            slices[0] = IoSlice::new(first);
            io.poll_write_vectored(context, &slices[..self.batch.len().min(WRITE)])
        };
        match ready!(wrote)? {
            0 => Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
            written => Poll::Ready(Ok(written)),
        }
    }

    /// Takes what has been written off the batch.
    fn advance(&mut self, bytes: usize) {
        self.written += bytes;
        let mut messages = 0;
        while let Some(first) = self.batch.front()
            && self.written >= first.len()
        {
            self.written -= first.len();
            self.batch.pop_front();
            messages += 1;
        }
        if self.batch.is_empty() && self.batch.capacity() > KEPT {
            self.batch = VecDeque::new();
        }
        self.socket.written(messages, bytes);
    }
}
