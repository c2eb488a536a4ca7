//! What the operator knows of prices that nobody publishes.

use std::path::PathBuf;

use anyhow::{Context, Result};
use screen_agent_tools::ShippingTable;
use serde::Deserialize;

/// `[commerce]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct CommerceSection {
    shipping_table: Option<PathBuf>,
}

/// What shipping costs, where a table says it.
pub(super) fn shipping(section: &CommerceSection) -> Result<Option<ShippingTable>> {
    let Some(path) = &section.shipping_table else {
        return Ok(None);
    };
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("cannot read the shipping table {}", path.display()))?;
    super::parsed(path, &text).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_read_or_refused() -> Result<()> {
        assert!(shipping(&CommerceSection::default())?.is_none());
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("shipping.toml");
        let section = CommerceSection {
            shipping_table: Some(path.clone()),
        };
        assert!(shipping(&section).is_err());
        std::fs::write(
            &path,
            "as_of = '2026-01-01'\nsource = 'our own'\n[[rates]]\namount_minor = 499\ncurrency = 'USD'\n",
        )?;
        assert_eq!(shipping(&section)?.map(|table| table.rates.len()), Some(1));
        std::fs::write(&path, "rates = 'free'")?;
        assert!(shipping(&section).is_err());
        Ok(())
    }
}
