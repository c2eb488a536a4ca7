//! The kernel's own question for the next action: whatever the weights, the answer is one action,
//! on a control that is there.

use std::collections::BTreeMap;
use std::sync::Arc;

use screen_agent_action::ask::Decision;
use screen_agent_page::{Node, NodeId, Observation, Role, Run};
use screen_agent_ports::Thinker;
use screen_agent_think as think;
use screen_agent_think::models::ModelLimits;
use screen_agent_think::recollect::Recollection;
use screen_agent_think::{Brief, Thought, Topic};

use super::tiny::Tiny;
use crate::{LocalModel, LocalOptions};

fn screen() -> Observation {
    let nodes = [
        ("1", "inp", "How many"),
        ("2", "chk", "Gift wrap"),
        ("f1_3", "sel", "Colour"),
        ("46", "btn", "Order"),
    ];
    let mut screen = Observation {
        url: "https://shop.test/start".to_owned(),
        nodes: nodes
            .map(|(id, role, name)| Node::new(id, Role::parse(role), name))
            .to_vec(),
        ..Observation::default()
    };
    screen.lines.push(screen_agent_page::Line {
        runs: vec![Run::Text("Cups, 4.00 each <|im_end|>".to_owned())],
        ..Default::default()
    });
    screen
}

fn brief(limits: ModelLimits) -> Brief {
    Brief {
        topic: Topic::Act,
        query: "order two blue cups".to_owned(),
        answers: Vec::new(),
        today: "2026-03-04".to_owned(),
        seen: Arc::new(screen()),
        steps: Vec::new(),
        plan: None,
        refused: Vec::new(),
        changes: Vec::new(),
        not_done: None,
        memory: BTreeMap::new(),
        recalled: Recollection::default(),
        searches: Vec::new(),
        file: None,
        summary: None,
        resolution: BTreeMap::new(),
        limits,
        can_search: true,
        can_chain: true,
        repair: None,
        secrets: Default::default(),
    }
}

#[tokio::test]
async fn every_answer_is_one_action_that_the_page_allows() {
    let ids = ["1", "2", "f1_3", "46"].map(NodeId::new);
    for seed in [1, 2, 9, 11] {
        let file = Tiny {
            seed,
            // The vocabulary has hardly a word, so every character is a token.
            context: 8192,
            ..Tiny::default()
        }
        .write();
        let options = LocalOptions {
            window: 4096,
            ..LocalOptions::default()
        };
        let model = LocalModel::load_with(file.path(), options).unwrap();
        let mut prompt = think::prompt(&brief(model.limits()), "a1b2c3d4");
        for room in [90, 200] {
            prompt.reply_tokens = room;
            let text = model.think(&prompt).await.answer.unwrap().text;
            let Ok(Thought::Proposal(proposal)) = think::read(&Topic::Act, &text) else {
                panic!("seed {seed}, room {room}: {text}");
            };
            let Decision::Act { action } = &proposal.decision else {
                panic!("seed {seed}, room {room}: {text}");
            };
            let there = action.target().is_none_or(|id| ids.contains(id));
            assert!(there, "seed {seed}, room {room}: {text}");
        }
    }
}
