//! Which models are asked, what they cost, and what may be spent. Spec 002 §4.7.2.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use screen_agent_adapters::{ModelConfig, ModelsConfig, Price, SecretKey, SpendingLimits, address};
use serde::Deserialize;

use super::{Environment, key_in, secret};
use crate::args::ModelArgs;
use crate::exit::usage;

/// Where models are unless a settings file, a switch or the environment says otherwise.
const OPENAI: &str = "https://api.openai.com/v1";
/// Who does what there, unless other models are named.
const OPENAI_SMALL: &str = "gpt-4o-mini";
/// Window of a model that nothing is known of.
const WINDOW: u32 = 8_192;
/// Seconds for an answer.
const TIMEOUT: u64 = 60;
/// Sampling temperatures.
const SMART_TEMPERATURE: f32 = 0.3;
const FAST_TEMPERATURE: f32 = 0.7;

/// `[model]`: what holds for both roles, and what for one of them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct ModelSection {
    name: Option<String>,
    base_url: Option<String>,
    key_file: Option<PathBuf>,
    temperature: Option<f32>,
    timeout_seconds: Option<u64>,
    window: Option<u32>,
    pictures: Option<bool>,
    smart: RoleSection,
    fast: RoleSection,
    prices: BTreeMap<String, PriceSection>,
    budget: BudgetSection,
    /// Sections of organisations that have models of their own, by name.
    tenants: BTreeMap<String, Self>,
}

/// `[model.smart]` and `[model.fast]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct RoleSection {
    name: Option<String>,
    fallback: Option<String>,
    base_url: Option<String>,
    key_file: Option<PathBuf>,
    temperature: Option<f32>,
    timeout_seconds: Option<u64>,
    window: Option<u32>,
    pictures: Option<bool>,
}

/// What a million tokens of a model cost.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PriceSection {
    input: f64,
    output: f64,
}

/// `[model.budget]`; 0 means no limit.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct BudgetSection {
    task_tokens: u64,
    task_cost: f64,
    tenant_cost_per_day: f64,
}

/// A name, and whether it was given for this role rather than for both.
#[derive(Clone, Debug, PartialEq)]
struct Named {
    name: String,
    own: bool,
}

/// The models that are meant; none unless one is named. A key alone is not enough: it may lie in
/// the environment for something else.
pub(super) fn models(
    typed: &ModelArgs,
    section: &ModelSection,
    environment: Environment<'_>,
) -> Result<Option<ModelsConfig>> {
    let reader = Reader {
        typed,
        section,
        environment,
    };
    let smart = reader.named(&section.smart, "SMART_MODEL_NAME");
    let fast = reader.named(&section.fast, "FAST_MODEL_NAME");
    let Some((smart, smart_fallback, fast)) = reader.all(smart, fast)? else {
        return Ok(None);
    };
    let warm = |role, variable, usual| reader.temperature(role, variable, usual);
    Ok(Some(ModelsConfig {
        smart_temperature: warm(&section.smart, "SMART_MODEL_TEMPERATURE", SMART_TEMPERATURE)?,
        fast_temperature: warm(&section.fast, "FAST_MODEL_TEMPERATURE", FAST_TEMPERATURE)?,
        smart,
        smart_fallback,
        fast,
        budget: budget(section.budget)?,
    }))
}

/// The models of organisations that have their own, by name. Of what holds for everybody they share the prices alone: neither
/// the environment's names nor its key are meant for where an organisation's models are.
pub(super) fn models_of_tenants(section: &ModelSection) -> Result<BTreeMap<String, ModelsConfig>> {
    let of = |(tenant, own): (&String, &ModelSection)| {
        let place = format!("model.tenants.{tenant:?}");
        if !own.tenants.is_empty() {
            return Err(usage(format!("{place} has tenants of its own")));
        }
        let mut own = own.clone();
        for (name, price) in &section.prices {
            own.prices.entry(name.clone()).or_insert(*price);
        }
        let models = models(&ModelArgs::default(), &own, &|_| None)?;
        let models = models.ok_or_else(|| usage(format!("{place} names no model")))?;
        Ok((tenant.clone(), models))
    };
    section.tenants.iter().map(of).collect()
}

/// A smart model, who stands in for it, and a fast one.
type All = (ModelConfig, Option<ModelConfig>, ModelConfig);

/// Everything that has a say.
struct Reader<'a> {
    typed: &'a ModelArgs,
    section: &'a ModelSection,
    environment: Environment<'a>,
}

