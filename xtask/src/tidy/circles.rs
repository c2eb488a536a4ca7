//! The import graph between a crate's top-level modules, and the circles in it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use syn::visit::{self, Visit};
use syn::{ImplItem, Item, UseTree, Visibility};

use super::modules::{Module, Package, is_test_method};

/// From, to, and a file that says so.
pub type Graph = BTreeMap<String, BTreeMap<String, PathBuf>>;

/// Which top-level module uses which.
pub fn graph(package: &Package) -> Graph {
    let known: BTreeSet<&str> = package
        .modules
        .iter()
        .filter_map(|module| module.path.first().map(String::as_str))
        .collect();
    let exports = package.modules.first().map(exports).unwrap_or_default();
    let mut graph = Graph::new();
    for module in &package.modules {
        let Some(from) = module.path.first() else {
            continue;
        };
        for name in uses(module) {
            let to = exports.get(&name).unwrap_or(&name);
            if to != from && known.contains(to.as_str()) {
                let from = graph.entry(from.clone()).or_default();
                from.entry(to.clone()).or_insert(module.file.clone());
            }
        }
    }
    graph
}

/// Groups of modules that all reach each other.
pub fn circles(graph: &Graph) -> Vec<Vec<String>> {
    let reached: BTreeMap<&str, BTreeSet<&str>> = graph
        .keys()
        .map(|from| (from.as_str(), reach(graph, from)))
        .collect();
    let mut circles: Vec<Vec<String>> = Vec::new();
    for (&module, reaches) in &reached {
        if !reaches.contains(module) || circles.iter().flatten().any(|placed| placed == module) {
            continue;
        }
        let back = |other: &&&str| {
            reached
                .get(**other)
                .is_some_and(|there| there.contains(module))
        };
        circles.push(
            reaches
                .iter()
                .filter(back)
                .map(ToString::to_string)
                .collect(),
        );
    }
    circles
}

/// The arrows within circles, one a line, with a file that draws each.
pub fn arrows(graph: &Graph) -> Vec<String> {
    let circles = circles(graph);
    let together = |a: &String, b: &String| {
        circles
            .iter()
            .any(|circle| circle.contains(a) && circle.contains(b))
    };
    let arrow = |from: &String, (to, file): (&String, &PathBuf)| {
        together(from, to).then(|| format!("{from} -> {to}  ({})", file.display()))
    };
    graph
        .iter()
        .flat_map(|(from, tos)| tos.iter().filter_map(move |to| arrow(from, to)))
        .collect()
}

fn reach<'a>(graph: &'a Graph, from: &str) -> BTreeSet<&'a str> {
    let mut seen = BTreeSet::new();
    let mut next: Vec<&str> = vec![from];
    while let Some(module) = next.pop() {
        for to in graph.get(module).into_iter().flat_map(BTreeMap::keys) {
            if seen.insert(to.as_str()) {
                next.push(to);
            }
        }
    }
    seen
}

/// What the root offers under its own name, and the module that it is from.
fn exports(root: &Module) -> BTreeMap<String, String> {
    let mut exports = BTreeMap::new();
    for item in &root.items {
        let Item::Use(item) = item else { continue };
        if matches!(item.vis, Visibility::Inherited) {
            continue;
        }
        for path in leaves(&item.tree) {
            let path: Vec<&String> = path
                .iter()
                .skip_while(|part| *part == "crate" || *part == "self")
                .collect();
            if let [module, .., name] = path.as_slice() {
                exports.insert((*name).clone(), (*module).clone());
            }
        }
    }
    exports
}

/// The names in the crate's root that a module uses.
fn uses(module: &Module) -> BTreeSet<String> {
    let mut uses = Uses {
        depth: &module.path,
        names: BTreeSet::new(),
    };
    for item in &module.items {
        uses.visit_item(item);
    }
    uses.names
}

struct Uses<'a> {
    depth: &'a [String],
    names: BTreeSet<String>,
}

impl Uses<'_> {
    /// Notes the first name after the crate's root, if the path starts there.
    fn note<'p>(&mut self, parts: impl Iterator<Item = &'p str>) {
        let mut place: Option<usize> = None;
        for part in parts {
            place = match (part, place) {
                ("crate", _) => Some(0),
                ("self", None) => Some(self.depth.len()),
                ("super", at) => Some(at.unwrap_or(self.depth.len()).saturating_sub(1)),
                (name, Some(0)) => {
                    self.names.insert(name.to_owned());
                    return;
                }
                (_, _) => return,
            };
        }
    }
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        for path in leaves(&item.tree) {
            self.note(path.iter().map(String::as_str));
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let parts: Vec<String> = path
            .segments
            .iter()
            .map(|part| part.ident.to_string())
            .collect();
        self.note(parts.iter().map(String::as_str));
        visit::visit_path(self, path);
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        if !is_test_method(item) {
            visit::visit_impl_item(self, item);
        }
    }

    /// What a macro is given is no syntax yet; paths in it are found by their look.
    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let text = call.tokens.to_string().replace(" :: ", "::");
        for path in text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')) {
            self.note(path.split("::"));
        }
        visit::visit_macro(self, call);
    }
}

/// Every path that a `use` names.
fn leaves(tree: &UseTree) -> Vec<Vec<String>> {
    match tree {
        UseTree::Path(path) => leaves(&path.tree)
            .into_iter()
            .map(|rest| [vec![path.ident.to_string()], rest].concat())
            .collect(),
        UseTree::Name(name) => vec![vec![name.ident.to_string()]],
        UseTree::Rename(name) => vec![vec![name.ident.to_string()]],
        UseTree::Glob(_) => vec![vec!["*".into()]],
        UseTree::Group(group) => group.items.iter().flat_map(leaves).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(files: &[(&str, &str)]) -> Package {
        let modules = files.iter().map(|(path, text)| Module {
            path: path
                .split("::")
                .filter(|part| !part.is_empty())
                .map(str::to_owned)
                .collect(),
            file: PathBuf::from(path),
            items: syn::parse_file(text).unwrap().items,
        });
        Package {
            name: "one".into(),
            modules: modules.collect(),
        }
    }

    #[test]
    fn a_circle_is_found_however_it_is_written() {
        let root = ("", "mod a; mod b; mod c; pub use b::Thing;");
        for uses in [
            "use crate::b::Thing;",
            "use crate::{b::Thing, c};",
            "use super::b;",
            "use crate::Thing;",
            "fn one() { crate::b::two() }",
            "fn one() -> Vec<crate::b::Two> { Vec::new() }",
            "fn one() { println!(\"{}\", crate::b::two()) }",
        ] {
            let back = ("b::deep", "fn two() { super::super::a::one() }");
            let package = package(&[root, ("a", uses), ("b", ""), back, ("c", "")]);
            assert_eq!(circles(&graph(&package)), [["a", "b"]], "{uses}");
        }
    }

    #[test]
    fn children_and_one_way_are_no_circle() {
        let root = ("", "mod a; mod b;");
        let child = ("a::child", "use super::helper; use crate::a::other;");
        let package = package(&[
            root,
            ("a", "use self::child::One; use crate::b;"),
            child,
            ("b", ""),
        ]);
        let graph = graph(&package);
        assert_eq!(graph["a"].keys().collect::<Vec<_>>(), ["b"]);
        assert_eq!(circles(&graph), Vec::<Vec<String>>::new());
    }
}
