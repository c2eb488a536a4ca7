//! What is measured, one file each.

pub mod interact;
pub mod observe;
pub mod packet;
pub mod pressure;
pub mod reading;
pub mod realtime;
pub mod run;
pub mod serve;
pub mod skeleton;
pub mod think;

mod transactions;

/// A page with so many controls in rows, each with a few words: as long as it needs to be.
pub fn page_of(controls: usize) -> String {
    use std::fmt::Write;
    let mut page = String::from(
        "<!doctype html><html lang=en><head><meta charset=utf-8><title>Orders</title></head><body><h1>Orders</h1><form>",
    );
    for row in 0..controls / 4 {
        let _ = write!(
            page,
            "<div class=row><a href='/order/{row}'>Order {row}</a> <label>Note <input name=n{row} value='v{row}'></label> \
             <select name=s{row}><option>Open<option>Sent</select> <button type=button>Pack {row}</button></div>"
        );
    }
    page.push_str("</form></body></html>");
    page
}
