//! Turns by one, two and three servers on a PostgreSQL, beside one on SQLite: how many, and whose processor they take.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use screen_agent_testkit::Cluster;
use tokio::task::JoinSet;

use super::Meter;
use super::person::Person;
use super::place::{PEOPLE, Place};
use crate::figure::{Figure, quantile};
use crate::measure::serve::Server;

const SECONDS: u64 = 10;

/// What so many servers came to.
struct Came {
    a_second: f64,
    p50: f64,
    p95: f64,
    server_ms: f64,
    database_ms: f64,
    memory: f64,
}

pub(super) async fn measure(binary: &Path) -> Result<Vec<Figure>> {
    let on_sqlite = came("SQLite, 1 server", &Place::new(binary, None, "")?, 1).await?;
    let mut figures = on_sqlite.figures("SQLite, 1 server", None);
    let place = Place::new(binary, Some(Cluster::durable()), "")?;
    let mut one = None;
    for count in 1..=3 {
        let name = format!("PostgreSQL, {count} servers");
        let came = came(&name, &place, count).await?;
        figures.extend(came.figures(&name, Some(one.as_ref().unwrap_or(&on_sqlite))));
        one.get_or_insert(came);
    }
    Ok(figures)
}

async fn came(name: &str, place: &Place<'_>, count: usize) -> Result<Came> {
    let servers = place.serve(count)?;
    let bases: Vec<String> = servers.iter().map(|one| one.base.clone()).collect();
    let mut people = Vec::new();
    for nth in 0..PEOPLE {
        people.push(Person::sign_in(&bases[0], nth).await?);
    }
    // Not counted: first turns find cold caches.
    crowd(&people, &bases, Duration::from_secs(2)).await?;
    let meter = Meter::begin(
        servers.iter().map(Server::id).collect(),
        place.cluster().map(Cluster::id),
    );
    let mut took = crowd(&people, &bases, Duration::from_secs(SECONDS)).await?;
    let (taken, seconds) = meter.end(name);
    let turns = took.len() as f64;
    Ok(Came {
        a_second: turns / seconds,
        p50: quantile(&mut took, 0.5),
        p95: quantile(&mut took, 0.95),
        server_ms: taken.servers / turns,
        database_ms: taken.database / turns,
        memory: servers.iter().map(Server::memory).fold(0.0, f64::max),
    })
}

/// Everybody does one task after another for a while; how long the turns took.
async fn crowd(people: &[Person], bases: &[String], span: Duration) -> Result<Vec<f64>> {
    let until = Instant::now() + span;
    let mut crowd = JoinSet::new();
    for (nth, person) in people.iter().enumerate() {
        let (person, mut bases) = (person.clone(), bases.to_vec());
        let first = nth % bases.len();
        bases.rotate_left(first);
        crowd.spawn(async move {
            let mut took = Vec::new();
            while Instant::now() < until {
                took.extend(person.task(&bases).await?);
            }
            anyhow::Ok(took)
        });
    }
    let all = crowd.join_all().await.into_iter();
    let all: Vec<Vec<f64>> = all.collect::<Result<_>>().context("a turn failed")?;
    Ok(all.concat())
}

impl Came {
    fn figures(&self, name: &str, beside: Option<&Self>) -> Vec<Figure> {
        let one = |what: &str, value: fn(&Self) -> f64, unit| {
            let figure = Figure::plain(format!("{name}: {what}"), value(self), unit);
            match beside {
                Some(other) => figure.beside(value(other)),
                None => figure,
            }
        };
        vec![
            one("turns", |came| came.a_second, "/s"),
            one("a turn, p50", |came| came.p50, "ms"),
            one("a turn, p95", |came| came.p95, "ms"),
            one("CPU of servers, a turn", |came| came.server_ms, "ms"),
            one("CPU of the database, a turn", |came| came.database_ms, "ms"),
            one("memory of a server", |came| came.memory, "MB"),
        ]
    }
}
