//! Public type names that more than one crate defines. One name, one thing.

use std::collections::{BTreeMap, BTreeSet};

use syn::{Item, Visibility};

use super::modules::Package;

/// Names of public structs, enums, traits and aliases that several crates define, with those crates.
pub fn shared(packages: &[Package]) -> BTreeMap<String, BTreeSet<&str>> {
    let mut names: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for package in packages {
        for item in package.modules.iter().flat_map(|module| &module.items) {
            if let Some(name) = public_type(item) {
                names.entry(name).or_default().insert(&package.name);
            }
        }
    }
    names.retain(|_, crates| crates.len() > 1);
    names
}

fn public_type(item: &Item) -> Option<String> {
    let (shown, name) = match item {
        Item::Struct(item) => (&item.vis, &item.ident),
        Item::Enum(item) => (&item.vis, &item.ident),
        Item::Trait(item) => (&item.vis, &item.ident),
        Item::Type(item) => (&item.vis, &item.ident),
        _ => return None,
    };
    matches!(shown, Visibility::Public(_)).then(|| name.to_string())
}
