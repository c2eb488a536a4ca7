-- Leases on tabs of a person's own browser. All of one is sealed; beside it stands what the database keeps to by itself:
-- of two leases on one tab of one browser, one is open.

CREATE TABLE tab_leases (
  pk         INTEGER PRIMARY KEY,
  tenant_id  BLOB NOT NULL,
  user_id    BLOB NOT NULL,
  id         BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
  state      TEXT NOT NULL CHECK (state IN ('asked', 'open', 'paused', 'ended')),
  holder     BLOB CHECK (length(holder) = 16),
  tab        INTEGER,
  created_ms INTEGER NOT NULL,
  sealed     BLOB NOT NULL,
  UNIQUE (tenant_id, user_id, pk),
  CHECK ((holder IS NOT NULL) = (state IN ('open', 'paused'))),
  CHECK ((holder IS NULL) = (tab IS NULL)),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
) STRICT;
CREATE UNIQUE INDEX tab_leases_tab ON tab_leases (tenant_id, user_id, holder, tab) WHERE holder IS NOT NULL;
