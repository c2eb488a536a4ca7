#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use proptest::prelude::*;
use screen_agent_wire::packet::document::ToolStatus;
use serde_json::{Value, json};

use crate::{
    Calculate, Described, Destination, EstimateShipping, EstimateTax, MoneyCalculate, Outcome,
    Rounding, ShippingRate, ShippingSpeed, ShippingTable, Tables, TaxRate, TaxTable,
};

fn computed(call: impl Described) -> Outcome {
    call.compute(Tables::default()).unwrap()
}

fn calculated(expression: &str, precision: Option<u8>) -> Outcome {
    computed(Calculate {
        expression: expression.to_owned(),
        precision,
    })
}

fn is_ok(outcome: &Outcome) -> bool {
    outcome.status == ToolStatus::Ok
}

fn code(outcome: &Outcome) -> &str {
    outcome
        .error
        .as_ref()
        .map_or("", |error| error.code.as_str())
}

fn field<'a>(outcome: &'a Outcome, name: &str) -> &'a Value {
    &outcome
        .result
        .as_ref()
        .unwrap_or_else(|| panic!("{outcome:?}"))[name]
}

#[test]
fn numbers_are_calculated_without_loss() {
    for (expression, formatted, exact) in [
        ("1 + 2 * 3", "7", true),
        ("(1 + 2) * 3", "9", true),
        ("8 / 4 / 2", "1", true),
        ("10 - 4 - 3", "3", true),
        ("-2 * -3", "6", true),
        ("2 - -3", "5", true),
        ("--5", "5", true),
        ("-(2 + 3)", "-5", true),
        ("+.5", "0.5", true),
        ("5.", "5", true),
        ("0.1 + 0.2", "0.3", true),
        ("1.10 * 3", "3.3", true),
        ("1 / 3 * 3", "1", true),
        ("1 / 3", "0.3333333333333333333333333333", false),
        ("2 / 3", "0.6666666666666666666666666667", false),
        ("0 * -1", "0", true),
        (
            "0.0000000001 * 0.0000000001",
            "0.00000000000000000001",
            true,
        ),
        (
            "79228162514264337593543950335",
            "79228162514264337593543950335",
            true,
        ),
        ("\t1\n+ 1 ", "2", true),
    ] {
        let outcome = calculated(expression, None);
        let found = field(&outcome, "formatted").as_str().unwrap();
        assert_eq!(found, formatted, "{expression}");
        assert_eq!(field(&outcome, "exact"), &json!(exact), "{expression}");
    }
}

#[test]
fn fractions_that_outgrow_their_digits_go_on_as_decimals() {
    let product = "0.1234567890123456789 * 0.9876543210987654321 * 1.1234567891234567891";
    let outcome = calculated(product, None);
    assert_eq!(field(&outcome, "exact"), false);
    let found = field(&outcome, "formatted").as_str().unwrap();
    assert!(found.starts_with("0.13698604226657"), "{found}");
    let sum = calculated(&format!("{product} - {product}"), Some(6));
    assert_eq!(field(&sum, "formatted"), "0.000000");
}

#[test]
fn a_result_is_rounded_once_halves_away_from_zero() {
    for (expression, precision, formatted, exact) in [
        ("1.005", 2, "1.01", false),
        ("-1.005", 2, "-1.01", false),
        ("8.345", 2, "8.35", false),
        ("2.5", 0, "3", false),
        ("-0.001", 2, "0.00", false),
        ("0", 3, "0.000", true),
        ("2", 2, "2.00", true),
        ("1/3", 6, "0.333333", false),
        ("2/3", 6, "0.666667", false),
        ("1.4449999", 2, "1.44", false),
        // More digits than a decimal's own writing can fill up with zeros.
        (
            "299000003017010000003017010.00012",
            5,
            "299000003017010000003017010.00012",
            true,
        ),
        (
            "79228162514264337593543950336",
            6,
            "79228162514264337593543950336.000000",
            true,
        ),
        (
            "999999999999999999999 * 10",
            2,
            "9999999999999999999990.00",
            true,
        ),
    ] {
        let outcome = calculated(expression, Some(precision));
        assert_eq!(field(&outcome, "formatted"), formatted, "{expression}");
        assert_eq!(field(&outcome, "precision"), precision, "{expression}");
        assert_eq!(field(&outcome, "exact"), exact, "{expression}");
    }
    assert_eq!(field(&calculated("1.005", Some(2)), "result"), &json!(1.01));
    assert_eq!(field(&calculated("12 / 4", Some(2)), "result"), &json!(3));
    assert_eq!(field(&calculated("-0.001", Some(2)), "result"), &json!(0));
}

