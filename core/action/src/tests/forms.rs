//! Every published spelling, and the narrow form that it is printed in.

use super::fixture;
use crate::{parse, print};

#[derive(serde::Deserialize)]
struct Spelling {
    written: String,
    printed: String,
}

#[test]
fn every_published_spelling_is_read() {
    for Spelling { written, printed } in fixture("spellings") {
        let action = parse(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(print(&action), printed, "{written}");
        assert_eq!(parse(&printed), Ok(action), "{printed}");
    }
}
