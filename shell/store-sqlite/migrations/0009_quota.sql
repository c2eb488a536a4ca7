-- How many bytes are kept for each person, counted in the transaction that changes them. Each table whose
-- rows grow with what people do has its triggers here; `tests/quota.rs` counts again and compares.

CREATE TABLE kept_bytes (
  tenant_id BLOB NOT NULL,
  user_id   BLOB NOT NULL,
  bytes     INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TRIGGER people_begin_with_nothing AFTER INSERT ON users
BEGIN INSERT INTO kept_bytes (tenant_id, user_id, bytes) VALUES (NEW.tenant_id, NEW.id, 0); END;

-- What its owner stands on.

CREATE TRIGGER files_are_weighed AFTER INSERT ON files
BEGIN
  UPDATE kept_bytes SET bytes = bytes + NEW.size + length(NEW.reading)
  WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id;
END;
CREATE TRIGGER files_weigh_no_more AFTER DELETE ON files
BEGIN
  UPDATE kept_bytes SET bytes = bytes - (OLD.size + length(OLD.reading))
  WHERE tenant_id = OLD.tenant_id AND user_id = OLD.user_id;
END;

CREATE TRIGGER packets_are_weighed AFTER INSERT ON packets
BEGIN
  UPDATE kept_bytes SET bytes = bytes + length(NEW.packet_json)
  WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id;
END;
CREATE TRIGGER packets_weigh_no_more AFTER DELETE ON packets
BEGIN
  UPDATE kept_bytes SET bytes = bytes - (length(OLD.packet_json))
  WHERE tenant_id = OLD.tenant_id AND user_id = OLD.user_id;
END;

CREATE TRIGGER run_states_are_weighed AFTER INSERT ON run_states
BEGIN
  UPDATE kept_bytes SET bytes = bytes + length(NEW.body)
  WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id;
END;
CREATE TRIGGER run_states_are_weighed_anew AFTER UPDATE OF body ON run_states
BEGIN
  UPDATE kept_bytes SET bytes = bytes + length(NEW.body) - (length(OLD.body))
  WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id;
END;
CREATE TRIGGER run_states_weigh_no_more AFTER DELETE ON run_states
BEGIN
  UPDATE kept_bytes SET bytes = bytes - (length(OLD.body))
  WHERE tenant_id = OLD.tenant_id AND user_id = OLD.user_id;
END;

CREATE TRIGGER answered_are_weighed AFTER INSERT ON answered
BEGIN
  UPDATE kept_bytes SET bytes = bytes + coalesce(length(NEW.body), 0)
  WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id;
END;
CREATE TRIGGER answered_are_weighed_anew AFTER UPDATE OF body ON answered
BEGIN
  UPDATE kept_bytes SET bytes = bytes + coalesce(length(NEW.body), 0) - (coalesce(length(OLD.body), 0))
  WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id;
END;
CREATE TRIGGER answered_weigh_no_more AFTER DELETE ON answered
BEGIN
  UPDATE kept_bytes SET bytes = bytes - (coalesce(length(OLD.body), 0))
  WHERE tenant_id = OLD.tenant_id AND user_id = OLD.user_id;
END;

CREATE TRIGGER histories_are_weighed AFTER INSERT ON histories
BEGIN
  UPDATE kept_bytes SET bytes = bytes + length(NEW.body)
  WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id;
END;
CREATE TRIGGER histories_weigh_no_more AFTER DELETE ON histories
BEGIN
  UPDATE kept_bytes SET bytes = bytes - (length(OLD.body))
  WHERE tenant_id = OLD.tenant_id AND user_id = OLD.user_id;
END;

CREATE TRIGGER sources_are_weighed AFTER INSERT ON sources
BEGIN
  UPDATE kept_bytes SET bytes = bytes + length(NEW.url) + length(NEW.title) + length(NEW.preview)
  WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id;
END;
CREATE TRIGGER sources_are_weighed_anew AFTER UPDATE OF url, title, preview ON sources
BEGIN
  UPDATE kept_bytes SET bytes = bytes + length(NEW.url) + length(NEW.title) + length(NEW.preview) - (length(OLD.url) + length(OLD.title) + length(OLD.preview))
  WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id;
END;
CREATE TRIGGER sources_weigh_no_more AFTER DELETE ON sources
BEGIN
  UPDATE kept_bytes SET bytes = bytes - (length(OLD.url) + length(OLD.title) + length(OLD.preview))
  WHERE tenant_id = OLD.tenant_id AND user_id = OLD.user_id;
END;

CREATE TRIGGER captures_are_weighed AFTER INSERT ON captures
BEGIN
  UPDATE kept_bytes SET bytes = bytes + length(NEW.body)
  WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id;
END;
CREATE TRIGGER captures_are_weighed_anew AFTER UPDATE OF body ON captures
BEGIN
  UPDATE kept_bytes SET bytes = bytes + length(NEW.body) - (length(OLD.body))
  WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id;
END;
CREATE TRIGGER captures_weigh_no_more AFTER DELETE ON captures
BEGIN
  UPDATE kept_bytes SET bytes = bytes - (length(OLD.body))
  WHERE tenant_id = OLD.tenant_id AND user_id = OLD.user_id;
END;

CREATE TRIGGER artifacts_are_weighed AFTER INSERT ON artifacts
BEGIN
  UPDATE kept_bytes SET bytes = bytes + length(NEW.title) + length(NEW.tags)
  WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id;
END;
CREATE TRIGGER artifacts_are_weighed_anew AFTER UPDATE OF title, tags ON artifacts
BEGIN
  UPDATE kept_bytes SET bytes = bytes + length(NEW.title) + length(NEW.tags) - (length(OLD.title) + length(OLD.tags))
  WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id;
END;
CREATE TRIGGER artifacts_weigh_no_more AFTER DELETE ON artifacts
BEGIN
  UPDATE kept_bytes SET bytes = bytes - (length(OLD.title) + length(OLD.tags))
  WHERE tenant_id = OLD.tenant_id AND user_id = OLD.user_id;
END;

CREATE TRIGGER artifact_contents_are_weighed AFTER INSERT ON artifact_contents
BEGIN
  UPDATE kept_bytes SET bytes = bytes + length(NEW.body)
  WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id;
END;
CREATE TRIGGER artifact_contents_are_weighed_anew AFTER UPDATE OF body ON artifact_contents
BEGIN
  UPDATE kept_bytes SET bytes = bytes + length(NEW.body) - (length(OLD.body))
  WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id;
END;
CREATE TRIGGER artifact_contents_weigh_no_more AFTER DELETE ON artifact_contents
BEGIN
  UPDATE kept_bytes SET bytes = bytes - (length(OLD.body))
  WHERE tenant_id = OLD.tenant_id AND user_id = OLD.user_id;
END;

CREATE TRIGGER collections_are_weighed AFTER INSERT ON collections
BEGIN
  UPDATE kept_bytes SET bytes = bytes + length(NEW.title) + length(NEW.tags)
  WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id;
END;
CREATE TRIGGER collections_are_weighed_anew AFTER UPDATE OF title, tags ON collections
BEGIN
  UPDATE kept_bytes SET bytes = bytes + length(NEW.title) + length(NEW.tags) - (length(OLD.title) + length(OLD.tags))
  WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id;
END;
CREATE TRIGGER collections_weigh_no_more AFTER DELETE ON collections
BEGIN
  UPDATE kept_bytes SET bytes = bytes - (length(OLD.title) + length(OLD.tags))
  WHERE tenant_id = OLD.tenant_id AND user_id = OLD.user_id;
END;

CREATE TRIGGER preferences_are_weighed AFTER INSERT ON preferences
BEGIN
  UPDATE kept_bytes SET bytes = bytes + length(NEW.body)
  WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id;
END;
CREATE TRIGGER preferences_are_weighed_anew AFTER UPDATE OF body ON preferences
BEGIN
  UPDATE kept_bytes SET bytes = bytes + length(NEW.body) - (length(OLD.body))
  WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id;
END;
CREATE TRIGGER preferences_weigh_no_more AFTER DELETE ON preferences
BEGIN
  UPDATE kept_bytes SET bytes = bytes - (length(OLD.body))
  WHERE tenant_id = OLD.tenant_id AND user_id = OLD.user_id;
END;

CREATE TRIGGER debug_logs_are_weighed AFTER INSERT ON debug_logs
BEGIN
  UPDATE kept_bytes SET bytes = bytes + length(NEW.notes)
  WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id;
END;
CREATE TRIGGER debug_logs_weigh_no_more AFTER DELETE ON debug_logs
BEGIN
  UPDATE kept_bytes SET bytes = bytes - (length(OLD.notes))
  WHERE tenant_id = OLD.tenant_id AND user_id = OLD.user_id;
END;

-- What hangs on a conversation or a task. When that goes, they go after it, and nobody can tell any more whose
-- they were: so they are taken off before.

CREATE TRIGGER messages_are_weighed AFTER INSERT ON messages
BEGIN
  UPDATE kept_bytes SET bytes = bytes + length(NEW.content) + coalesce(length(NEW.dom_summary), 0) + coalesce(length(NEW.metadata), 0)
  WHERE (tenant_id, user_id) = (SELECT tenant_id, user_id FROM sessions WHERE pk = NEW.session_pk);
END;
CREATE TRIGGER messages_weigh_no_more AFTER DELETE ON messages
BEGIN
  UPDATE kept_bytes SET bytes = bytes - (length(OLD.content) + coalesce(length(OLD.dom_summary), 0) + coalesce(length(OLD.metadata), 0))
  WHERE (tenant_id, user_id) = (SELECT tenant_id, user_id FROM sessions WHERE pk = OLD.session_pk);
END;

CREATE TRIGGER session_memory_are_weighed AFTER INSERT ON session_memory
BEGIN
  UPDATE kept_bytes SET bytes = bytes + length(NEW.key) + length(NEW.value)
  WHERE (tenant_id, user_id) = (SELECT tenant_id, user_id FROM sessions WHERE pk = NEW.session_pk);
END;
CREATE TRIGGER session_memory_are_weighed_anew AFTER UPDATE OF value ON session_memory
BEGIN
  UPDATE kept_bytes SET bytes = bytes + length(NEW.key) + length(NEW.value) - (length(OLD.key) + length(OLD.value))
  WHERE (tenant_id, user_id) = (SELECT tenant_id, user_id FROM sessions WHERE pk = NEW.session_pk);
END;
CREATE TRIGGER session_memory_weigh_no_more AFTER DELETE ON session_memory
BEGIN
  UPDATE kept_bytes SET bytes = bytes - (length(OLD.key) + length(OLD.value))
  WHERE (tenant_id, user_id) = (SELECT tenant_id, user_id FROM sessions WHERE pk = OLD.session_pk);
END;

CREATE TRIGGER task_states_are_weighed AFTER INSERT ON task_states
BEGIN
  UPDATE kept_bytes SET bytes = bytes + length(NEW.body)
  WHERE (tenant_id, user_id) = (SELECT tenant_id, user_id FROM tasks WHERE pk = NEW.task_pk);
END;
CREATE TRIGGER task_states_are_weighed_anew AFTER UPDATE OF body ON task_states
BEGIN
  UPDATE kept_bytes SET bytes = bytes + length(NEW.body) - (length(OLD.body))
  WHERE (tenant_id, user_id) = (SELECT tenant_id, user_id FROM tasks WHERE pk = NEW.task_pk);
END;
CREATE TRIGGER task_states_weigh_no_more AFTER DELETE ON task_states
BEGIN
  UPDATE kept_bytes SET bytes = bytes - (length(OLD.body))
  WHERE (tenant_id, user_id) = (SELECT tenant_id, user_id FROM tasks WHERE pk = OLD.task_pk);
END;

CREATE TRIGGER steps_are_weighed AFTER INSERT ON steps
BEGIN
  UPDATE kept_bytes SET bytes = bytes + length(NEW.action) + length(NEW.body)
  WHERE (tenant_id, user_id) = (SELECT tenant_id, user_id FROM tasks WHERE pk = NEW.task_pk);
END;
CREATE TRIGGER steps_are_weighed_anew AFTER UPDATE OF body ON steps
BEGIN
  UPDATE kept_bytes SET bytes = bytes + length(NEW.action) + length(NEW.body) - (length(OLD.action) + length(OLD.body))
  WHERE (tenant_id, user_id) = (SELECT tenant_id, user_id FROM tasks WHERE pk = NEW.task_pk);
END;
CREATE TRIGGER steps_weigh_no_more AFTER DELETE ON steps
BEGIN
  UPDATE kept_bytes SET bytes = bytes - (length(OLD.action) + length(OLD.body))
  WHERE (tenant_id, user_id) = (SELECT tenant_id, user_id FROM tasks WHERE pk = OLD.task_pk);
END;

CREATE TRIGGER verification_records_are_weighed AFTER INSERT ON verification_records
BEGIN
  UPDATE kept_bytes SET bytes = bytes + length(NEW.reason) + length(NEW.evidence)
  WHERE (tenant_id, user_id) = (SELECT tenant_id, user_id FROM tasks WHERE pk = NEW.task_pk);
END;
CREATE TRIGGER verification_records_weigh_no_more AFTER DELETE ON verification_records
BEGIN
  UPDATE kept_bytes SET bytes = bytes - (length(OLD.reason) + length(OLD.evidence))
  WHERE (tenant_id, user_id) = (SELECT tenant_id, user_id FROM tasks WHERE pk = OLD.task_pk);
END;

CREATE TRIGGER snapshots_are_weighed AFTER INSERT ON snapshots
BEGIN
  UPDATE kept_bytes SET bytes = bytes + length(NEW.image)
  WHERE (tenant_id, user_id) = (SELECT tenant_id, user_id FROM tasks WHERE pk = NEW.task_pk);
END;
CREATE TRIGGER snapshots_are_weighed_anew AFTER UPDATE OF image ON snapshots
BEGIN
  UPDATE kept_bytes SET bytes = bytes + length(NEW.image) - (length(OLD.image))
  WHERE (tenant_id, user_id) = (SELECT tenant_id, user_id FROM tasks WHERE pk = NEW.task_pk);
END;
CREATE TRIGGER snapshots_weigh_no_more AFTER DELETE ON snapshots
BEGIN
  UPDATE kept_bytes SET bytes = bytes - (length(OLD.image))
  WHERE (tenant_id, user_id) = (SELECT tenant_id, user_id FROM tasks WHERE pk = OLD.task_pk);
END;

CREATE TRIGGER turn_records_are_weighed AFTER INSERT ON turn_records
BEGIN
  UPDATE kept_bytes SET bytes = bytes + length(NEW.body)
  WHERE (tenant_id, user_id) = (SELECT tenant_id, user_id FROM tasks WHERE pk = NEW.task_pk);
END;
CREATE TRIGGER turn_records_weigh_no_more AFTER DELETE ON turn_records
BEGIN
  UPDATE kept_bytes SET bytes = bytes - (length(OLD.body))
  WHERE (tenant_id, user_id) = (SELECT tenant_id, user_id FROM tasks WHERE pk = OLD.task_pk);
END;

CREATE TRIGGER correction_records_are_weighed AFTER INSERT ON correction_records
BEGIN
  UPDATE kept_bytes SET bytes = bytes + length(NEW.reason) + length(NEW.action)
  WHERE (tenant_id, user_id) = (SELECT tenant_id, user_id FROM tasks WHERE pk = NEW.task_pk);
END;
CREATE TRIGGER correction_records_weigh_no_more AFTER DELETE ON correction_records
BEGIN
  UPDATE kept_bytes SET bytes = bytes - (length(OLD.reason) + length(OLD.action))
  WHERE (tenant_id, user_id) = (SELECT tenant_id, user_id FROM tasks WHERE pk = OLD.task_pk);
END;

CREATE TRIGGER sessions_take_their_weight BEFORE DELETE ON sessions
BEGIN
  UPDATE kept_bytes SET bytes = bytes -
    (SELECT coalesce(sum(length(messages.content) + coalesce(length(messages.dom_summary), 0) + coalesce(length(messages.metadata), 0)), 0) FROM messages WHERE session_pk = OLD.pk) -
    (SELECT coalesce(sum(length(session_memory.key) + length(session_memory.value)), 0) FROM session_memory WHERE session_pk = OLD.pk)
  WHERE tenant_id = OLD.tenant_id AND user_id = OLD.user_id;
END;

CREATE TRIGGER tasks_take_their_weight BEFORE DELETE ON tasks
BEGIN
  UPDATE kept_bytes SET bytes = bytes -
    (SELECT coalesce(sum(length(task_states.body)), 0) FROM task_states WHERE task_pk = OLD.pk) -
    (SELECT coalesce(sum(length(steps.action) + length(steps.body)), 0) FROM steps WHERE task_pk = OLD.pk) -
    (SELECT coalesce(sum(length(verification_records.reason) + length(verification_records.evidence)), 0) FROM verification_records WHERE task_pk = OLD.pk) -
    (SELECT coalesce(sum(length(snapshots.image)), 0) FROM snapshots WHERE task_pk = OLD.pk) -
    (SELECT coalesce(sum(length(turn_records.body)), 0) FROM turn_records WHERE task_pk = OLD.pk) -
    (SELECT coalesce(sum(length(correction_records.reason) + length(correction_records.action)), 0) FROM correction_records WHERE task_pk = OLD.pk)
  WHERE tenant_id = OLD.tenant_id AND user_id = OLD.user_id;
END;

-- Pictures are put in the place of others without a deletion being told.
CREATE TRIGGER snapshots_make_room BEFORE INSERT ON snapshots
BEGIN
  DELETE FROM snapshots WHERE task_pk = NEW.task_pk AND step_index = NEW.step_index;
END;

-- What is there already.
INSERT INTO kept_bytes (tenant_id, user_id, bytes) SELECT tenant_id, id, 0 FROM users;
CREATE VIEW weights AS
  SELECT tenant_id, user_id, files.size + length(files.reading) AS size FROM files
  UNION ALL SELECT tenant_id, user_id, length(packets.packet_json) AS size FROM packets
  UNION ALL SELECT tenant_id, user_id, length(run_states.body) AS size FROM run_states
  UNION ALL SELECT tenant_id, user_id, coalesce(length(answered.body), 0) AS size FROM answered
  UNION ALL SELECT tenant_id, user_id, length(histories.body) AS size FROM histories
  UNION ALL SELECT tenant_id, user_id, length(sources.url) + length(sources.title) + length(sources.preview) AS size FROM sources
  UNION ALL SELECT tenant_id, user_id, length(captures.body) AS size FROM captures
  UNION ALL SELECT tenant_id, user_id, length(artifacts.title) + length(artifacts.tags) AS size FROM artifacts
  UNION ALL SELECT tenant_id, user_id, length(artifact_contents.body) AS size FROM artifact_contents
  UNION ALL SELECT tenant_id, user_id, length(collections.title) + length(collections.tags) AS size FROM collections
  UNION ALL SELECT tenant_id, user_id, length(preferences.body) AS size FROM preferences
  UNION ALL SELECT tenant_id, user_id, length(debug_logs.notes) AS size FROM debug_logs
  UNION ALL SELECT tenant_id, user_id, length(messages.content) + coalesce(length(messages.dom_summary), 0) + coalesce(length(messages.metadata), 0) FROM messages JOIN sessions ON sessions.pk = session_pk
  UNION ALL SELECT tenant_id, user_id, length(session_memory.key) + length(session_memory.value) FROM session_memory JOIN sessions ON sessions.pk = session_pk
  UNION ALL SELECT tenant_id, user_id, length(task_states.body) FROM task_states JOIN tasks ON tasks.pk = task_pk
  UNION ALL SELECT tenant_id, user_id, length(steps.action) + length(steps.body) FROM steps JOIN tasks ON tasks.pk = task_pk
  UNION ALL SELECT tenant_id, user_id, length(verification_records.reason) + length(verification_records.evidence) FROM verification_records JOIN tasks ON tasks.pk = task_pk
  UNION ALL SELECT tenant_id, user_id, length(snapshots.image) FROM snapshots JOIN tasks ON tasks.pk = task_pk
  UNION ALL SELECT tenant_id, user_id, length(turn_records.body) FROM turn_records JOIN tasks ON tasks.pk = task_pk
  UNION ALL SELECT tenant_id, user_id, length(correction_records.reason) + length(correction_records.action) FROM correction_records JOIN tasks ON tasks.pk = task_pk;
UPDATE kept_bytes SET bytes = coalesce((SELECT sum(size) FROM weights
  WHERE weights.tenant_id = kept_bytes.tenant_id AND weights.user_id = kept_bytes.user_id), 0);