#[test]
fn what_is_no_calculation_is_a_typed_fault() {
    let deep = format!("{}1{}", "(".repeat(20_000), ")".repeat(20_000));
    let nested = format!("{}1{}", "(".repeat(65), ")".repeat(65));
    let many_signs = format!("{}1", "-".repeat(900));
    let long = "9".repeat(39);
    let product = ["99999999999999"; 12].join("*");
    for (expression, expected) in [
        ("", "EMPTY_EXPRESSION"),
        (" \t ", "EMPTY_EXPRESSION"),
        ("(1 + 2", "UNBALANCED_PARENTHESES"),
        ("1 + 2)", "UNBALANCED_PARENTHESES"),
        (")", "UNBALANCED_PARENTHESES"),
        ("()", "INVALID_EXPRESSION"),
        ("1 +", "INVALID_EXPRESSION"),
        ("* 2", "INVALID_EXPRESSION"),
        ("1 2", "INVALID_EXPRESSION"),
        ("2(3)", "INVALID_EXPRESSION"),
        ("1e5", "INVALID_EXPRESSION"),
        ("5%", "INVALID_EXPRESSION"),
        ("2^3", "INVALID_EXPRESSION"),
        ("1,000", "INVALID_EXPRESSION"),
        ("1.2.3", "INVALID_EXPRESSION"),
        (".", "INVALID_EXPRESSION"),
        ("sqrt(4)", "INVALID_EXPRESSION"),
        ("USD 5", "INVALID_EXPRESSION"),
        ("１", "INVALID_EXPRESSION"),
        ("1 / 0", "DIVIDE_BY_ZERO"),
        ("1 / (2 - 2)", "DIVIDE_BY_ZERO"),
        (&deep, "EXPRESSION_TOO_LONG"),
        (&nested, "EXPRESSION_TOO_DEEP"),
        (&long, "OVERFLOW"),
        (&product, "OVERFLOW"),
    ] {
        let outcome = calculated(expression, None);
        assert_eq!(code(&outcome), expected, "{expression:.60}");
        assert!(!is_ok(&outcome));
    }
    assert_eq!(code(&calculated("1", Some(7))), "INVALID_PRECISION");
    assert_eq!(field(&calculated(&many_signs, None), "formatted"), "1");
}

fn money(expression: &str, currency: &str, rounding: Option<Rounding>) -> Outcome {
    computed(MoneyCalculate {
        expression: expression.to_owned(),
        currency: currency.to_owned(),
        rounding,
    })
}

