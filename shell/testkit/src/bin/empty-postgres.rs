//! A PostgreSQL for tests in other languages: prints where its empty database is, and goes when its standard input ends.

use std::io::Write as _;

use screen_agent_testkit::Cluster;

fn main() -> std::io::Result<()> {
    let cluster = Cluster::start();
    writeln!(std::io::stdout(), "{}", cluster.url())?;
    std::io::copy(&mut std::io::stdin(), &mut std::io::sink())?;
    Ok(())
}
