-- Who watches a run that a worker holds, and whether a person had its page to themselves since it was last begun. What they
-- saw and what they did there is kept nowhere.

ALTER TABLE queued_runs ADD COLUMN watch BLOB CHECK (length(watch) = 16);
ALTER TABLE queued_runs ADD COLUMN watch_until_ms INTEGER;
ALTER TABLE queued_runs ADD COLUMN touched_ms INTEGER;
