//! What may help against an error, for developers.

/// What may help against an error with this code.
pub(crate) fn hints(code: &str) -> &'static [&'static str] {
    match code {
        "UNAUTHORIZED" => &["Sign in and send the token as `Authorization: Bearer`."],
        "VALIDATION_ERROR" => &["Compare the field with the schema at /api/schemas."],
        "INVALID_REQUEST" | "UNSUPPORTED_MEDIA_TYPE" => {
            &["Send JSON in UTF-8, declared as application/json."]
        }
        "MISDIRECTED_REQUEST" => &["Name the host under `hosts` of [server] in the settings file."],
        "PAYLOAD_TOO_LARGE" => &["Send the semantic tree instead of the whole document."],
        "RATE_LIMIT" => &[
            "Wait as long as Retry-After says.",
            "Raise the limit in the settings file.",
        ],
        "TASK_NOT_FOUND" | "SESSION_NOT_FOUND" => &[
            "Ids belong to the person who made them; check whose token is sent.",
            "Old tasks and conversations are deleted after their term.",
        ],
        "FILE_NOT_FOUND" => &[
            "Send the s3Key as the upload returned it, with the token of who uploaded.",
            "Files are deleted after 30 days, links work for ten minutes.",
        ],
        "TASK_COMPLETED" => &["Send the next request without a taskId to begin a new task."],
        "TASK_BUSY" | "IDEMPOTENCY_IN_FLIGHT" => &["Wait for the first answer; it is on its way."],
        "IDEMPOTENCY_MISMATCH" => &["Use a fresh Idempotency-Key for each new request."],
        "CHANNEL_FORBIDDEN" => &["Listen to private-session-<sessionId>, the id in lower case."],
        "REALTIME_OFF" => &["Set the mode under [realtime] in the settings file."],
        "INVALID_TASK_STATE" => &["Only a task that waits for the person can be resumed."],
        "MAX_STEPS_EXCEEDED" => &["Split the goal into smaller tasks."],
        "QUOTA_EXCEEDED" => &[
            "See what was spent under usage in the task's timeline.",
            "Raise the budget in the settings file.",
        ],
        "LLM_ERROR" | "TIMEOUT" | "PARSE_ERROR" | "INVALID_ACTION_FORMAT" => &[
            "Run `screen-agent doctor --model` to see whether the endpoint answers.",
            "Send the same request again; the task stands where it stood.",
        ],
        "DATABASE_ERROR" | "STORAGE_FULL" => &[
            "See the server's log for the cause.",
            "Check the disk under the data folder.",
        ],
        _ => &[],
    }
}