#[test]
fn amounts_are_rounded_once_to_whole_minor_units() {
    use Rounding::{Bankers, Down, Up};
    for (expression, currency, rounding, minor, formatted, exact) in [
        ("12.34 + 5.66", "USD", Bankers, 1800, "18.00", true),
        ("19.99 * 3", "usd", Bankers, 5997, "59.97", true),
        ("10 / 3 * 3", "USD", Bankers, 1000, "10.00", true),
        ("10 / 3", "USD", Bankers, 333, "3.33", false),
        ("10 / 3", "USD", Up, 334, "3.34", false),
        ("-10 / 3", "USD", Up, -334, "-3.34", false),
        ("-10 / 3", "USD", Down, -333, "-3.33", false),
        ("0.125", "USD", Bankers, 12, "0.12", false),
        ("0.135", "USD", Bankers, 14, "0.14", false),
        ("0.125", "USD", Down, 12, "0.12", false),
        ("-0.001", "USD", Bankers, 0, "0.00", false),
        ("1000 * 1.1", "JPY", Bankers, 1100, "1100", true),
        ("2.5", "JPY", Bankers, 2, "2", false),
        ("1.2345", "KWD", Bankers, 1234, "1.234", false),
        ("USD 12.34 * 2", "USD", Bankers, 2468, "24.68", true),
        ("2 * 12.34usd", "USD", Bankers, 2468, "24.68", true),
        ("EUR 10 / 4", "EUR", Bankers, 250, "2.50", true),
        ("(USD 1 + USD 2) * 3", "USD", Bankers, 900, "9.00", true),
        ("-USD 5", "USD", Bankers, -500, "-5.00", true),
    ] {
        let outcome = money(expression, currency, Some(rounding));
        assert_eq!(field(&outcome, "amountMinor"), minor, "{expression}");
        assert_eq!(field(&outcome, "formatted"), formatted, "{expression}");
        assert_eq!(field(&outcome, "exact"), exact, "{expression}");
        assert_eq!(field(&outcome, "currency"), &currency.to_uppercase());
    }
    assert_eq!(field(&money("1", "USD", None), "rounding"), "bankers");
}

#[test]
fn a_currency_that_is_withdrawn_is_said_to_be_from_its_day_on() {
    let told = |currency: &str, today: &str| -> String {
        let call = MoneyCalculate {
            expression: "10 * 2".to_owned(),
            currency: currency.to_owned(),
            rounding: None,
        };
        let tables = Tables {
            today,
            ..Tables::default()
        };
        let outcome = call.compute(tables).unwrap();
        assert_eq!(field(&outcome, "amountMinor"), 2000, "{currency}");
        let told = field(&outcome, "told").as_str().unwrap().to_owned();
        let replaced = field(&outcome, "replacedBy").as_str();
        assert_eq!(replaced.is_some(), told.contains("withdrawn"), "{told}");
        told
    };
    for (currency, today, expected) in [
        ("BGN", "2025-12-31", "10 * 2 = 20.00 BGN"),
        (
            "bgn",
            "2026-01-01",
            "10 * 2 = 20.00 BGN; BGN was withdrawn on 2026-01-01, EUR replaced it",
        ),
        (
            "ANG",
            "2026-11-26",
            "10 * 2 = 20.00 ANG; ANG was withdrawn on 2025-03-31, XCG replaced it",
        ),
        ("XCG", "2026-11-26", "10 * 2 = 20.00 XCG"),
        ("BGN", "", "10 * 2 = 20.00 BGN"),
    ] {
        assert_eq!(told(currency, today), expected, "{currency} {today}");
    }
}

#[test]
fn an_amount_by_an_amount_is_a_plain_number() {
    let outcome = money("USD 30 / USD 12", "USD", None);
    assert_eq!(field(&outcome, "result"), &json!(2.5));
    assert_eq!(field(&outcome, "amountMinor"), &Value::Null);
}

#[test]
fn units_that_make_no_sense_are_refused() {
    for (expression, currency, expected) in [
        ("USD 2 * USD 3", "USD", "MONEY_TIMES_MONEY"),
        ("USD 2 * (USD 1 + USD 2)", "USD", "MONEY_TIMES_MONEY"),
        ("USD 2 + 3", "USD", "MIXED_UNITS"),
        ("3 - USD 2", "USD", "MIXED_UNITS"),
        ("6 / USD 2", "USD", "NUMBER_BY_MONEY"),
        ("EUR 2 + USD 3", "USD", "CURRENCY_MISMATCH"),
        ("USD 2 USD", "USD", "INVALID_EXPRESSION"),
        ("US 2", "USD", "INVALID_EXPRESSION"),
        ("$2", "USD", "INVALID_EXPRESSION"),
        ("USD", "USD", "INVALID_EXPRESSION"),
        ("1", "XAU", "UNKNOWN_CURRENCY"),
        ("1", "", "UNKNOWN_CURRENCY"),
        ("1 / 0", "USD", "DIVIDE_BY_ZERO"),
        ("99999999999999999999", "USD", "OVERFLOW"),
        ("", "USD", "EMPTY_EXPRESSION"),
    ] {
        assert_eq!(
            code(&money(expression, currency, None)),
            expected,
            "{expression}"
        );
    }
}

