//! The built web bundles, embedded.
//!
//! `build.rs` builds `web/` when it has to; a binary needs no files beside it.

/// The page bundle: observes a document and finds its elements. Runs in an isolated world.
pub const PAGE_BUNDLE: &str = include_str!(concat!(env!("OUT_DIR"), "/page.js"));

/// Joins the page bundle in its world where the words of a whole document are wanted: `capture`.
pub const READ_BUNDLE: &str = include_str!(concat!(env!("OUT_DIR"), "/read.js"));

/// One file of the console.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asset {
    /// Path below the console's root, with `/` and without a leading one.
    pub path: &'static str,
    /// Content type to send it with.
    pub mime: &'static str,
    /// What it holds.
    pub bytes: &'static [u8],
}

/// Every file of the console, sorted by path. Empty when the tree was built without a console.
pub fn console() -> &'static [Asset] {
    include!(concat!(env!("OUT_DIR"), "/console.rs"))
}

/// The console's file at a path, if there is one.
pub fn console_file(path: &str) -> Option<&'static Asset> {
    console().iter().find(|asset| asset.path == path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_bundle_defines_its_global() {
        assert!(PAGE_BUNDLE.contains("__screenAgent"));
    }

    #[test]
    fn console_files_are_found_by_path_alone() {
        for asset in console() {
            assert_eq!(console_file(asset.path), Some(asset));
        }
        assert_eq!(console_file("../Cargo.toml"), None);
    }
}
