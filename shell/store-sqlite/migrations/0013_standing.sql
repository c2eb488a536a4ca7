-- A conversation stands as its tasks do: active while one is under way, then as the last came out. One that was put
-- away stays so.

CREATE TRIGGER sessions_are_active_with_a_new_task AFTER INSERT ON tasks
BEGIN
  UPDATE sessions SET status = 'active' WHERE pk = NEW.session_pk AND status <> 'archived';
END;

CREATE TRIGGER sessions_stand_as_their_tasks AFTER UPDATE OF status ON tasks
WHEN OLD.status <> NEW.status
BEGIN
  UPDATE sessions SET status = iif(
    EXISTS (SELECT 1 FROM tasks WHERE session_pk = NEW.session_pk
            AND status NOT IN ('completed', 'failed', 'interrupted')),
    'active',
    (SELECT status FROM tasks WHERE session_pk = NEW.session_pk ORDER BY created_ms DESC, pk DESC LIMIT 1))
  WHERE pk = NEW.session_pk AND status <> 'archived';
END;

UPDATE sessions SET status =
  (SELECT status FROM tasks WHERE session_pk = sessions.pk ORDER BY created_ms DESC, pk DESC LIMIT 1)
WHERE status = 'active'
  AND EXISTS (SELECT 1 FROM tasks WHERE session_pk = sessions.pk)
  AND NOT EXISTS (SELECT 1 FROM tasks WHERE session_pk = sessions.pk
                  AND tasks.status NOT IN ('completed', 'failed', 'interrupted'));

-- Whose task learned a fix first, so that it goes with them. The tenant uses it all the same.
ALTER TABLE skills ADD COLUMN user_id BLOB CHECK (length(user_id) = 16);

CREATE INDEX tasks_by_owner ON tasks (tenant_id, user_id, created_ms);

-- Every clause of a task was seen to be done. Nothing where it claims nothing, and of those that ended before this was kept.
ALTER TABLE tasks ADD COLUMN verified INTEGER CHECK (verified IN (0, 1));
