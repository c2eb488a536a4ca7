//! One task for the patience of the whole hub, instead of a timer for each socket.

use std::time::Duration;

use crate::code;
use crate::hub::{Distant, Hub, ms};
use crate::message;
use crate::outbox::Stage;
use crate::socket::Socket;

/// What is to be done about a socket.
#[derive(Debug, PartialEq, Eq)]
enum Next {
    /// Nothing yet.
    Wait,
    /// It has been silent long enough to be asked.
    Ask,
    /// It did not answer.
    Close,
    /// It never began to listen to anything.
    Useless,
    /// It did not take leave.
    Kill,
}

/// How long each thing may take, in milliseconds.
#[derive(Clone, Copy)]
struct Patience {
    activity: u64,
    pong: u64,
    close: u64,
    begin: u64,
}

/// Starts the task when it does not run yet. It ends with the hub.
pub(crate) fn ensure(hub: &Hub) {
    if hub.begin_sweeping() {
        let limits = hub.limits();
        let shortest = limits
            .activity_timeout
            .min(limits.pong_timeout)
            .min(limits.close_timeout)
            .min(limits.begin_timeout);
        let pause = (shortest / 4).clamp(Duration::from_millis(5), Duration::from_secs(1));
        tokio::spawn(run(hub.downgrade(), pause));
    }
}

async fn run(hub: Distant, pause: Duration) {
    loop {
        tokio::time::sleep(pause).await;
        let Some(hub) = hub.hub() else {
            return;
        };
        let patience = Patience {
            activity: ms(hub.limits().activity_timeout),
            pong: ms(hub.limits().pong_timeout),
            close: ms(hub.limits().close_timeout),
            begin: ms(hub.limits().begin_timeout),
        };
        for socket in hub.all() {
            look(&hub, &socket, patience);
        }
        hub.forget();
    }
}

fn look(hub: &Hub, socket: &Socket, patience: Patience) {
    let now = hub.now();
    let silent = now.saturating_sub(socket.heard());
    let unanswered = socket.asked().map(|asked| now.saturating_sub(asked));
    let useless = socket
        .useless_since()
        .map(|since| now.saturating_sub(since));
    match next(socket.stage(), silent, unanswered, useless, patience) {
        Next::Wait => {}
        Next::Ask => {
            socket.ask(now);
            socket.send(message::ping());
        }
        Next::Close => {
            hub.close_socket(socket, code::NO_PONG, "nothing was heard after a ping");
        }
        Next::Useless => {
            let reason = "no channel was subscribed to in time";
            hub.close_socket(socket, code::OVER_CAPACITY, reason);
        }
        Next::Kill => socket.kill(),
    }
}

fn next(
    stage: Stage,
    silent: u64,
    unanswered: Option<u64>,
    useless: Option<u64>,
    patience: Patience,
) -> Next {
    match (stage, unanswered) {
        (Stage::Closing | Stage::Dropped, _) if silent >= patience.close => Next::Kill,
        (Stage::Closing | Stage::Dropped | Stage::Dead, _) => Next::Wait,
        (Stage::Open, _) if useless.is_some_and(|useless| useless >= patience.begin) => {
            Next::Useless
        }
        (Stage::Open, Some(unanswered)) if unanswered >= patience.pong => Next::Close,
        (Stage::Open, None) if silent >= patience.activity => Next::Ask,
        (Stage::Open, _) => Next::Wait,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patience_ends_in_the_right_order() {
        let patience = Patience {
            activity: 120,
            pong: 30,
            close: 5,
            begin: 40,
        };
        for (stage, useless, expected) in [
            (Stage::Open, None, Next::Wait),
            (Stage::Open, Some(39), Next::Wait),
            (Stage::Open, Some(40), Next::Useless),
            (Stage::Closing, Some(99), Next::Wait),
        ] {
            assert_eq!(
                next(stage, 1, None, useless, patience),
                expected,
                "{useless:?}"
            );
        }
        for (stage, silent, unanswered, expected) in [
            (Stage::Open, 119, None, Next::Wait),
            (Stage::Open, 120, None, Next::Ask),
            (Stage::Open, 149, Some(29), Next::Wait),
            (Stage::Open, 150, Some(30), Next::Close),
            (Stage::Closing, 4, Some(99), Next::Wait),
            (Stage::Closing, 5, None, Next::Kill),
            (Stage::Dropped, 5, None, Next::Kill),
            (Stage::Dead, 99, None, Next::Wait),
        ] {
            assert_eq!(
                next(stage, silent, unanswered, None, patience),
                expected,
                "{stage:?} {silent}"
            );
        }
    }
}