fn table() -> TaxTable {
    let rate = |percent: &str, categories: &[(&str, &str)], leaves_out: Option<&str>| TaxRate {
        percent: percent.to_owned(),
        leaves_out: leaves_out.map(str::to_owned),
        categories: categories
            .iter()
            .map(|(name, rate)| ((*name).to_owned(), (*rate).to_owned()))
            .collect(),
    };
    let rates = [
        ("CA", rate("7.25", &[], None)),
        (
            "MN",
            rate("6.875", &[("Clothing", "0")], Some("a fee on deliveries")),
        ),
        ("OR", rate("0", &[], None)),
    ];
    TaxTable {
        source: "the states' departments of revenue".to_owned(),
        edition: "Summer".to_owned(),
        as_of: "2025-07-01".to_owned(),
        retrieved: "2025-07-15".to_owned(),
        currency: "USD".to_owned(),
        leaves_out: "local taxes".to_owned(),
        rates: rates.map(|(state, rate)| (state.to_owned(), rate)).into(),
    }
}

fn tax(
    amount_minor: i64,
    currency: &str,
    state: &str,
    category: Option<&str>,
    today: &str,
) -> Outcome {
    let table = table();
    let purchase = EstimateTax {
        amount_minor,
        currency: currency.to_owned(),
        destination: Destination {
            state: state.to_owned(),
            zip: None,
        },
        category: category.map(str::to_owned),
        merchant_origin: None,
    };
    let tables = Tables {
        taxes: Some(&table),
        shipping: None,
        today,
    };
    purchase.compute(tables).unwrap()
}

#[test]
fn a_tax_is_estimated_by_a_dated_table_or_it_is_unknown() {
    const TODAY: &str = "2025-12-01";
    for (state, category, minor, told) in [
        (
            "CA",
            None,
            725,
            "Tax about 7.25 USD on 100.00: CA 7.25 %, rates of 2025-07-01; not included: local taxes",
        ),
        (
            "mn",
            Some("electronics"),
            688,
            "Tax about 6.88 USD on 100.00: MN 6.875 %, rates of 2025-07-01; not included: a fee on deliveries",
        ),
        (
            "MN",
            Some("clothing"),
            0,
            "Tax about 0.00 USD on 100.00: MN 0 %, rates of 2025-07-01; not included: a fee on deliveries",
        ),
        (
            "OR",
            Some("office_supplies"),
            0,
            "Tax about 0.00 USD on 100.00: OR 0 %, rates of 2025-07-01; not included: local taxes",
        ),
    ] {
        let outcome = tax(10_000, "USD", state, category, TODAY);
        assert_eq!(field(&outcome, "known"), true, "{state} {category:?}");
        assert_eq!(field(&outcome, "taxMinor"), minor, "{state} {category:?}");
        assert_eq!(field(&outcome, "told"), told);
        assert_eq!(field(&outcome, "retrieved"), "2025-07-15");
    }
    for (currency, state, category, today, reason) in [
        ("USD", "DC", None, TODAY, "NO_RATE_FOR_DESTINATION"),
        ("USD", "California", None, TODAY, "NO_RATE_FOR_DESTINATION"),
        ("EUR", "CA", None, TODAY, "UNSUPPORTED_CURRENCY"),
        (
            "USD",
            "CA",
            Some("Clothing"),
            TODAY,
            "CATEGORY_RULES_UNKNOWN",
        ),
        (
            "USD",
            "MN",
            Some("groceries"),
            TODAY,
            "CATEGORY_RULES_UNKNOWN",
        ),
        ("USD", "CA", None, "2026-07-16", "TABLE_TOO_OLD"),
        ("USD", "CA", None, "2027-01-01", "TABLE_TOO_OLD"),
    ] {
        let outcome = tax(10_000, currency, state, category, today);
        assert_eq!(field(&outcome, "known"), false, "{state}");
        assert_eq!(field(&outcome, "reason"), reason, "{state} {category:?}");
        assert!(is_ok(&outcome));
    }
    assert_eq!(
        field(&tax(1, "USD", "CA", None, "2026-07-15"), "known"),
        true
    );
    assert_eq!(code(&tax(-1, "USD", "CA", None, TODAY)), "NEGATIVE_AMOUNT");
    assert_eq!(code(&tax(1, "ABC", "CA", None, TODAY)), "UNKNOWN_CURRENCY");
    assert_eq!(
        field(&tax(i64::MAX, "USD", "CA", None, TODAY), "known"),
        true
    );
}

