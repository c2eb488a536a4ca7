#![allow(clippy::unwrap_used)]

use super::*;

/// What is set in the environment.
type Variables<'a> = &'a [(&'a str, &'a str)];

fn read(typed: Option<&str>, variables: Variables<'_>, file: &str) -> Result<Option<ModelsConfig>> {
    let typed = ModelArgs {
        model: typed.map(str::to_owned),
        model_url: None,
    };
    let environment = |name: &str| {
        let pair = variables.iter().find(|(known, _)| *known == name);
        pair.map(|(_, value)| (*value).to_owned())
    };
    models(&typed, &toml::from_str(file).unwrap(), &environment)
}

/// Names of smart, fallback and fast.
fn names(models: &ModelsConfig) -> [Option<&str>; 3] {
    let fallback = models.smart_fallback.as_ref();
    [
        Some(&*models.smart.model),
        fallback.map(|model| &*model.model),
        Some(&*models.fast.model),
    ]
}

/// What was typed, the environment, the file, and the names that come of them.
type Case<'a> = (
    Option<&'a str>,
    Variables<'a>,
    &'a str,
    Option<[Option<&'a str>; 3]>,
);

fn check(cases: &[Case<'_>]) {
    for (typed, variables, file, expected) in cases {
        let found = read(*typed, variables, file).unwrap();
        let found = found.as_ref().map(names);
        assert_eq!(found, *expected, "{typed:?} {variables:?} {file}");
    }
}

const SMART: (&str, &str) = ("SMART_MODEL_NAME", "big");
const FAST: (&str, &str) = ("FAST_MODEL_NAME", "quick");
const ONE: (&str, &str) = ("SCREEN_AGENT_MODEL", "one");
const SPARE: (&str, &str) = ("SMART_MODEL_FALLBACK", "spare");
const SMALL: Option<&str> = Some(OPENAI_SMALL);
const ROLES: &str = "[smart]\nname = 'fb'\n[fast]\nname = 'ff'\n";

/// One model does everything.
const fn both(name: &str) -> Option<[Option<&str>; 3]> {
    Some([Some(name), None, Some(name)])
}

#[test]
fn models_are_the_ones_that_the_environment_names() {
    let elsewhere = "base_url = 'https://models.example/v1'";
    let all = [Some("big"), Some("spare"), Some("quick")];
    check(&[
        (None, &[("OPENAI_API_KEY", "k")], "", None),
        (None, &[SMART], "", Some([Some("big"), SMALL, SMALL])),
        (None, &[FAST], "", both("quick")),
        (None, &[SMART, FAST, SPARE], "", Some(all)),
        (None, &[SMART], elsewhere, both("big")),
    ]);
}

#[test]
fn what_is_typed_wins_over_the_environment_and_that_over_the_file() {
    let elsewhere = format!("base_url = 'https://models.example/v1'\n{ROLES}");
    let everything: Variables<'_> = &[SMART, FAST, ONE, SPARE];
    check(&[
        (Some("typed"), everything, ROLES, both("typed")),
        (None, &[ONE], ROLES, both("one")),
        (
            None,
            &[ONE, FAST],
            ROLES,
            Some([Some("one"), None, Some("quick")]),
        ),
        (None, &[], ROLES, Some([Some("fb"), SMALL, Some("ff")])),
        (None, &[], "name = 'f'", both("f")),
        (None, &[], &elsewhere, Some([Some("fb"), None, Some("ff")])),
    ]);
}

#[test]
fn a_settings_file_says_all_there_is_to_say() {
    let file = "
        base_url = 'https://models.example/v1'
        timeout_seconds = 90
        window = 32000
        [smart]
        name = 'big'
        fallback = 'spare'
        temperature = 0.1
        base_url = 'https://big.example/v1'
        pictures = true
        [fast]
        name = 'quick'
        window = 8000
        [prices.big]
        input = 2.5
        output = 10
        [budget]
        task_tokens = 100000
        task_cost = 0.5
        tenant_cost_per_day = 20
    ";
    let models = read(None, &[("FAST_MODEL_TEMPERATURE", "0.5")], file)
        .unwrap()
        .unwrap();
    assert_eq!(names(&models), [Some("big"), Some("spare"), Some("quick")]);
    assert_eq!(
        (models.smart_temperature, models.fast_temperature),
        (0.1, 0.5)
    );
    let (smart, fast) = (&models.smart, &models.fast);
    assert_eq!(smart.base_url, "https://big.example/v1");
    assert_eq!(fast.base_url, "https://models.example/v1");
    assert_eq!((smart.window, fast.window), (32_000, 8_000));
    assert_eq!((smart.pictures, fast.pictures), (true, false));
    assert_eq!(
        (smart.timeout.as_secs(), smart.first_byte.as_secs()),
        (90, 45)
    );
    let price = Price {
        input: 2_500_000,
        output: 10_000_000,
    };
    assert_eq!((smart.price, fast.price), (price, Price::default()));
    let budget = SpendingLimits {
        task_tokens: 100_000,
        task_micros: 500_000,
        tenant_micros_per_day: 20_000_000,
    };
    assert_eq!(models.budget, budget);
}

#[test]
fn a_role_that_is_not_named_is_filled_by_the_other_one_where_that_is() {
    for role in ["smart", "fast"] {
        let file = format!("[{role}]\nname = 'x'\nbase_url = 'https://x.example'\nwindow = 9\n");
        let models = read(None, &[], &file).unwrap().unwrap();
        for model in [&models.smart, &models.fast] {
            let found = (&*model.model, &*model.base_url, model.window);
            assert_eq!(found, ("x", "https://x.example", 9), "{role}");
        }
        assert!(models.smart_fallback.is_none());
    }
}

#[test]
fn what_cannot_be_meant_is_refused() {
    let smart = ("SMART_MODEL_NAME", "big");
    let cases: [(Variables<'_>, &str); 5] = [
        (&[smart, ("SMART_MODEL_TEMPERATURE", "warm")], ""),
        (&[smart], "temperature = 3.0"),
        (&[smart], "base_url = 'models.example'"),
        (
            &[smart, ("OPENAI_API_KEY", "k")],
            "base_url = 'http://models.example'",
        ),
        (&[smart], "[budget]\ntask_cost = -1.0"),
    ];
    for (variables, file) in cases {
        assert!(read(None, variables, file).is_err(), "{variables:?} {file}");
    }
    assert!(toml::from_str::<ModelSection>("[smart]\nnome = 'x'").is_err());
}

#[test]
fn a_key_goes_to_the_model_it_is_for_and_is_never_printed() {
    let key = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(key.path(), "sk-own\n").unwrap();
    let file = format!(
        "[smart]\nname = 'big'\nkey_file = '{}'\n[fast]\nname = 'quick'\n",
        key.path().display()
    );
    let models = read(None, &[("OPENAI_API_KEY", "sk-all")], &file)
        .unwrap()
        .unwrap();
    assert_eq!(models.smart.key, Some(SecretKey::new("sk-own")));
    assert_eq!(models.fast.key, Some(SecretKey::new("sk-all")));
    let printed = format!("{models:?}");
    assert!(!printed.contains("sk-"), "{printed}");
}

#[test]
fn an_organisation_may_have_models_of_its_own() {
    let file = "name = 'common'\nkey_file = '/no/such/key'\n[prices.own]\ninput = 1.0\noutput = 2.0\n\
        [tenants.'Example Ltd']\nname = 'own'\nbase_url = 'http://127.0.0.1:9/v1'\n\
        [tenants.'Example Ltd'.budget]\ntenant_cost_per_day = 3.0\n";
    let found = models_of_tenants(&toml::from_str(file).unwrap()).unwrap();
    let own = &found["Example Ltd"];
    assert_eq!(Some(names(own)), both("own"));
    assert!(own.smart.key.is_none(), "everybody's key goes nowhere else");
    assert_eq!(own.smart.price.output, 2_000_000);
    assert_eq!(own.budget.tenant_micros_per_day, 3_000_000);
    for wrong in [
        "[tenants.a]",
        "[tenants.a]\nname = 'x'\n[tenants.a.tenants.b]\nname = 'y'",
    ] {
        assert!(models_of_tenants(&toml::from_str(wrong).unwrap()).is_err());
    }
}
