//! The crates of `core/` and `shell/` as syntax: every module that is not a test, with its place in the crate.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use syn::{Attribute, ImplItem, Item, ItemMacro, Meta};

use crate::shell::root;

/// A crate's name without our prefix, and its modules, the root first.
pub struct Package {
    pub name: String,
    pub modules: Vec<Module>,
}

/// One module: a file, or a `mod` within one.
pub struct Module {
    /// From the crate's root; empty for the root itself.
    pub path: Vec<String>,
    /// From the checkout's root.
    pub file: PathBuf,
    pub items: Vec<Item>,
}

/// Reads every crate below `core/` and `shell/` but the one that is for tests alone.
pub fn packages() -> Result<Vec<Package>> {
    let mut found = Vec::new();
    for tree in ["core", "shell"] {
        for entry in std::fs::read_dir(root().join(tree))? {
            let folder = entry?.path();
            let lib = folder.join("src/lib.rs");
            let main = folder.join("src/main.rs");
            let name = folder.file_name().unwrap_or_default().to_string_lossy();
            let file = [lib, main].into_iter().find(|file| file.is_file());
            if let Some(file) = file.filter(|_| name != "testkit") {
                let mut modules = Vec::new();
                read(&file, Vec::new(), &mut modules)?;
                found.push(Package {
                    name: name.into_owned(),
                    modules,
                });
            }
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

fn read(file: &Path, path: Vec<String>, modules: &mut Vec<Module>) -> Result<()> {
    let text = std::fs::read_to_string(file)?;
    let syntax = syn::parse_file(&text).with_context(|| file.display().to_string())?;
    let beside = match file.file_stem().and_then(|stem| stem.to_str()) {
        Some("lib" | "main" | "mod") => file.with_file_name(""),
        _ => file.with_extension(""),
    };
    place(syntax.items, file, &beside, path, modules)
}

/// Adds a module, and those within it. `beside` is the folder where its child files stand.
fn place(
    items: Vec<Item>,
    file: &Path,
    beside: &Path,
    path: Vec<String>,
    modules: &mut Vec<Module>,
) -> Result<()> {
    let mut kept = Vec::new();
    let mut children = Vec::new();
    for item in items {
        if is_test(attributes(&item)) {
            continue;
        }
        match item {
            Item::Mod(child) => children.push(child),
            // Enums whose words stand beside their variants are declared in a macro.
            Item::Macro(one) if is_worded(&one) => kept.push(Item::Enum(one.mac.parse_body()?)),
            item => kept.push(item),
        }
    }
    modules.push(Module {
        path: path.clone(),
        file: file.strip_prefix(root()).unwrap_or(file).to_path_buf(),
        items: kept,
    });
    for child in children {
        let name = child.ident.to_string();
        let within = [path.as_slice(), std::slice::from_ref(&name)].concat();
        if let Some((_, items)) = child.content {
            place(items, file, &beside.join(&name), within, modules)?;
            continue;
        }
        let files = [
            beside.join(format!("{name}.rs")),
            beside.join(&name).join("mod.rs"),
        ];
        // What a build writes, or another system has, is not here.
        if let Some(file) = files.into_iter().find(|file| file.is_file()) {
            read(&file, within, modules)?;
        }
    }
    Ok(())
}

fn is_worded(item: &ItemMacro) -> bool {
    let name = item.mac.path.segments.last();
    name.is_some_and(|name| name.ident == "worded")
}

/// Whether only tests are built with it.
pub fn is_test(attributes: &[Attribute]) -> bool {
    attributes
        .iter()
        .filter_map(|attribute| match &attribute.meta {
            Meta::List(list) if list.path.is_ident("cfg") => Some(list.tokens.to_string()),
            _ => None,
        })
        .any(|condition| condition == "test" || condition.starts_with("all (test"))
}

/// Whether a method is built for tests alone.
pub fn is_test_method(item: &ImplItem) -> bool {
    matches!(item, ImplItem::Fn(method) if is_test(&method.attrs))
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}
