//! A conversation as it was kept, read again by today's code.
//!
//! What a model said is read as if it came now; what was shown is checked as if it were shown now;
//! citations are held against the documents of their run; of tools it is looked for whether each
//! that was done had been allowed. How much of it can be done hangs on how much was kept: a packet
//! without its documents still tells its order, what was shown and which tools were used, but
//! nobody can say any more whether its quotes stood there. The report says what was not checked.

mod cited;
mod kept;
mod order;
mod report;
mod shown;
#[cfg(test)]
mod tests;
mod tools;

pub use report::{Checked, Gap, HistoryDifference, HistoryReport, What};

use screen_agent_wire::packet::conversation::ConversationData;

use cited::Library;
use kept::{Kept, Kind};
use order::Order;
use tools::Calls;

/// Reads a conversation again and says what comes out otherwise than it was kept.
pub fn replay(data: &ConversationData) -> HistoryReport {
    let mut report = HistoryReport::default();
    let mut order = Order::of(data, &mut report);
    let mut calls = Calls::default();
    let mut library = Library::default();
    for message in &data.messages {
        let kept = Kept::of(message);
        order.follow(&kept, &mut report);
        match kept.kind {
            Kind::Request => {
                report.checked.requests += 1;
                calls.answered(&kept);
                calls.came_to(&kept, &mut report);
                library.asked(&kept, &mut report);
            }
            Kind::Tool => {
                report.checked.results += 1;
                calls.came_to(&kept, &mut report);
                library.brought(&kept);
            }
            Kind::Response => {
                report.checked.responses += 1;
                shown::check(&kept, &mut report);
                calls.proposed(&kept, &mut report);
                library.cite(&kept, &mut report);
            }
            Kind::Other => report.gap(&kept, What::Packet, "its type is not known here"),
        }
    }
    report
}
