use screen_agent_wire::extension::InteractRequest;
use screen_agent_wire::read::deeper_than;
use screen_agent_wire::{Invalid, ReadError, read};

fn error(body: &str) -> ReadError {
    read::<InteractRequest>(body.as_bytes()).unwrap_err()
}

#[test]
fn a_mistake_is_found_where_it_is_and_not_repeated() {
    for (body, field, reason) in [
        ("{}", "query", "is required"),
        ("[\"click\"]", "", "expected an object"),
        ("{\"query\":[]}", "query", "expected a string"),
        (
            "{\"query\":\"a\",\"query\":\"b\"}",
            "query",
            "is given twice",
        ),
        (
            "{\"query\":\"a\",\"interactiveTree\":[{\"i\":\"1\",\"r\":\"btn\",\"n\":\"\",\"xy\":[1]}]}",
            "interactiveTree[0].xy",
            "expected an array of length 2",
        ),
        (
            "{\"query\":\"a\",\"lastActionError\":{\"message\":\"hunter2\",\"code\":7}}",
            "lastActionError.code",
            "expected a string",
        ),
        (
            "{\"query\":\"a\",\"pageText\":[{\"c\":[7]}]}",
            "pageText[0].c[0]",
            "expected a text, a control or null",
        ),
    ] {
        let expected = ReadError::Invalid(Invalid::new(field, reason));
        assert_eq!(error(body), expected, "{body}");
    }
}

#[test]
fn what_is_no_json_is_told_by_place() {
    for (body, line, column) in [("", 1, 0), ("{\n\n,", 3, 1), ("{\"query\":\"a\"} x", 1, 15)] {
        assert_eq!(error(body), ReadError::Syntax { line, column }, "{body}");
    }
}

#[test]
fn brackets_inside_strings_are_no_depth() {
    for (body, most, expected) in [
        ("", 0, false),
        ("[]", 1, false),
        ("[]", 0, true),
        ("[[]]", 1, true),
        ("[\"[[[\"]", 1, false),
        ("[\"\\\"[[\"]", 1, false),
        ("[\"\\\\\",[]]", 1, true),
        ("[[],[],{}]", 2, false),
        ("]]]][[", 1, true),
        ("\"[[[", 0, false),
    ] {
        assert_eq!(deeper_than(body.as_bytes(), most), expected, "{body}");
    }
}

#[test]
fn no_prefix_and_no_flipped_byte_of_a_body_is_more_than_an_error() {
    let body = include_bytes!("body.json");
    read::<InteractRequest>(body).unwrap();
    for end in 0..body.len() {
        let _ = read::<InteractRequest>(&body[..end]);
    }
    for at in 0..body.len() {
        for flip in [0x01, 0x20, 0x80] {
            let mut changed = body.to_vec();
            changed[at] ^= flip;
            if let Ok(request) = read::<InteractRequest>(&changed)
                && let Ok(request) = request.checked()
            {
                let _ = request.into_seen();
            }
        }
    }
}
