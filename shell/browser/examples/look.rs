//! scratch
use screen_agent_browser::*;
use screen_agent_kernel::action::Action;
use screen_agent_page::{Observation, Screen, render::{render, Budget}};
#[tokio::main(flavor="current_thread")]
async fn main() {
    let mut o = LaunchOptions::new(find_browser(None, &["/usr/bin".into()]).unwrap());
    o.no_sandbox = true;
    let mut h = Hands::on(Browser::launch(o).await.unwrap()).await.unwrap();
    for url in std::env::args().skip(1) {
        let t = std::time::Instant::now();
        if let Err(e) = h.open(&url).await { println!("OPEN {url}: {e:?}"); }
        let topen = t.elapsed();
        let r = h.perform(&Action::Evaluate{code: "window.core && (core.EPISODE_MAX_TIME=1e9, Math.seedrandom('1'), core.startEpisodeReal(), core.getUtterance())".into()}).await;
        println!("== {url} open {:?} eval {:?}", topen, r.state);
        let mut best = std::time::Duration::MAX;
        let mut cap = Default::default();
        for _ in 0..5 { let t = std::time::Instant::now(); cap = h.observe().await.unwrap(); best = best.min(t.elapsed()); }
        println!("observe best {:?}", best);
        let ob = Observation::from(cap); let r = render(&Screen::new(&ob), &Budget::unlimited()); println!("{}\n-- {} tokens", r.text, r.tokens); if std::env::var("RAW").is_ok() { println!("{}", serde_json::to_string(&ob).unwrap()); }
    }
    h.close().await;
}