impl Reader<'_> {
    fn named(&self, role: &RoleSection, variable: &str) -> Option<Named> {
        let both = |name| Named { name, own: false };
        let own = |name| Named { name, own: true };
        let typed = self.typed.model.clone().map(both);
        typed
            .or_else(|| (self.environment)(variable).map(own))
            .or_else(|| (self.environment)("SCREEN_AGENT_MODEL").map(both))
            .or_else(|| role.name.clone().map(own))
            .or_else(|| self.section.name.clone().map(both))
    }

    /// All models, where at least one is named.
    fn all(&self, smart: Option<Named>, fast: Option<Named>) -> Result<Option<All>> {
        let section = self.section;
        let fast = match (&fast, &smart) {
            (Some(fast), _) => Some(self.model(&section.fast, fast)?),
            (None, Some(_)) => self.small()?,
            (None, None) => return Ok(None),
        };
        let Some(named) = smart else {
            return Ok(fast.map(|fast| (fast.clone(), None, fast)));
        };
        let fallback = self.fallback(&named).map(|name| {
            let own = named.own;
            self.model(&section.smart, &Named { name, own })
        });
        let model = self.model(&section.smart, &named)?;
        let fast = fast.unwrap_or_else(|| model.clone());
        Ok(Some((model, fallback.transpose()?, fast)))
    }

    /// The model that does the work beside a smart one where only that is named: at `OpenAI` a
    /// small one is known, anywhere else the same has to do.
    fn small(&self) -> Result<Option<ModelConfig>> {
        let section = self.section;
        let known = self.base_url(Some(&section.smart)) == OPENAI
            && self.base_url(Some(&section.fast)) == OPENAI;
        let named = Named {
            name: OPENAI_SMALL.into(),
            own: true,
        };
        known.then(|| self.model(&section.fast, &named)).transpose()
    }

    fn fallback(&self, smart: &Named) -> Option<String> {
        if !smart.own {
            return None;
        }
        (self.environment)("SMART_MODEL_FALLBACK")
            .or_else(|| self.section.smart.fallback.clone())
            .or_else(|| {
                let at_openai = self.base_url(Some(&self.section.smart)) == OPENAI;
                at_openai.then(|| OPENAI_SMALL.to_owned())
            })
            .filter(|fallback| *fallback != smart.name)
    }

    fn base_url(&self, role: Option<&RoleSection>) -> String {
        let typed = self.typed.model_url.clone();
        typed
            .or_else(|| (self.environment)("SCREEN_AGENT_MODEL_URL"))
            .or_else(|| role.and_then(|role| role.base_url.clone()))
            .or_else(|| self.section.base_url.clone())
            .unwrap_or_else(|| OPENAI.into())
    }

    fn model(&self, role: &RoleSection, named: &Named) -> Result<ModelConfig> {
        // What is said of a role belongs to the model that is named for it.
        let role = named.own.then_some(role);
        let base_url = self.base_url(role);
        let key = self.key(role)?;
        address(&base_url, key.as_ref())
            .map_err(|error| usage(format!("the model's address: {error}")))?;
        let seconds = role
            .and_then(|role| role.timeout_seconds)
            .or(self.section.timeout_seconds)
            .unwrap_or(TIMEOUT);
        let window = role.and_then(|role| role.window).or(self.section.window);
        let pictures = role
            .and_then(|role| role.pictures)
            .or(self.section.pictures);
        let model = ModelConfig::new(base_url, &named.name);
        Ok(ModelConfig {
            key,
            window: window.unwrap_or(WINDOW),
            pictures: pictures.unwrap_or_else(|| sees(&named.name)),
            price: self.price(&named.name)?,
            ..model
        }
        .within(Duration::from_secs(seconds.max(1))))
    }

    /// A key of the role's own, then the environment's, then the one for both.
    fn key(&self, role: Option<&RoleSection>) -> Result<Option<SecretKey>> {
        if let Some(path) = role.and_then(|role| role.key_file.as_ref()) {
            return key_in(path).map(Some);
        }
        let variables = ["SCREEN_AGENT_MODEL_KEY", "OPENAI_API_KEY"];
        secret(self.environment, &variables, self.section.key_file.as_ref())
    }

    fn temperature(&self, role: &RoleSection, variable: &str, usual: f32) -> Result<f32> {
        let found = match (self.environment)(variable) {
            Some(text) => text
                .parse()
                .map_err(|_| usage(format!("{variable} is no number")))?,
            None => role
                .temperature
                .or(self.section.temperature)
                .unwrap_or(usual),
        };
        match (0.0..=2.0).contains(&found) {
            true => Ok(found),
            false => Err(usage("a temperature is a number from 0 to 2")),
        }
    }

    fn price(&self, name: &str) -> Result<Price> {
        match self.section.prices.get(name) {
            Some(price) => Ok(Price {
                input: micros(price.input)?,
                output: micros(price.output)?,
            }),
            None => Ok(Price::default()),
        }
    }
}

fn budget(section: BudgetSection) -> Result<SpendingLimits> {
    Ok(SpendingLimits {
        task_tokens: section.task_tokens,
        task_micros: micros(section.task_cost)?,
        tenant_micros_per_day: micros(section.tenant_cost_per_day)?,
    })
}

/// Millionths of the price table's unit.
fn micros(amount: f64) -> Result<u64> {
    match (0.0..=1_000_000_000.0).contains(&amount) {
        true => Ok((amount * 1_000_000.0).round() as u64),
        false => Err(usage(
            "a price or a budget is a number from 0 to 1000000000",
        )),
    }
}

/// Families of models that are known to see.
const SEEING: [&str; 10] = [
    "gpt-4o", "gpt-4.1", "gpt-5", "claude", "gemini", "vision", "llava", "pixtral", "-vl", "vl-",
];

fn sees(name: &str) -> bool {
    let name = name.to_lowercase();
    SEEING.iter().any(|family| name.contains(family))
}

#[cfg(test)]
mod tests;
