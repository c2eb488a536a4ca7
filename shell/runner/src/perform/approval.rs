//! Uses up an approval.

use screen_agent_kernel::approval::ApprovalRequest;
use screen_agent_store::turn::ConsumedApproval;

use crate::draft::Draft;

/// Uses up an approval for a step. It is committed with the step, before the action is sent.
pub(super) fn keep(draft: &mut Draft, index: u16, request: ApprovalRequest) {
    draft.approvals.push(ConsumedApproval { index, request });
}
