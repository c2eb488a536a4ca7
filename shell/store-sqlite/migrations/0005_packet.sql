-- What the packet surface keeps: conversations with their packets (spec 003, "Storing JSON
-- conversation in SQLite"), runs that wait for their client, collections of sources, artifacts.
--
-- 003 calls its tables `conversations` and `messages`. The second name is taken by what is said in
-- sessions, so ours are `conversations` and `packets`, with 003's columns: times in milliseconds as
-- everywhere here, and `packet_json` compressed where that pays. A packet comes redacted.
--
-- Ids are texts that clients, models and we choose, unique for their owner; an id of a packet is
-- unique in its conversation. Each row names its owner, and foreign keys hold it to the owner of
-- the row that it hangs on.
--
-- Triggers and checks hold the invariants: a packet never changes; requests never go back to an
-- earlier turn; a run has one holder at a time; a source has one capture, the latest that
-- succeeded; an artifact takes no step out of turn; nobody has more than the quotas.

CREATE TABLE conversations (
  pk           INTEGER PRIMARY KEY,
  tenant_id    BLOB NOT NULL,
  user_id      BLOB NOT NULL,
  id           TEXT NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
  title        TEXT NOT NULL CHECK (length(title) <= 200),
  origin       TEXT,
  packet_count INTEGER NOT NULL DEFAULT 0,
  latest_turn  INTEGER NOT NULL DEFAULT 0,
  created_ms   INTEGER NOT NULL,
  updated_ms   INTEGER NOT NULL,
  UNIQUE (tenant_id, user_id, id),
  UNIQUE (tenant_id, user_id, pk),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
) STRICT;
CREATE INDEX conversations_by_change ON conversations (tenant_id, user_id, updated_ms);
CREATE INDEX conversations_by_age ON conversations (updated_ms);

CREATE TRIGGER conversations_stay_as_begun
BEFORE UPDATE OF pk, tenant_id, user_id, id, title, origin, created_ms ON conversations
BEGIN SELECT RAISE(ABORT, 'a conversation keeps its owner and title'); END;

-- `title` is the conversation's, in its first packet alone, so that one index finds both.
CREATE TABLE packets (
  pk                     INTEGER PRIMARY KEY,
  tenant_id              BLOB NOT NULL,
  user_id                BLOB NOT NULL,
  conversation_pk        INTEGER NOT NULL,
  id                     TEXT NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
  turn                   INTEGER NOT NULL CHECK (turn BETWEEN 0 AND 4294967295),
  created_ms             INTEGER NOT NULL,
  sender_role            TEXT NOT NULL CHECK (sender_role IN ('user', 'agent', 'assistant', 'tool')),
  packet_type            TEXT NOT NULL CHECK (packet_type IN ('request', 'response', 'tool')),
  in_reply_to_request_id TEXT,
  model_id               TEXT,
  title                  TEXT,
  preview                TEXT NOT NULL CHECK (length(preview) <= 1000),
  packet_json            BLOB NOT NULL,
  owner                  TEXT GENERATED ALWAYS AS (lower(hex(tenant_id) || hex(user_id))) VIRTUAL,
  UNIQUE (conversation_pk, id),
  FOREIGN KEY (tenant_id, user_id, conversation_pk)
    REFERENCES conversations (tenant_id, user_id, pk) ON DELETE CASCADE
) STRICT;
CREATE INDEX packets_by_turn ON packets (conversation_pk, turn, pk);

-- Who asks again while an answer is on its way has it come late: an answer may be of any turn that
-- is there.
CREATE TRIGGER packets_never_run_back BEFORE INSERT ON packets
WHEN NEW.turn < (SELECT latest_turn FROM conversations WHERE pk = NEW.conversation_pk)
 AND (NEW.packet_type = 'request'
      OR NOT EXISTS (SELECT 1 FROM packets
                     WHERE conversation_pk = NEW.conversation_pk AND turn = NEW.turn))
BEGIN SELECT RAISE(ABORT, 'turns of a conversation never run back'); END;

CREATE TRIGGER packets_are_counted AFTER INSERT ON packets
BEGIN
  UPDATE conversations SET packet_count = packet_count + 1, latest_turn = max(latest_turn, NEW.turn)
  WHERE pk = NEW.conversation_pk;
END;

CREATE TRIGGER packets_stay_as_sent BEFORE UPDATE ON packets
BEGIN SELECT RAISE(ABORT, 'a packet never changes'); END;

CREATE TRIGGER packets_go_with_their_conversation BEFORE DELETE ON packets
WHEN EXISTS (SELECT 1 FROM conversations WHERE pk = OLD.conversation_pk)
BEGIN SELECT RAISE(ABORT, 'a packet is deleted with its conversation only'); END;

-- The words by which packets are found. The owner is a word of its own that every search names, so
-- that the index is entered at one owner's rows. What is deleted leaves no word behind.
CREATE VIRTUAL TABLE packet_words USING fts5 (
  owner, title, preview,
  content = 'packets', content_rowid = 'pk',
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
INSERT INTO packet_words (packet_words, rank) VALUES ('secure-delete', 1);

CREATE TRIGGER packets_are_indexed AFTER INSERT ON packets
BEGIN
  INSERT INTO packet_words (rowid, owner, title, preview)
  VALUES (NEW.pk, NEW.owner, NEW.title, NEW.preview);
END;

CREATE TRIGGER packets_leave_the_index AFTER DELETE ON packets
BEGIN
  INSERT INTO packet_words (packet_words, rowid, owner, title, preview)
  VALUES ('delete', OLD.pk, OLD.owner, OLD.title, OLD.preview);
END;

-- Runs that wait for their client, and what may be done once. A claim is free while it has no end; its number grows each time
-- that the run is taken, so that who lost it can no longer save.

CREATE TABLE runs (
  pk               INTEGER PRIMARY KEY,
  tenant_id        BLOB NOT NULL,
  user_id          BLOB NOT NULL,
  id               TEXT NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
  conversation_id  TEXT NOT NULL CHECK (length(conversation_id) BETWEEN 1 AND 128),
  claim            INTEGER NOT NULL DEFAULT 0,
  claimed_until_ms INTEGER,
  expires_ms       INTEGER NOT NULL,
  UNIQUE (tenant_id, user_id, id),
  UNIQUE (tenant_id, user_id, pk),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
) STRICT;
CREATE INDEX runs_by_conversation ON runs (tenant_id, user_id, conversation_id);
CREATE INDEX runs_by_expiry ON runs (expires_ms);
CREATE INDEX runs_claimed ON runs (claimed_until_ms) WHERE claimed_until_ms IS NOT NULL;

CREATE TRIGGER runs_keep_their_place
BEFORE UPDATE OF pk, tenant_id, user_id, id, conversation_id ON runs
BEGIN SELECT RAISE(ABORT, 'a run keeps its owner and conversation'); END;

CREATE TRIGGER runs_are_claimed_anew BEFORE UPDATE OF claim ON runs
WHEN NEW.claim <= OLD.claim
BEGIN SELECT RAISE(ABORT, 'a claim is never given twice'); END;

-- The state is apart from the row, so that a claim does not rewrite megabytes.
CREATE TABLE run_states (
  run_pk    INTEGER PRIMARY KEY,
  tenant_id BLOB NOT NULL,
  user_id   BLOB NOT NULL,
  body      BLOB NOT NULL CHECK (length(body) <= 33554432),
  FOREIGN KEY (tenant_id, user_id, run_pk)
    REFERENCES runs (tenant_id, user_id, pk) ON DELETE CASCADE
) STRICT;

-- An approval is used up by the row itself: a second use meets the key.
CREATE TABLE used_approvals (
  tenant_id   BLOB NOT NULL,
  user_id     BLOB NOT NULL,
  fingerprint TEXT NOT NULL CHECK (length(fingerprint) BETWEEN 1 AND 256),
  used_ms     INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, user_id, fingerprint),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX used_approvals_by_age ON used_approvals (used_ms);

CREATE TRIGGER used_approvals_stay BEFORE UPDATE ON used_approvals
BEGIN SELECT RAISE(ABORT, 'a used approval never changes'); END;

-- Requests that were answered, or are being answered while there is no body: the same request gets
-- the same answer, and no model is asked again.
CREATE TABLE answered (
  pk              INTEGER PRIMARY KEY,
  tenant_id       BLOB NOT NULL,
  user_id         BLOB NOT NULL,
  conversation_id TEXT NOT NULL CHECK (length(conversation_id) BETWEEN 1 AND 128),
  request_id      TEXT NOT NULL CHECK (length(request_id) BETWEEN 1 AND 128),
  digest          BLOB NOT NULL CHECK (length(digest) = 32),
  expires_ms      INTEGER NOT NULL,
  body            BLOB,
  UNIQUE (tenant_id, user_id, conversation_id, request_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
) STRICT;
CREATE INDEX answered_by_expiry ON answered (expires_ms);
CREATE INDEX answered_open ON answered (expires_ms) WHERE body IS NULL;

CREATE TRIGGER answered_stay_as_sent BEFORE UPDATE ON answered
WHEN OLD.body IS NOT NULL OR NEW.digest IS NOT OLD.digest
BEGIN SELECT RAISE(ABORT, 'an answer never changes'); END;

-- Collections of sources.

CREATE TABLE collections (
  pk           INTEGER PRIMARY KEY,
  tenant_id    BLOB NOT NULL,
  user_id      BLOB NOT NULL,
  id           TEXT NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
  title        TEXT NOT NULL,
  tags         TEXT NOT NULL CHECK (json_valid(tags)),
  source_count INTEGER NOT NULL DEFAULT 0 CHECK (source_count BETWEEN 0 AND 500),
  created_ms   INTEGER NOT NULL,
  updated_ms   INTEGER NOT NULL,
  UNIQUE (tenant_id, user_id, id),
  UNIQUE (tenant_id, user_id, pk),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
) STRICT;
CREATE INDEX collections_by_change ON collections (tenant_id, user_id, updated_ms);

CREATE TRIGGER collections_are_so_many BEFORE INSERT ON collections
WHEN (SELECT count(*) FROM collections
      WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id) >= 200
BEGIN SELECT RAISE(ABORT, 'a user has 200 collections at most'); END;

CREATE TRIGGER collections_keep_their_place
BEFORE UPDATE OF pk, tenant_id, user_id, id, created_ms ON collections
BEGIN SELECT RAISE(ABORT, 'a collection keeps its owner'); END;

CREATE TABLE sources (
  pk                 INTEGER PRIMARY KEY,
  tenant_id          BLOB NOT NULL,
  user_id            BLOB NOT NULL,
  collection_pk      INTEGER NOT NULL,
  id                 TEXT NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
  kind               TEXT NOT NULL CHECK (kind IN ('url', 'note')),
  url                TEXT NOT NULL CHECK ((url = '') = (kind = 'note')),
  normalized_url     TEXT NOT NULL CHECK ((normalized_url = '') = (kind = 'note')),
  title              TEXT NOT NULL,
  capture_status     TEXT NOT NULL DEFAULT 'pending'
                     CHECK (capture_status IN ('pending', 'captured', 'failed')),
  capture_error      TEXT CHECK ((capture_error IS NULL) = (capture_status <> 'failed')),
  capture_version    INTEGER NOT NULL DEFAULT 0
                     CHECK (capture_version > 0 OR capture_status <> 'captured'),
  content_hash       TEXT CHECK ((content_hash IS NULL) = (capture_version = 0)),
  captured_ms        INTEGER CHECK ((captured_ms IS NULL) = (capture_version = 0)),
  published          TEXT,
  characters         INTEGER NOT NULL DEFAULT 0 CHECK (characters BETWEEN 0 AND 200000),
  preview            TEXT NOT NULL DEFAULT '' CHECK (length(preview) <= 1000),
  capturing_until_ms INTEGER,
  created_ms         INTEGER NOT NULL,
  updated_ms         INTEGER NOT NULL,
  UNIQUE (tenant_id, user_id, id),
  UNIQUE (tenant_id, user_id, pk),
  FOREIGN KEY (tenant_id, user_id, collection_pk)
    REFERENCES collections (tenant_id, user_id, pk) ON DELETE CASCADE
) STRICT;
CREATE INDEX sources_by_collection ON sources (collection_pk, pk);
CREATE UNIQUE INDEX sources_once ON sources (collection_pk, normalized_url) WHERE kind = 'url';

CREATE TRIGGER sources_keep_their_place
BEFORE UPDATE OF pk, tenant_id, user_id, collection_pk, id, kind, url, normalized_url, created_ms
ON sources
BEGIN SELECT RAISE(ABORT, 'a source keeps its collection and address'); END;

CREATE TRIGGER sources_count_their_captures BEFORE UPDATE OF capture_version ON sources
WHEN NEW.capture_version NOT IN (OLD.capture_version, OLD.capture_version + 1)
BEGIN SELECT RAISE(ABORT, 'captures are counted one by one'); END;

CREATE TRIGGER sources_are_counted AFTER INSERT ON sources
BEGIN
  UPDATE collections SET source_count = source_count + 1 WHERE pk = NEW.collection_pk;
END;

CREATE TRIGGER sources_are_counted_off AFTER DELETE ON sources
BEGIN
  UPDATE collections SET source_count = source_count - 1 WHERE pk = OLD.collection_pk;
END;

-- One for each source: the latest that succeeded, whatever came of later ones.
CREATE TABLE captures (
  source_pk INTEGER PRIMARY KEY,
  tenant_id BLOB NOT NULL,
  user_id   BLOB NOT NULL,
  version   INTEGER NOT NULL CHECK (version > 0),
  body      BLOB NOT NULL,
  FOREIGN KEY (tenant_id, user_id, source_pk)
    REFERENCES sources (tenant_id, user_id, pk) ON DELETE CASCADE
) STRICT;

CREATE TRIGGER captures_are_the_latest BEFORE INSERT ON captures
WHEN NEW.version IS NOT (SELECT capture_version FROM sources WHERE pk = NEW.source_pk)
BEGIN SELECT RAISE(ABORT, 'a capture is the latest of its source'); END;

CREATE TRIGGER captures_are_replaced_by_later_ones BEFORE UPDATE ON captures
WHEN NEW.version IS NOT (SELECT capture_version FROM sources WHERE pk = NEW.source_pk)
  OR NEW.version <= OLD.version
BEGIN SELECT RAISE(ABORT, 'a capture is replaced by a later one only'); END;

-- Artifacts. What they say is apart from the row, so that lists do not read it.

CREATE TABLE artifacts (
  pk            INTEGER PRIMARY KEY,
  tenant_id     BLOB NOT NULL,
  user_id       BLOB NOT NULL,
  id            TEXT NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
  collection_pk INTEGER REFERENCES collections (pk) ON DELETE SET NULL,
  kind          TEXT NOT NULL,
  title         TEXT NOT NULL,
  tags          TEXT NOT NULL CHECK (json_valid(tags)),
  status        TEXT NOT NULL
                CHECK (status IN ('pending', 'running', 'completed', 'failed', 'cancelled')),
  error         TEXT CHECK ((error IS NULL) = (status <> 'failed')),
  dedupe_key    TEXT,
  created_ms    INTEGER NOT NULL,
  updated_ms    INTEGER NOT NULL,
  UNIQUE (tenant_id, user_id, id),
  UNIQUE (tenant_id, user_id, pk),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
) STRICT;
CREATE INDEX artifacts_by_age ON artifacts (tenant_id, user_id, created_ms);
CREATE INDEX artifacts_by_collection ON artifacts (collection_pk, created_ms);
CREATE INDEX artifacts_pending ON artifacts (created_ms) WHERE status = 'pending';
CREATE INDEX artifacts_running ON artifacts (updated_ms) WHERE status = 'running';
CREATE UNIQUE INDEX artifacts_once ON artifacts (tenant_id, user_id, dedupe_key)
  WHERE dedupe_key IS NOT NULL;

CREATE TRIGGER artifacts_are_so_many BEFORE INSERT ON artifacts
WHEN (SELECT count(*) FROM artifacts
      WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id) >= 2000
BEGIN SELECT RAISE(ABORT, 'a user has 2000 artifacts at most'); END;

CREATE TRIGGER artifacts_begin_pending_or_whole BEFORE INSERT ON artifacts
WHEN NEW.status NOT IN ('pending', 'completed')
BEGIN SELECT RAISE(ABORT, 'an artifact begins pending or completed'); END;

CREATE TRIGGER artifacts_are_of_their_owners_collection BEFORE INSERT ON artifacts
WHEN NEW.collection_pk IS NOT NULL
 AND NOT EXISTS (SELECT 1 FROM collections WHERE pk = NEW.collection_pk
                   AND tenant_id = NEW.tenant_id AND user_id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'an artifact is made of its owner''s collection'); END;

CREATE TRIGGER artifacts_keep_their_place
BEFORE UPDATE OF pk, tenant_id, user_id, id, kind, dedupe_key, created_ms ON artifacts
BEGIN SELECT RAISE(ABORT, 'an artifact keeps its owner and key'); END;

CREATE TRIGGER artifacts_lose_their_collection_only BEFORE UPDATE OF collection_pk ON artifacts
WHEN NEW.collection_pk IS NOT NULL AND NEW.collection_pk IS NOT OLD.collection_pk
BEGIN SELECT RAISE(ABORT, 'an artifact is made of one collection'); END;

CREATE TRIGGER artifacts_follow_their_path BEFORE UPDATE OF status ON artifacts
WHEN NOT ((OLD.status = 'pending' AND NEW.status IN ('running', 'cancelled'))
   OR (OLD.status = 'running' AND NEW.status IN ('completed', 'failed', 'cancelled', 'pending'))
   OR (OLD.status IN ('failed', 'cancelled') AND NEW.status = 'pending'))
BEGIN SELECT RAISE(ABORT, 'an artifact takes no step out of turn'); END;

CREATE TABLE artifact_contents (
  artifact_pk INTEGER PRIMARY KEY,
  tenant_id   BLOB NOT NULL,
  user_id     BLOB NOT NULL,
  body        BLOB NOT NULL,
  FOREIGN KEY (tenant_id, user_id, artifact_pk)
    REFERENCES artifacts (tenant_id, user_id, pk) ON DELETE CASCADE
) STRICT;

CREATE TRIGGER artifact_contents_stay_once_whole BEFORE UPDATE ON artifact_contents
WHEN (SELECT status FROM artifacts WHERE pk = OLD.artifact_pk) = 'completed'
BEGIN SELECT RAISE(ABORT, 'a completed artifact never changes'); END;
