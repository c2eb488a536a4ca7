//! Pictures go to who can see them.

use screen_agent_adapters::{Models, ModelsConfig};
use screen_agent_page::Rect;
use screen_agent_ports::Thinker;
use screen_agent_testkit::{Knows, ScriptedModel};
use screen_agent_think::models::ModelTier;
use screen_agent_think::{Picture, Prompt};

use crate::kit::{GOOD, Three, called, config, good, prompt};

/// A grey PNG of one dot.
const DOT: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==";

fn shown(image: &str) -> Prompt {
    let place = Rect {
        x: 0.0,
        y: 0.0,
        w: 1.0,
        h: 1.0,
    };
    Prompt {
        picture: Some(Picture {
            image: image.into(),
            width: 1.0,
            marks: vec![("1".into(), place)],
        }),
        ..prompt(ModelTier::Fast)
    }
}

#[tokio::test]
async fn a_model_that_sees_is_asked_first_and_shown_the_marked_picture() {
    let three = Three::start().await;
    three.smart.on("act", GOOD);
    let mut config = three.config();
    config.smart.pictures = true;
    let thinking = Models::new(config).unwrap().think(&shown(DOT)).await;
    assert_eq!(thinking.answer, Ok(good()));
    assert_eq!(called(&thinking), [("smart", true)]);
    let asked = three.smart.asked();
    assert!(
        asked[0]
            .picture()
            .unwrap()
            .starts_with("data:image/jpeg;base64,")
    );
    assert_eq!(asked[0].user(), "What next?");
}

#[tokio::test]
async fn a_model_that_does_not_see_is_asked_in_words() {
    let three = Three::start().await;
    three.fast.on("act", GOOD);
    let thinking = three.models().think(&shown(DOT)).await;
    assert_eq!(thinking.answer, Ok(good()));
    assert_eq!(three.fast.asked()[0].picture(), None);
}

#[tokio::test]
async fn a_picture_that_cannot_be_read_or_is_refused_is_left_out() {
    for (image, pictures, requests) in [("no picture", true, 1), (DOT, false, 2)] {
        let knows = Knows {
            pictures,
            ..Knows::default()
        };
        let server = ScriptedModel::knowing(knows).await.unwrap();
        server.on("act", GOOD);
        let mut model = config(&server, "m");
        model.pictures = true;
        let models = Models::new(ModelsConfig::one(model)).unwrap();
        assert_eq!(models.think(&shown(image)).await.answer, Ok(good()));
        let asked = server.asked();
        assert_eq!(asked.len(), requests);
        assert_eq!(asked[requests - 1].picture(), None);
    }
}
