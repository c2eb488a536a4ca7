//! What the operator knows of prices and taxes.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use screen_agent_tools::{ShippingTable, TaxTable};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::exit::usage;

/// `[commerce]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct CommerceSection {
    tax_table: Option<PathBuf>,
    shipping_table: Option<PathBuf>,
}

/// What taxes are, where a table says it.
pub(super) fn taxes(section: &CommerceSection, today: &str) -> Result<Option<TaxTable>> {
    let Some(path) = &section.tax_table else {
        return Ok(None);
    };
    let table: TaxTable = table(path, "tax")?;
    let refused = |fault| usage(format!("{}: {fault}", path.display()));
    table.check(today).map_err(refused)?;
    Ok(Some(table))
}

/// What shipping costs, where a table says it.
pub(super) fn shipping(section: &CommerceSection) -> Result<Option<ShippingTable>> {
    let path = section.shipping_table.as_deref();
    path.map(|path| table(path, "shipping")).transpose()
}

fn table<T: DeserializeOwned>(path: &Path, of: &str) -> Result<T> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("cannot read the {of} table {}", path.display()))?;
    super::parsed(path, &text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHIPPING: &str = "as_of = '2026-01-01'\nsource = 'our own'\n[[rates]]\namount_minor = 499\ncurrency = 'USD'\n";
    const TODAY: &str = "2026-11-26";

    /// A folder with one file, and its path.
    fn file(text: &str) -> Result<(tempfile::TempDir, PathBuf)> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("table.toml");
        std::fs::write(&path, text)?;
        Ok((folder, path))
    }

    #[test]
    fn a_table_of_shipping_is_read_or_refused() -> Result<()> {
        assert!(shipping(&CommerceSection::default())?.is_none());
        for (text, rates) in [(SHIPPING, Some(1)), ("rates = 'free'", None)] {
            let (_folder, path) = file(text)?;
            let section = CommerceSection {
                shipping_table: Some(path),
                ..CommerceSection::default()
            };
            let found = shipping(&section).ok().flatten();
            assert_eq!(found.map(|table| table.rates.len()), rates, "{text}");
        }
        Ok(())
    }

    /// The manual's own example, and what may be wrong with it.
    #[test]
    fn a_table_of_taxes_says_where_it_comes_from_or_is_refused() -> Result<()> {
        let manual = include_str!("../../../../docs/configuration.md");
        let example = manual.split("```toml\n").nth(2);
        let example = example.and_then(|rest| rest.split_once("```"));
        let (good, _) = example.context("the manual shows no table of taxes")?;
        let said = |text: &str| -> Result<String> {
            let (_folder, path) = file(text)?;
            let section = CommerceSection {
                tax_table: Some(path),
                ..CommerceSection::default()
            };
            Ok(match taxes(&section, TODAY) {
                Ok(table) => format!("{} rates", table.map_or(0, |table| table.rates.len())),
                Err(error) => error.to_string(),
            })
        };
        assert_eq!(said(good)?, "2 rates");
        for (from, to, wrong) in [
            ("source =", "# source =", "missing field `source`"),
            ("edition =", "# edition =", "missing field `edition`"),
            ("retrieved =", "# retrieved =", "missing field `retrieved`"),
            (
                "retrieved = \"2026-",
                "retrieved = \"2027-",
                "retrieved is no day of the past",
            ),
            (
                "retrieved = \"2026-",
                "retrieved = \"26-",
                "retrieved is no day",
            ),
            ("currency = \"USD\"", "currency = \"XAU\"", "currency"),
            (
                "percent = \"7.25\"",
                "percent = \"7,25\"",
                "a rate of CA is no percentage",
            ),
            (
                "percent = \"7.25\"",
                "percent = \"725\"",
                "a rate of CA is no percentage",
            ),
            ("[rates.CA]", "[rates.CA]\nrate = 7", "unknown field `rate`"),
        ] {
            assert!(good.contains(from), "{from}");
            let error = said(&good.replacen(from, to, 1))?;
            assert!(
                error.contains("table.toml") && error.contains(wrong),
                "{error}"
            );
        }
        Ok(())
    }
}
