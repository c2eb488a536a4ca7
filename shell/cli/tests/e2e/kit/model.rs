//! A model that a test plays: a real server, behind which the test itself answers.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use screen_agent_testkit::{Asked, ScriptedModel, Turn};
pub use screen_agent_testkit::{Player, Say, Told, analysis, judged, planned};
use tokio::runtime::Runtime;

use super::DEADLINE;

/// A server with the chat-completions protocol.
pub struct Model {
    pub server: ScriptedModel,
    questions: Receiver<Question>,
    // The server lives in it.
    runtime: Option<Runtime>,
}

/// What to do next is asked, and waits for the test's answer.
pub struct Question {
    prompt: String,
    answering: Sender<Turn>,
}

impl Model {
    /// A model whose next action the test says by hand. While it is asked, the command waits between looking
    /// and acting: the moment in which a test can let something happen, without guessing at times.
    pub fn new() -> Self {
        let (asking, questions) = channel();
        let player = Player::answering(move |told| {
            let (answering, answer) = channel();
            let prompt = told.user().to_owned();
            // Nobody listens any more when the test is over.
            let _ = asking.send(Question { prompt, answering });
            answer.recv().unwrap_or(Turn::Hang)
        });
        Self::start(player, questions)
    }

    /// A model that a player plays.
    pub fn playing(player: Player) -> Self {
        Self::start(player, channel().1)
    }

    fn start(player: Player, questions: Receiver<Question>) -> Self {
        let runtime = Runtime::new().unwrap();
        let server = runtime.block_on(ScriptedModel::start()).unwrap();
        let model = Self {
            server,
            questions,
            runtime: Some(runtime),
        };
        model.play(player);
        model
    }

    /// Another player takes over.
    pub fn play(&self, player: Player) {
        let answer = move |asked: &Asked| player.answer(asked);
        self.server.play(Arc::new(answer));
    }

    /// The switches that make a command ask it.
    pub fn switches(&self) -> [String; 4] {
        ["--model", "scripted", "--model-url", &self.server.url()].map(String::from)
    }

    /// Waits until what to do next is asked.
    pub fn asked(&self) -> Question {
        self.questions
            .recv_timeout(DEADLINE)
            .expect("the model is asked")
    }

    /// What it was asked about, in order.
    pub fn topics(&self) -> Vec<String> {
        let asked = self.server.asked();
        let topics = asked.iter().map(|asked| asked.topic().unwrap_or("plain"));
        topics.map(str::to_owned).collect()
    }

    /// Everything it was ever told, as it came in.
    pub fn heard(&self) -> String {
        let asked = self.server.asked();
        asked.iter().map(|asked| asked.body.to_string()).collect()
    }

    /// What it was told the last time it was asked about something.
    pub fn told(&self, topic: &str) -> Told {
        let asked = self.server.asked();
        let last = asked.iter().rfind(|asked| asked.topic() == Some(topic));
        Told::new(last.unwrap_or_else(|| panic!("never asked about {topic}: {:?}", self.topics())))
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        // Whoever still waits for an answer does not hold the test up.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
        // Seen when a test fails, and of all with `--nocapture`.
        let thread = std::thread::current();
        let name = thread.name().unwrap_or_default();
        println!("{name} asked about {:?}", self.topics());
        if !std::thread::panicking() {
            assert_eq!(self.server.mistakes(), [] as [String; 0]);
        }
    }
}

impl Question {
    /// What stood on the page.
    pub fn prompt(&self) -> &str {
        &self.prompt
    }

    /// Never answers, and does not hang up either.
    pub fn keep_waiting(self) {
        let _ = self.answering.send(Turn::Hang);
    }

    /// Answers with an action.
    pub fn answer(self, action: &str) {
        // Who asked may be gone; that is what some tests are about.
        let _ = self.answering.send(Say::from(action).turn());
    }
}
