//! Any text is a result or a typed fault, as numbers and as amounts; a result that is shown can be
//! read again and comes to itself.

#![no_main]

use libfuzzer_sys::fuzz_target;
use screen_agent_packet::tools::{calculate, money_calculate};
use screen_agent_wire::packet::document::ToolStatus;
use screen_agent_tools::{Calculate, MoneyCalculate, Rounding};

fuzz_target!(|input: (&str, u8)| {
    let (expression, choice) = input;
    let precision = (choice % 8 < 7).then_some(choice % 8);
    let outcome = calculate(&Calculate {
        expression: expression.to_owned(),
        precision,
    });
    match (&outcome.result, &outcome.error) {
        (Some(result), None) => {
            assert_eq!(outcome.status, ToolStatus::Ok);
            let formatted = result["formatted"].as_str().unwrap_or_default().to_owned();
            assert!(formatted.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit()));
            assert!(!formatted.starts_with('-') || formatted.contains(|c| ('1'..='9').contains(&c)));
            let again = calculate(&Calculate {
                expression: formatted.clone(),
                precision,
            });
            assert_eq!(again.result.map(|result| result["formatted"].clone()), Some(formatted.into()));
        }
        (None, Some(error)) => assert!(!error.code.is_empty() && !error.message.is_empty()),
        _ => panic!("neither a result nor a fault, or both: {outcome:?}"),
    }
    let currency = ["USD", "JPY", "KWD", "CLF"][usize::from(choice) % 4];
    let rounding = [None, Some(Rounding::Bankers), Some(Rounding::Up), Some(Rounding::Down)];
    let money = money_calculate(&MoneyCalculate {
        expression: expression.to_owned(),
        currency: currency.to_owned(),
        rounding: rounding[usize::from(choice) / 4 % 4],
    });
    assert_eq!(money.result.is_some(), money.error.is_none());
});