fn shipping(state: &str, merchant: Option<&str>, table: Option<&ShippingTable>) -> Outcome {
    let arguments = EstimateShipping {
        destination: Destination {
            state: state.to_owned(),
            zip: None,
        },
        speed: None,
        merchant_origin: merchant.map(str::to_owned),
    };
    arguments
        .compute(Tables {
            taxes: None,
            shipping: table,
            today: "",
        })
        .unwrap()
}

#[test]
fn shipping_is_what_the_operator_says_or_it_is_unknown() {
    assert_eq!(
        field(&shipping("CA", None, None), "reason"),
        "NO_SHIPPING_TABLE"
    );
    let rate = |merchant: Option<&str>, states: &[&str], amount_minor: i64| ShippingRate {
        merchant: merchant.map(str::to_owned),
        states: states.iter().map(|state| (*state).to_owned()).collect(),
        speed: ShippingSpeed::Standard,
        amount_minor,
        currency: "USD".to_owned(),
        days: Some([3, 5]),
    };
    let table = ShippingTable {
        as_of: "2026-11-01".to_owned(),
        source: "our contract".to_owned(),
        rates: vec![
            rate(None, &["CA", "OR"], 599),
            rate(Some("https://shop.example"), &[], 0),
        ],
    };
    let found = shipping("or", Some("https://other.example/x"), Some(&table));
    assert_eq!(field(&found, "formatted"), "5.99");
    assert_eq!(field(&found, "days"), &json!({"least": 3, "most": 5}));
    assert_eq!(field(&found, "source"), "our contract");
    let free = shipping("CA", Some("https://shop.example/cart"), Some(&table));
    assert_eq!(field(&free, "amountMinor"), 0);
    let nowhere = shipping("TX", None, Some(&table));
    assert_eq!(field(&nowhere, "reason"), "NO_RATE_FOR_DESTINATION");
}

proptest! {
    #[test]
    fn anything_is_calculated_or_a_typed_fault(
        expression in "[-+*/(). 0-9]{0,60}",
        any in ".{0,40}",
        precision in proptest::option::of(0_u8..8),
    ) {
        for expression in [expression, any] {
            let outcome = calculated(&expression, precision);
            prop_assert_eq!(is_ok(&outcome), outcome.result.is_some());
            let _ = money(&expression, "USD", None);
        }
    }

    #[test]
    fn whole_numbers_come_out_as_they_do_for_a_machine(
        a in -1_000_000_i64..1_000_000,
        b in -1_000_000_i64..1_000_000,
        c in 1_i64..1_000,
    ) {
        let outcome = calculated(&format!("({a} + {b}) * {c} - {a} * {c}"), None);
        prop_assert_eq!(field(&outcome, "result"), &json!(b * c));
        let half_up = |top: i128, bottom: i128| {
            let doubled = (2 * top.abs() + bottom) / (2 * bottom);
            doubled * top.signum()
        };
        let outcome = calculated(&format!("{a} / {c}"), Some(2));
        let expected = half_up(i128::from(a) * 100, i128::from(c));
        let found = field(&outcome, "formatted").as_str().unwrap().replace('.', "");
        prop_assert_eq!(found.parse::<i128>().unwrap(), expected);
    }
}
