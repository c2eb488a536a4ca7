-- The schema as it stood when PostgreSQL came: what the migrations of SQLite come to, table by table. What each table
-- is for, and why, is said there. Texts are compared by their bytes, as there.
--
-- Triggers and checks hold the invariants, so that no code path can break them; who reads before they write holds a lock.

-- Words that the statements of the port use and that PostgreSQL lacks.

CREATE FUNCTION max(BIGINT, BIGINT) RETURNS BIGINT LANGUAGE sql IMMUTABLE
  AS $$ SELECT CASE WHEN $1 > $2 THEN $1 ELSE $2 END $$;
CREATE FUNCTION min(BIGINT, BIGINT) RETURNS BIGINT LANGUAGE sql IMMUTABLE
  AS $$ SELECT CASE WHEN $1 < $2 THEN $1 ELSE $2 END $$;
CREATE FUNCTION iif(BOOLEAN, ANYELEMENT, ANYELEMENT) RETURNS ANYELEMENT LANGUAGE sql IMMUTABLE
  AS $$ SELECT CASE WHEN $1 THEN $2 ELSE $3 END $$;
CREATE FUNCTION hex(BYTEA) RETURNS TEXT LANGUAGE sql IMMUTABLE
  AS $$ SELECT upper(encode($1, 'hex')) $$;
CREATE FUNCTION instr(TEXT, TEXT) RETURNS INTEGER LANGUAGE sql IMMUTABLE
  AS $$ SELECT strpos($1, $2) $$;
CREATE FUNCTION json_each(TEXT, OUT value TEXT) RETURNS SETOF TEXT LANGUAGE sql IMMUTABLE
  AS $$ SELECT json_array_elements_text($1::json) $$;
-- What is no JSON is an error here, which refuses it as well.
CREATE FUNCTION json_valid(TEXT) RETURNS BOOLEAN LANGUAGE sql IMMUTABLE
  AS $$ SELECT CASE WHEN $1 IS NULL THEN NULL ELSE $1::json IS NOT NULL END $$;
-- JSON may hold a sign that no text of PostgreSQL's can.
CREATE FUNCTION json_text(TEXT, TEXT) RETURNS TEXT LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN $1::json ->> $2;
EXCEPTION WHEN untranslatable_character THEN
  RETURN NULL;
END $$;
CREATE OPERATOR ->> (LEFTARG = TEXT, RIGHTARG = TEXT, FUNCTION = json_text);

-- Full text: words without accents, in small letters. Whose they are is a word of its own that every search names, so
-- that the index is entered at one owner's rows.

CREATE FUNCTION plain_words(TEXT) RETURNS TEXT[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(word), '{}') FROM regexp_split_to_table(
    regexp_replace(lower(normalize($1, NFKD) COLLATE "und-x-icu"), '[\u0300-\u036f]+', '', 'g'),
    '[^[:alnum:]]+') word
  WHERE word <> '' AND octet_length(word) < 2000
$$;
CREATE FUNCTION words_of_packet(BYTEA, BYTEA, TEXT, TEXT) RETURNS TSVECTOR LANGUAGE sql IMMUTABLE
  SET search_path FROM CURRENT AS $$
  SELECT array_to_tsvector(array_append(plain_words(coalesce($3, '') || ' ' || $4), '=' || encode($1 || $2, 'hex')))
$$;
-- All of the words, of the last one a beginning.
CREATE FUNCTION words_asked(BYTEA, BYTEA, TEXT) RETURNS TSQUERY LANGUAGE sql IMMUTABLE
  SET search_path FROM CURRENT AS $$
  SELECT (string_agg(quote_literal(word), ' & ') || ':* & ' || quote_literal('=' || encode($1 || $2, 'hex')))::tsquery
  FROM unnest(plain_words($3)) word
$$;
-- Terms as we cut them, each with its places; and whose they are, and of which source.
CREATE FUNCTION terms_of_chunk(BIGINT, TEXT, TEXT, TEXT) RETURNS TSVECTOR LANGUAGE sql IMMUTABLE AS $$
  SELECT array_to_tsvector(ARRAY['=t' || ($1 >> 32), '=' || $2]) || coalesce(string_agg(
    '''' || replace(replace(term, '\', '\\'), '''', '''''') || ''':' || least(place, 16383), ' '), '')::tsvector
  FROM unnest(string_to_array($3 || ' ' || $4, ' ')) WITH ORDINALITY AS cut (term, place)
  WHERE term <> '' AND octet_length(term) < 2000
$$;

-- What must never happen, in the words of the trigger.
CREATE FUNCTION refuse() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = TG_ARGV[0];
END $$;

-- Tables.

CREATE TABLE tenants (
  id         BYTEA PRIMARY KEY CHECK (length(id) = 16),
  name       TEXT COLLATE "C" NOT NULL UNIQUE,
  created_ms BIGINT NOT NULL
);

CREATE TABLE users (
  id            BYTEA PRIMARY KEY CHECK (length(id) = 16),
  tenant_id     BYTEA NOT NULL REFERENCES tenants (id) DEFERRABLE,
  email         TEXT COLLATE "C" NOT NULL UNIQUE,
  name          TEXT COLLATE "C" NOT NULL,
  password_hash TEXT COLLATE "C" NOT NULL,
  created_ms    BIGINT NOT NULL,
  disabled_ms BIGINT,
  UNIQUE (tenant_id, id)
);

CREATE TABLE tokens (
  hash       BYTEA PRIMARY KEY CHECK (length(hash) = 32),
  user_id    BYTEA NOT NULL REFERENCES users (id) ON DELETE CASCADE DEFERRABLE,
  created_ms BIGINT NOT NULL,
  expires_ms BIGINT NOT NULL,
  revoked_ms BIGINT,
  used_ms BIGINT NOT NULL DEFAULT 0,
  idle_ms BIGINT NOT NULL DEFAULT 604800000,
  network TEXT COLLATE "C" NOT NULL DEFAULT '',
  client TEXT COLLATE "C" NOT NULL DEFAULT '',
  publishable BOOLEAN NOT NULL DEFAULT FALSE
);

CREATE TABLE preferences (
  tenant_id BYTEA NOT NULL,
  user_id   BYTEA NOT NULL,
  body      TEXT COLLATE "C" NOT NULL CHECK (json_valid(body)),
  saved_ms  BIGINT NOT NULL,
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE DEFERRABLE
);

CREATE TABLE rate_windows (
  key      TEXT COLLATE "C" PRIMARY KEY,
  count    BIGINT NOT NULL CHECK (count > 0),
  reset_ms BIGINT NOT NULL
);

CREATE TABLE sessions (
  pk              BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  tenant_id       BYTEA NOT NULL,
  user_id         BYTEA NOT NULL,
  id              BYTEA NOT NULL CHECK (length(id) = 16),
  url             TEXT COLLATE "C" NOT NULL,
  domain          TEXT COLLATE "C" NOT NULL,
  title           TEXT COLLATE "C" NOT NULL,
  renamed         BOOLEAN NOT NULL DEFAULT FALSE,
  tab             BIGINT,
  status          TEXT COLLATE "C" NOT NULL DEFAULT 'active'
                  CHECK (status IN ('active', 'completed', 'failed', 'interrupted', 'archived')),
  initial_url     TEXT COLLATE "C" NOT NULL,
  initial_domain  TEXT COLLATE "C" NOT NULL,
  initial_query   TEXT COLLATE "C",
  message_count   BIGINT NOT NULL DEFAULT 0,
  last_message_ms BIGINT NOT NULL DEFAULT 0,
  created_ms      BIGINT NOT NULL,
  updated_ms      BIGINT NOT NULL,
  UNIQUE (tenant_id, user_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) DEFERRABLE
);

CREATE TABLE messages (
  session_pk  BIGINT NOT NULL REFERENCES sessions (pk) ON DELETE CASCADE DEFERRABLE,
  sequence    BIGINT NOT NULL,
  id          BYTEA NOT NULL CHECK (length(id) = 16),
  role        TEXT COLLATE "C" NOT NULL CHECK (role IN ('user', 'assistant', 'system')),
  content     TEXT COLLATE "C" NOT NULL,
  action      TEXT COLLATE "C",
  status      TEXT COLLATE "C" CHECK (status IN ('pending', 'success', 'failure')),
  error       TEXT COLLATE "C",
  dom_summary TEXT COLLATE "C" CHECK (length(dom_summary) <= 200),
  metadata    TEXT COLLATE "C" CHECK (json_valid(metadata)),
  at_ms       BIGINT NOT NULL,
  task_id BYTEA CHECK (length(task_id) = 16),
  PRIMARY KEY (session_pk, sequence)
);

CREATE TABLE tasks (
  pk             BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  id             BYTEA NOT NULL UNIQUE CHECK (length(id) = 16),
  tenant_id      BYTEA NOT NULL,
  user_id        BYTEA NOT NULL,
  session_pk     BIGINT NOT NULL REFERENCES sessions (pk) ON DELETE CASCADE DEFERRABLE,
  query          TEXT COLLATE "C" NOT NULL,
  status         TEXT COLLATE "C" NOT NULL CHECK (status IN ('active', 'planning', 'executing', 'verifying',
                   'correcting', 'awaiting_user', 'completed', 'failed', 'interrupted')),
  url            TEXT COLLATE "C" NOT NULL,
  result         TEXT COLLATE "C",
  step_count     BIGINT NOT NULL DEFAULT 0 CHECK (step_count BETWEEN 0 AND 50),
  turn_count     BIGINT NOT NULL DEFAULT 0,
  lease_id       BYTEA CHECK (length(lease_id) = 16),
  lease_until_ms BIGINT CHECK ((lease_id IS NULL) = (lease_until_ms IS NULL)),
  created_ms     BIGINT NOT NULL,
  updated_ms     BIGINT NOT NULL,
  verified BOOLEAN,
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) DEFERRABLE
);

CREATE TABLE task_states (
  task_pk BIGINT PRIMARY KEY REFERENCES tasks (pk) ON DELETE CASCADE DEFERRABLE,
  body    BYTEA NOT NULL
);

CREATE TABLE task_statuses (
  pk      BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  task_pk BIGINT NOT NULL REFERENCES tasks (pk) ON DELETE CASCADE DEFERRABLE,
  status  TEXT COLLATE "C" NOT NULL,
  at_ms   BIGINT NOT NULL
);

CREATE TABLE steps (
  task_pk     BIGINT NOT NULL REFERENCES tasks (pk) ON DELETE CASCADE DEFERRABLE,
  step_index  BIGINT NOT NULL CHECK (step_index BETWEEN 0 AND 49),
  action      TEXT COLLATE "C" NOT NULL,
  outstanding BOOLEAN NOT NULL,
  body        BYTEA NOT NULL,
  at_ms       BIGINT NOT NULL,
  turn BIGINT,
  PRIMARY KEY (task_pk, step_index)
);

CREATE TABLE verification_records (
  task_pk    BIGINT NOT NULL,
  step_index BIGINT NOT NULL,
  met        BOOLEAN NOT NULL,
  confidence DOUBLE PRECISION NOT NULL,
  tier       BIGINT NOT NULL,
  reason     TEXT COLLATE "C" NOT NULL,
  evidence   TEXT COLLATE "C" NOT NULL CHECK (json_valid(evidence)),
  at_ms      BIGINT NOT NULL,
  PRIMARY KEY (task_pk, step_index),
  FOREIGN KEY (task_pk, step_index) REFERENCES steps (task_pk, step_index) ON DELETE CASCADE DEFERRABLE
);

CREATE TABLE approvals (
  task_pk     BIGINT NOT NULL,
  fingerprint TEXT COLLATE "C" NOT NULL,
  step_index  BIGINT NOT NULL,
  reason      TEXT COLLATE "C" NOT NULL,
  action      TEXT COLLATE "C" NOT NULL,
  origin      TEXT COLLATE "C" NOT NULL,
  text        TEXT COLLATE "C" NOT NULL,
  at_ms       BIGINT NOT NULL,
  PRIMARY KEY (task_pk, fingerprint),
  FOREIGN KEY (task_pk, step_index) REFERENCES steps (task_pk, step_index) ON DELETE CASCADE DEFERRABLE
);

CREATE TABLE snapshots (
  task_pk    BIGINT NOT NULL REFERENCES tasks (pk) ON DELETE CASCADE DEFERRABLE,
  step_index BIGINT NOT NULL,
  mime       TEXT COLLATE "C" NOT NULL,
  image      BYTEA NOT NULL CHECK (length(image) <= 2000000),
  at_ms      BIGINT NOT NULL,
  PRIMARY KEY (task_pk, step_index)
);

CREATE TABLE turn_records (
  task_pk BIGINT NOT NULL REFERENCES tasks (pk) ON DELETE CASCADE DEFERRABLE,
  turn    BIGINT NOT NULL,
  body    BYTEA NOT NULL,
  at_ms   BIGINT NOT NULL,
  round TEXT COLLATE "C" NOT NULL DEFAULT 'null' CHECK (json_valid(round)),
  PRIMARY KEY (task_pk, turn)
);

CREATE TABLE model_usage (
  pk                BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  tenant_id         BYTEA NOT NULL,
  user_id           BYTEA NOT NULL,
  task_id           BYTEA NOT NULL,
  proposer          TEXT COLLATE "C" NOT NULL,
  prompt_tokens     BIGINT NOT NULL,
  completion_tokens BIGINT NOT NULL,
  duration_ms       BIGINT NOT NULL,
  succeeded         BOOLEAN NOT NULL,
  at_ms             BIGINT NOT NULL,
  topic TEXT COLLATE "C" NOT NULL DEFAULT '',
  micros BIGINT NOT NULL DEFAULT 0,
  turn BIGINT,
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) DEFERRABLE
);

CREATE TABLE correction_records (
  pk          BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  task_pk     BIGINT NOT NULL REFERENCES tasks (pk) ON DELETE CASCADE DEFERRABLE,
  step_index  BIGINT NOT NULL,
  failed_step BIGINT NOT NULL,
  strategy    TEXT COLLATE "C" NOT NULL,
  reason      TEXT COLLATE "C" NOT NULL,
  action      TEXT COLLATE "C" NOT NULL,
  at_ms       BIGINT NOT NULL
);

CREATE TABLE skills (
  pk        BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  tenant_id BYTEA NOT NULL REFERENCES tenants (id) DEFERRABLE,
  domain    TEXT COLLATE "C" NOT NULL,
  goal      TEXT COLLATE "C" NOT NULL,
  failed    TEXT COLLATE "C" NOT NULL,
  fix       TEXT COLLATE "C" NOT NULL,
  tries     BIGINT NOT NULL CHECK (tries > 0),
  wins      BIGINT NOT NULL CHECK (wins BETWEEN 0 AND tries),
  used_ms   BIGINT NOT NULL,
  user_id BYTEA CHECK (length(user_id) = 16),
  UNIQUE (tenant_id, domain, goal, failed)
);

CREATE TABLE session_memory (
  session_pk BIGINT NOT NULL REFERENCES sessions (pk) ON DELETE CASCADE DEFERRABLE,
  key        TEXT COLLATE "C" NOT NULL,
  value      TEXT COLLATE "C" NOT NULL CHECK (length(value) <= 10000),
  at_ms      BIGINT NOT NULL,
  PRIMARY KEY (session_pk, key)
);

CREATE TABLE debug_logs (
  pk          BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  tenant_id   BYTEA NOT NULL,
  user_id     BYTEA NOT NULL,
  task_id     BYTEA CHECK (length(task_id) = 16),
  endpoint    TEXT COLLATE "C" NOT NULL,
  status      BIGINT NOT NULL,
  duration_ms BIGINT NOT NULL,
  notes       TEXT COLLATE "C" NOT NULL CHECK (json_valid(notes)),
  error       TEXT COLLATE "C",
  at_ms       BIGINT NOT NULL,
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) DEFERRABLE
);

CREATE TABLE files (
  id         BYTEA PRIMARY KEY CHECK (length(id) = 16),
  tenant_id  BYTEA NOT NULL,
  user_id    BYTEA NOT NULL,
  key        TEXT COLLATE "C" NOT NULL CHECK (length(key) BETWEEN 1 AND 1000),
  name       TEXT COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 500),
  mime       TEXT COLLATE "C" NOT NULL CHECK (length(mime) BETWEEN 1 AND 100),
  size       BIGINT NOT NULL CHECK (size BETWEEN 1 AND 10485760),
  reading    BYTEA NOT NULL,
  created_ms BIGINT NOT NULL,
  UNIQUE (tenant_id, user_id, key),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) DEFERRABLE
);

CREATE TABLE allowed_domains (
  tenant_id  BYTEA NOT NULL REFERENCES tenants (id) DEFERRABLE,
  pattern    TEXT COLLATE "C" NOT NULL CHECK (length(pattern) BETWEEN 1 AND 255),
  created_ms BIGINT NOT NULL,
  PRIMARY KEY (tenant_id, pattern)
);

CREATE TABLE conversations (
  pk           BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  tenant_id    BYTEA NOT NULL,
  user_id      BYTEA NOT NULL,
  id           TEXT COLLATE "C" NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
  title        TEXT COLLATE "C" NOT NULL CHECK (length(title) <= 200),
  origin       TEXT COLLATE "C",
  packet_count BIGINT NOT NULL DEFAULT 0,
  latest_turn  BIGINT NOT NULL DEFAULT 0,
  created_ms   BIGINT NOT NULL,
  updated_ms   BIGINT NOT NULL,
  UNIQUE (tenant_id, user_id, id),
  UNIQUE (tenant_id, user_id, pk),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) DEFERRABLE
);

CREATE TABLE packets (
  pk                     BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  tenant_id              BYTEA NOT NULL,
  user_id                BYTEA NOT NULL,
  conversation_pk        BIGINT NOT NULL,
  id                     TEXT COLLATE "C" NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
  turn                   BIGINT NOT NULL CHECK (turn BETWEEN 0 AND 4294967295),
  created_ms             BIGINT NOT NULL,
  sender_role            TEXT COLLATE "C" NOT NULL CHECK (sender_role IN ('user', 'agent', 'assistant', 'tool')),
  packet_type            TEXT COLLATE "C" NOT NULL CHECK (packet_type IN ('request', 'response', 'tool')),
  in_reply_to_request_id TEXT COLLATE "C",
  model_id               TEXT COLLATE "C",
  title                  TEXT COLLATE "C",
  preview                TEXT COLLATE "C" NOT NULL CHECK (length(preview) <= 1000),
  packet_json            BYTEA NOT NULL,
  words                  TSVECTOR GENERATED ALWAYS AS (words_of_packet(tenant_id, user_id, title, preview)) STORED,
  UNIQUE (conversation_pk, id),
  FOREIGN KEY (tenant_id, user_id, conversation_pk)
    REFERENCES conversations (tenant_id, user_id, pk) ON DELETE CASCADE DEFERRABLE
);

CREATE TABLE runs (
  pk               BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  tenant_id        BYTEA NOT NULL,
  user_id          BYTEA NOT NULL,
  id               TEXT COLLATE "C" NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
  conversation_id  TEXT COLLATE "C" NOT NULL CHECK (length(conversation_id) BETWEEN 1 AND 128),
  claim            BIGINT NOT NULL DEFAULT 0,
  claimed_until_ms BIGINT,
  expires_ms       BIGINT NOT NULL,
  UNIQUE (tenant_id, user_id, id),
  UNIQUE (tenant_id, user_id, pk),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) DEFERRABLE
);

CREATE TABLE run_states (
  run_pk    BIGINT PRIMARY KEY,
  tenant_id BYTEA NOT NULL,
  user_id   BYTEA NOT NULL,
  body      BYTEA NOT NULL CHECK (length(body) <= 33554432),
  FOREIGN KEY (tenant_id, user_id, run_pk)
    REFERENCES runs (tenant_id, user_id, pk) ON DELETE CASCADE DEFERRABLE
);

CREATE TABLE used_approvals (
  tenant_id   BYTEA NOT NULL,
  user_id     BYTEA NOT NULL,
  fingerprint TEXT COLLATE "C" NOT NULL CHECK (length(fingerprint) BETWEEN 1 AND 256),
  used_ms     BIGINT NOT NULL,
  PRIMARY KEY (tenant_id, user_id, fingerprint),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) DEFERRABLE
);

CREATE TABLE answered (
  pk              BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  tenant_id       BYTEA NOT NULL,
  user_id         BYTEA NOT NULL,
  route TEXT COLLATE "C" NOT NULL CHECK (length(route) BETWEEN 1 AND 128),
  key      TEXT COLLATE "C" NOT NULL CHECK (length(key) BETWEEN 1 AND 128),
  digest          BYTEA NOT NULL CHECK (length(digest) = 32),
  expires_ms      BIGINT NOT NULL,
  body            BYTEA,
  claimed_until_ms BIGINT,
  status BIGINT NOT NULL DEFAULT 200,
  lease_id BYTEA,
  UNIQUE (tenant_id, user_id, pk),
  UNIQUE (tenant_id, user_id, route, key),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) DEFERRABLE
);

CREATE TABLE collections (
  pk           BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  tenant_id    BYTEA NOT NULL,
  user_id      BYTEA NOT NULL,
  id           TEXT COLLATE "C" NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
  title        TEXT COLLATE "C" NOT NULL,
  tags         TEXT COLLATE "C" NOT NULL CHECK (json_valid(tags)),
  source_count BIGINT NOT NULL DEFAULT 0 CHECK (source_count BETWEEN 0 AND 500),
  created_ms   BIGINT NOT NULL,
  updated_ms   BIGINT NOT NULL,
  UNIQUE (tenant_id, user_id, id),
  UNIQUE (tenant_id, user_id, pk),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) DEFERRABLE
);

CREATE TABLE sources (
  pk                 BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  tenant_id          BYTEA NOT NULL,
  user_id            BYTEA NOT NULL,
  collection_pk      BIGINT NOT NULL,
  id                 TEXT COLLATE "C" NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
  kind               TEXT COLLATE "C" NOT NULL CHECK (kind IN ('url', 'note')),
  url                TEXT COLLATE "C" NOT NULL CHECK ((url = '') = (kind = 'note')),
  normalized_url     TEXT COLLATE "C" NOT NULL CHECK ((normalized_url = '') = (kind = 'note')),
  title              TEXT COLLATE "C" NOT NULL,
  capture_status     TEXT COLLATE "C" NOT NULL DEFAULT 'pending'
                     CHECK (capture_status IN ('pending', 'captured', 'failed')),
  capture_error      TEXT COLLATE "C" CHECK ((capture_error IS NULL) = (capture_status <> 'failed')),
  capture_version    BIGINT NOT NULL DEFAULT 0
                     CHECK (capture_version > 0 OR capture_status <> 'captured'),
  content_hash       TEXT COLLATE "C" CHECK ((content_hash IS NULL) = (capture_version = 0)),
  captured_ms        BIGINT CHECK ((captured_ms IS NULL) = (capture_version = 0)),
  published          TEXT COLLATE "C",
  characters         BIGINT NOT NULL DEFAULT 0 CHECK (characters BETWEEN 0 AND 200000),
  preview            TEXT COLLATE "C" NOT NULL DEFAULT '' CHECK (length(preview) <= 1000),
  capturing_until_ms BIGINT,
  created_ms         BIGINT NOT NULL,
  updated_ms         BIGINT NOT NULL,
  UNIQUE (tenant_id, user_id, id),
  UNIQUE (tenant_id, user_id, pk),
  FOREIGN KEY (tenant_id, user_id, collection_pk)
    REFERENCES collections (tenant_id, user_id, pk) ON DELETE CASCADE DEFERRABLE
);

CREATE TABLE captures (
  source_pk BIGINT PRIMARY KEY,
  tenant_id BYTEA NOT NULL,
  user_id   BYTEA NOT NULL,
  version   BIGINT NOT NULL CHECK (version > 0),
  body      BYTEA NOT NULL,
  FOREIGN KEY (tenant_id, user_id, source_pk)
    REFERENCES sources (tenant_id, user_id, pk) ON DELETE CASCADE DEFERRABLE
);

CREATE TABLE artifacts (
  pk            BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  tenant_id     BYTEA NOT NULL,
  user_id       BYTEA NOT NULL,
  id            TEXT COLLATE "C" NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
  collection_pk BIGINT REFERENCES collections (pk) ON DELETE SET NULL DEFERRABLE,
  kind          TEXT COLLATE "C" NOT NULL,
  title         TEXT COLLATE "C" NOT NULL,
  tags          TEXT COLLATE "C" NOT NULL CHECK (json_valid(tags)),
  status        TEXT COLLATE "C" NOT NULL
                CHECK (status IN ('pending', 'running', 'completed', 'failed', 'cancelled')),
  error         TEXT COLLATE "C" CHECK ((error IS NULL) = (status <> 'failed')),
  dedupe_key    TEXT COLLATE "C",
  created_ms    BIGINT NOT NULL,
  updated_ms    BIGINT NOT NULL,
  UNIQUE (tenant_id, user_id, id),
  UNIQUE (tenant_id, user_id, pk),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) DEFERRABLE
);

CREATE TABLE artifact_contents (
  artifact_pk BIGINT PRIMARY KEY,
  tenant_id   BYTEA NOT NULL,
  user_id     BYTEA NOT NULL,
  body        BYTEA NOT NULL,
  FOREIGN KEY (tenant_id, user_id, artifact_pk)
    REFERENCES artifacts (tenant_id, user_id, pk) ON DELETE CASCADE DEFERRABLE
);

CREATE TABLE sign_in_changes (
  one    BIGINT PRIMARY KEY CHECK (one = 1),
  number BIGINT NOT NULL
);

CREATE TABLE second_factors (
  user_id      BYTEA PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE DEFERRABLE,
  sealed       BYTEA NOT NULL,
  confirmed_ms BIGINT,
  last_step    BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE recovery_codes (
  user_id BYTEA NOT NULL REFERENCES second_factors (user_id) ON DELETE CASCADE DEFERRABLE,
  hash    BYTEA NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (user_id, hash)
);

CREATE TABLE histories (
  answered_pk BIGINT NOT NULL,
  tenant_id   BYTEA NOT NULL,
  user_id     BYTEA NOT NULL,
  seq         BIGINT NOT NULL CHECK (seq BETWEEN 0 AND 1000),
  body        BYTEA NOT NULL CHECK (length(body) <= 33554432),
  PRIMARY KEY (answered_pk, seq),
  FOREIGN KEY (tenant_id, user_id, answered_pk)
    REFERENCES answered (tenant_id, user_id, pk) ON DELETE CASCADE DEFERRABLE
);

CREATE TABLE audit (
  seq       BIGINT PRIMARY KEY,
  at_ms     BIGINT NOT NULL,
  tenant_id BYTEA CHECK (length(tenant_id) = 16),
  user_id   BYTEA CHECK (length(user_id) = 16),
  kind      TEXT COLLATE "C" NOT NULL,
  details   TEXT COLLATE "C" NOT NULL CHECK (json_valid(details)),
  previous  BYTEA NOT NULL CHECK (length(previous) = 32),
  hash      BYTEA NOT NULL CHECK (length(hash) = 32)
);

CREATE TABLE audit_marks (
  seq       BIGINT NOT NULL,
  hash      BYTEA NOT NULL CHECK (length(hash) = 32),
  at_ms     BIGINT NOT NULL,
  key_id    TEXT COLLATE "C" NOT NULL,
  signature BYTEA NOT NULL CHECK (length(signature) = 64),
  PRIMARY KEY (seq, key_id)
);

CREATE TABLE audit_keys (
  id          TEXT COLLATE "C" PRIMARY KEY,
  public      BYTEA NOT NULL CHECK (length(public) = 32),
  at_ms       BIGINT NOT NULL,
  endorsed_by TEXT COLLATE "C",
  endorsement BYTEA CHECK (length(endorsement) = 64),
  CHECK ((endorsed_by IS NULL) = (endorsement IS NULL))
);

CREATE TABLE kept_bytes (
  tenant_id BYTEA NOT NULL,
  user_id   BYTEA NOT NULL,
  bytes     BIGINT NOT NULL,
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE DEFERRABLE
);

CREATE TABLE topics (
  name      TEXT COLLATE "C" PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 200),
  tenant_id BYTEA NOT NULL,
  user_id   BYTEA NOT NULL,
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE DEFERRABLE
);

CREATE TABLE outbox (
  pk         BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  tenant_id  BYTEA NOT NULL,
  user_id    BYTEA NOT NULL,
  topic      TEXT COLLATE "C" NOT NULL CHECK (length(topic) BETWEEN 1 AND 200),
  kind       TEXT COLLATE "C" NOT NULL,
  session_pk BIGINT REFERENCES sessions (pk) ON DELETE CASCADE DEFERRABLE,
  sequence   BIGINT,
  task_pk    BIGINT REFERENCES tasks (pk) ON DELETE CASCADE DEFERRABLE,
  turn       BIGINT,
  body       TEXT COLLATE "C" CHECK (json_valid(body)),
  at_ms      BIGINT NOT NULL,
  sent_ms    BIGINT,
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE DEFERRABLE,
  CHECK ((session_pk IS NULL) = (body IS NOT NULL)),
  CHECK (session_pk IS NULL OR kind IN ('new_message', 'interact_response', 'interrupted')),
  CHECK ((sequence IS NOT NULL) = (session_pk IS NOT NULL AND kind = 'new_message')),
  CHECK ((task_pk IS NOT NULL) = (session_pk IS NOT NULL AND kind <> 'new_message')),
  CHECK ((turn IS NULL) = (task_pk IS NULL))
);

CREATE TABLE knowledge_tenants (
  number     BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY CHECK (number BETWEEN 1 AND 1000000000),
  tenant_id  BYTEA NOT NULL UNIQUE REFERENCES tenants (id) DEFERRABLE,
  next_chunk BIGINT NOT NULL DEFAULT 0 CHECK (next_chunk < 4294967296),
  chunks     BIGINT NOT NULL DEFAULT 0,
  terms      BIGINT NOT NULL DEFAULT 0,
  bytes      BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE knowledge_sources (
  pk         BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  tenant_id  BYTEA NOT NULL REFERENCES tenants (id) DEFERRABLE,
  user_id    BYTEA NOT NULL,
  id         BYTEA NOT NULL CHECK (length(id) = 16),
  kind       TEXT COLLATE "C" NOT NULL CHECK (kind IN ('file', 'page', 'sitemap')),
  location   TEXT COLLATE "C" NOT NULL CHECK (length(location) BETWEEN 1 AND 2048),
  title      TEXT COLLATE "C" NOT NULL CHECK (length(title) <= 500),
  domain     TEXT COLLATE "C" CHECK (length(domain) BETWEEN 1 AND 255),
  state      TEXT COLLATE "C" NOT NULL CHECK (state IN ('pending', 'running', 'ready', 'failed', 'removing')),
  error      TEXT COLLATE "C" CHECK (length(error) <= 500),
  claim      BIGINT NOT NULL DEFAULT 0,
  done       BIGINT NOT NULL DEFAULT 0,
  total      BIGINT NOT NULL DEFAULT 0,
  documents  BIGINT NOT NULL DEFAULT 0,
  chunks     BIGINT NOT NULL DEFAULT 0,
  blob       BYTEA CHECK (length(blob) = 16),
  size       BIGINT NOT NULL DEFAULT 0 CHECK (size >= 0),
  refresh_ms BIGINT CHECK (refresh_ms > 0),
  due_ms     BIGINT,
  created_ms BIGINT NOT NULL,
  updated_ms BIGINT NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, kind, location)
);

CREATE TABLE knowledge_documents (
  pk         BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  source_pk  BIGINT NOT NULL REFERENCES knowledge_sources (pk) ON DELETE CASCADE DEFERRABLE,
  location   TEXT COLLATE "C" NOT NULL CHECK (length(location) <= 2048),
  title      TEXT COLLATE "C" NOT NULL CHECK (length(title) <= 500),
  mime       TEXT COLLATE "C" NOT NULL CHECK (length(mime) <= 100),
  language   TEXT COLLATE "C",
  digest     BYTEA NOT NULL CHECK (length(digest) = 32),
  version    BIGINT NOT NULL DEFAULT 0,
  chunks     BIGINT NOT NULL DEFAULT 0,
  reading    BIGINT NOT NULL,
  indexed_ms BIGINT NOT NULL,
  UNIQUE (source_pk, location)
);

CREATE TABLE knowledge_chunks (
  pk            BIGINT PRIMARY KEY,
  document_pk   BIGINT NOT NULL REFERENCES knowledge_documents (pk) ON DELETE CASCADE DEFERRABLE,
  version       BIGINT NOT NULL,
  seq           BIGINT NOT NULL,
  section       TEXT COLLATE "C" NOT NULL,
  page          BIGINT,
  text          TEXT COLLATE "C" NOT NULL CHECK (length(text) BETWEEN 1 AND 4000),
  scope         TEXT COLLATE "C" NOT NULL,
  heading_terms TEXT COLLATE "C" NOT NULL,
  body_terms    TEXT COLLATE "C" NOT NULL,
  term_count    BIGINT NOT NULL,
  terms         TSVECTOR GENERATED ALWAYS AS (terms_of_chunk(pk, scope, heading_terms, body_terms)) STORED,
  UNIQUE (document_pk, version, seq)
);

CREATE TABLE knowledge_vectors (
  chunk_pk BIGINT PRIMARY KEY REFERENCES knowledge_chunks (pk) ON DELETE CASCADE DEFERRABLE,
  vector   BYTEA NOT NULL
);

CREATE TABLE ide_documents (
  pk         BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  tenant_id  BYTEA NOT NULL,
  user_id    BYTEA NOT NULL,
  project    TEXT COLLATE "C" NOT NULL CHECK (length(project) BETWEEN 1 AND 200),
  path       TEXT COLLATE "C" NOT NULL CHECK (length(path) BETWEEN 1 AND 500),
  version    BIGINT NOT NULL CHECK (version > 0),
  body       TEXT COLLATE "C" NOT NULL CHECK (json_valid(body)),
  updated_ms BIGINT NOT NULL,
  UNIQUE (tenant_id, user_id, project, path),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE DEFERRABLE
);

CREATE TABLE intent_keywords (
  keyword    TEXT COLLATE "C" PRIMARY KEY,
  version    BIGINT NOT NULL CHECK (version > 0),
  body       TEXT COLLATE "C" NOT NULL,
  updated_ms BIGINT NOT NULL
);

CREATE TABLE objects (
  pk         BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  tenant_id  BYTEA NOT NULL,
  user_id    BYTEA NOT NULL,
  bucket     TEXT COLLATE "C" NOT NULL CHECK (length(bucket) BETWEEN 1 AND 100),
  key        TEXT COLLATE "C" NOT NULL CHECK (length(key) BETWEEN 1 AND 500),
  blob_id    BYTEA NOT NULL CHECK (length(blob_id) = 16),
  mime       TEXT COLLATE "C" NOT NULL CHECK (length(mime) BETWEEN 1 AND 100),
  size       BIGINT NOT NULL CHECK (size BETWEEN 0 AND 10485760),
  digest     BYTEA NOT NULL CHECK (length(digest) = 32),
  trace_id   BYTEA CHECK (length(trace_id) = 16),
  updated_ms BIGINT NOT NULL,
  UNIQUE (tenant_id, user_id, bucket, key),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) DEFERRABLE
);

CREATE TABLE ide_jobs (
  pk         BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  tenant_id  BYTEA NOT NULL,
  user_id    BYTEA NOT NULL,
  trace_id   BYTEA NOT NULL CHECK (length(trace_id) = 16),
  body       TEXT COLLATE "C" NOT NULL CHECK (json_valid(body)),
  created_ms BIGINT NOT NULL,
  UNIQUE (tenant_id, user_id, trace_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) DEFERRABLE
);

CREATE INDEX tokens_by_user ON tokens (user_id);
CREATE INDEX tokens_by_expiry ON tokens (expires_ms);
CREATE INDEX rate_windows_by_reset ON rate_windows (reset_ms);
CREATE INDEX sessions_by_change ON sessions (tenant_id, user_id, status, updated_ms);
CREATE INDEX sessions_by_domain ON sessions (tenant_id, user_id, domain, status);
CREATE INDEX sessions_by_age ON sessions (status, updated_ms);
CREATE INDEX tasks_by_session ON tasks (session_pk, created_ms);
CREATE INDEX tasks_by_age ON tasks (status, updated_ms);
CREATE UNIQUE INDEX tasks_by_lease ON tasks (lease_id) WHERE lease_id IS NOT NULL;
CREATE INDEX task_statuses_by_task ON task_statuses (task_pk);
CREATE UNIQUE INDEX steps_outstanding ON steps (task_pk) WHERE outstanding;
CREATE INDEX verification_records_by_age ON verification_records (at_ms);
CREATE INDEX approvals_by_step ON approvals (task_pk, step_index);
CREATE INDEX snapshots_by_age ON snapshots (at_ms);
CREATE INDEX model_usage_by_owner ON model_usage (tenant_id, user_id, at_ms);
CREATE INDEX model_usage_by_tenant ON model_usage (tenant_id, at_ms);
CREATE INDEX model_usage_by_task ON model_usage (task_id);
CREATE INDEX correction_records_by_task ON correction_records (task_pk);
CREATE INDEX skills_by_use ON skills (tenant_id, used_ms);
CREATE INDEX debug_logs_by_owner ON debug_logs (tenant_id, user_id, pk);
CREATE INDEX debug_logs_by_age ON debug_logs (at_ms);
CREATE INDEX sessions_by_id ON sessions (id);
CREATE INDEX files_by_age ON files (created_ms);
CREATE INDEX conversations_by_change ON conversations (tenant_id, user_id, updated_ms);
CREATE INDEX conversations_by_age ON conversations (updated_ms);
CREATE INDEX packets_by_turn ON packets (conversation_pk, turn, pk);
CREATE INDEX packets_by_words ON packets USING gin (words);
CREATE INDEX runs_by_conversation ON runs (tenant_id, user_id, conversation_id);
CREATE INDEX runs_by_expiry ON runs (expires_ms);
CREATE INDEX runs_claimed ON runs (claimed_until_ms) WHERE claimed_until_ms IS NOT NULL;
CREATE INDEX used_approvals_by_age ON used_approvals (used_ms);
CREATE INDEX answered_by_expiry ON answered (expires_ms);
CREATE INDEX collections_by_change ON collections (tenant_id, user_id, updated_ms);
CREATE INDEX sources_by_collection ON sources (collection_pk, pk);
CREATE UNIQUE INDEX sources_once ON sources (collection_pk, normalized_url) WHERE kind = 'url';
CREATE INDEX artifacts_by_age ON artifacts (tenant_id, user_id, created_ms);
CREATE INDEX artifacts_by_collection ON artifacts (collection_pk, created_ms);
CREATE INDEX artifacts_pending ON artifacts (created_ms) WHERE status = 'pending';
CREATE INDEX artifacts_running ON artifacts (updated_ms) WHERE status = 'running';
CREATE UNIQUE INDEX artifacts_once ON artifacts (tenant_id, user_id, dedupe_key)
  WHERE dedupe_key IS NOT NULL;
CREATE INDEX answered_claimed ON answered (claimed_until_ms) WHERE claimed_until_ms IS NOT NULL;
CREATE INDEX audit_by_person ON audit (tenant_id, user_id, seq);
CREATE INDEX audit_by_kind ON audit (tenant_id, kind, seq);
CREATE INDEX answered_by_lease ON answered (lease_id) WHERE lease_id IS NOT NULL;
CREATE INDEX topics_by_owner ON topics (tenant_id, user_id);
CREATE INDEX outbox_by_owner ON outbox (tenant_id, user_id);
CREATE INDEX outbox_by_session ON outbox (session_pk);
CREATE INDEX outbox_by_task ON outbox (task_pk);
CREATE INDEX outbox_by_age ON outbox (at_ms);
CREATE INDEX outbox_unsent ON outbox (pk) WHERE sent_ms IS NULL;
CREATE INDEX knowledge_sources_by_blob ON knowledge_sources (blob) WHERE blob IS NOT NULL;
CREATE INDEX tasks_by_owner ON tasks (tenant_id, user_id, created_ms);
CREATE INDEX knowledge_documents_by_language ON knowledge_documents (source_pk, language, version, chunks);
CREATE INDEX knowledge_by_terms ON knowledge_chunks USING gin (terms);
CREATE INDEX outbox_by_topic ON outbox (topic, pk) WHERE body IS NOT NULL;
CREATE INDEX objects_by_blob ON objects (blob_id);
CREATE INDEX objects_by_age ON objects (updated_ms);
CREATE INDEX objects_by_trace ON objects (tenant_id, user_id, trace_id) WHERE trace_id IS NOT NULL;

INSERT INTO sign_in_changes (one, number) VALUES (1, 0);

-- Messages.

CREATE FUNCTION messages_are_numbered_without_gaps() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.sequence IS DISTINCT FROM (SELECT message_count FROM sessions WHERE pk = NEW.session_pk) THEN
    RAISE check_violation USING MESSAGE = 'a message must have the next number of its session';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER messages_are_numbered_without_gaps BEFORE INSERT ON messages
  FOR EACH ROW EXECUTE FUNCTION messages_are_numbered_without_gaps();

CREATE FUNCTION messages_are_counted() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sessions SET message_count = NEW.sequence + 1, last_message_ms = NEW.at_ms WHERE pk = NEW.session_pk;
  INSERT INTO outbox (tenant_id, user_id, topic, kind, session_pk, sequence, at_ms)
  SELECT tenant_id, user_id, 'session-' || encode(id, 'hex'), 'new_message', pk, NEW.sequence, NEW.at_ms
  FROM sessions WHERE pk = NEW.session_pk;
  RETURN NULL;
END $$;
CREATE TRIGGER messages_are_counted AFTER INSERT ON messages
  FOR EACH ROW EXECUTE FUNCTION messages_are_counted();

CREATE TRIGGER messages_stay_as_said BEFORE UPDATE OF session_pk, sequence, id, role, content, action, at_ms ON messages
  FOR EACH ROW EXECUTE FUNCTION refuse('a message never changes');

CREATE FUNCTION messages_go_with_their_session() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM sessions WHERE pk = OLD.session_pk) THEN
    RAISE check_violation USING MESSAGE = 'a message is deleted with its session only';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER messages_go_with_their_session BEFORE DELETE ON messages
  FOR EACH ROW EXECUTE FUNCTION messages_go_with_their_session();

-- Tasks.

CREATE TRIGGER tasks_begin_active BEFORE INSERT ON tasks
  FOR EACH ROW WHEN (NEW.status <> 'active' OR NEW.step_count <> 0 OR NEW.turn_count <> 0)
  EXECUTE FUNCTION refuse('a task begins active and empty');

CREATE FUNCTION tasks_note_their_first_status() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO task_statuses (task_pk, status, at_ms) VALUES (NEW.pk, NEW.status, NEW.created_ms);
  -- A conversation stands as its tasks do: active while one is under way. One that was put away stays so.
  UPDATE sessions SET status = 'active' WHERE pk = NEW.session_pk AND status <> 'archived';
  RETURN NULL;
END $$;
CREATE TRIGGER tasks_note_their_first_status AFTER INSERT ON tasks
  FOR EACH ROW EXECUTE FUNCTION tasks_note_their_first_status();

CREATE FUNCTION tasks_note_their_status() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO task_statuses (task_pk, status, at_ms) VALUES (NEW.pk, NEW.status, NEW.updated_ms);
  UPDATE sessions SET status = CASE
    WHEN EXISTS (SELECT 1 FROM tasks WHERE session_pk = NEW.session_pk
                 AND status NOT IN ('completed', 'failed', 'interrupted')) THEN 'active'
    ELSE (SELECT status FROM tasks WHERE session_pk = NEW.session_pk ORDER BY created_ms DESC, pk DESC LIMIT 1) END
  WHERE pk = NEW.session_pk AND status <> 'archived';
  RETURN NULL;
END $$;
CREATE TRIGGER tasks_note_their_status AFTER UPDATE OF status ON tasks
  FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION tasks_note_their_status();

CREATE TRIGGER tasks_stay_ended BEFORE UPDATE ON tasks
  FOR EACH ROW WHEN (OLD.status IN ('completed', 'failed')) EXECUTE FUNCTION refuse('a terminal task never changes');
CREATE TRIGGER tasks_keep_their_place
  BEFORE UPDATE OF pk, id, tenant_id, user_id, session_pk, query, created_ms ON tasks
  FOR EACH ROW EXECUTE FUNCTION refuse('a task keeps its owner, session and words');
CREATE TRIGGER tasks_live_are_kept BEFORE DELETE ON tasks
  FOR EACH ROW WHEN (OLD.status NOT IN ('completed', 'failed', 'interrupted') AND OLD.turn_count > 0)
  EXECUTE FUNCTION refuse('a live task is never deleted');

CREATE FUNCTION task_states_stay_ended() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT status FROM tasks WHERE pk = OLD.task_pk) IN ('completed', 'failed') THEN
    RAISE check_violation USING MESSAGE = 'a terminal task never changes';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER task_states_stay_ended BEFORE UPDATE ON task_states
  FOR EACH ROW EXECUTE FUNCTION task_states_stay_ended();
CREATE TRIGGER task_statuses_stay BEFORE UPDATE ON task_statuses
  FOR EACH ROW EXECUTE FUNCTION refuse('the history of a task never changes');

-- Steps.

CREATE FUNCTION steps_are_numbered_without_gaps() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.step_index IS DISTINCT FROM (SELECT step_count FROM tasks WHERE pk = NEW.task_pk) THEN
    RAISE check_violation USING MESSAGE = 'a step must have the next number of its task';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER steps_are_numbered_without_gaps BEFORE INSERT ON steps
  FOR EACH ROW EXECUTE FUNCTION steps_are_numbered_without_gaps();

-- Counting updates the task, which refuses it when it has ended.
CREATE FUNCTION steps_are_counted() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tasks SET step_count = NEW.step_index + 1 WHERE pk = NEW.task_pk;
  RETURN NULL;
END $$;
CREATE TRIGGER steps_are_counted AFTER INSERT ON steps FOR EACH ROW EXECUTE FUNCTION steps_are_counted();

CREATE TRIGGER steps_stay_as_sent BEFORE UPDATE OF task_pk, step_index, action, at_ms ON steps
  FOR EACH ROW EXECUTE FUNCTION refuse('a step keeps its number and action');
CREATE TRIGGER steps_stay_judged BEFORE UPDATE ON steps
  FOR EACH ROW WHEN (NOT OLD.outstanding) EXECUTE FUNCTION refuse('a judged step never changes');

CREATE FUNCTION steps_go_with_their_task() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM tasks WHERE pk = OLD.task_pk) THEN
    RAISE check_violation USING MESSAGE = 'a step is deleted with its task only';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER steps_go_with_their_task BEFORE DELETE ON steps
  FOR EACH ROW EXECUTE FUNCTION steps_go_with_their_task();

CREATE TRIGGER verification_records_stay BEFORE UPDATE ON verification_records
  FOR EACH ROW EXECUTE FUNCTION refuse('a verdict never changes');
CREATE TRIGGER correction_records_stay BEFORE UPDATE ON correction_records
  FOR EACH ROW EXECUTE FUNCTION refuse('a correction never changes');
CREATE TRIGGER files_stay_as_given BEFORE UPDATE ON files
  FOR EACH ROW EXECUTE FUNCTION refuse('a file never changes');

CREATE FUNCTION turn_records_are_announced() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (tenant_id, user_id, topic, kind, session_pk, task_pk, turn, at_ms)
  SELECT s.tenant_id, s.user_id, 'session-' || encode(s.id, 'hex'), 'interact_response', s.pk,
         NEW.task_pk, NEW.turn, NEW.at_ms
  FROM tasks t JOIN sessions s ON s.pk = t.session_pk WHERE t.pk = NEW.task_pk;
  RETURN NULL;
END $$;
CREATE TRIGGER turn_records_are_announced AFTER INSERT ON turn_records
  FOR EACH ROW EXECUTE FUNCTION turn_records_are_announced();

-- What is to be told. Numbers are given before transactions end, and those may end in another order: whoever writes
-- shares a lock from before its first number to its end, and whoever must see all that comes before what there is
-- holds it for a moment alone.

CREATE FUNCTION outbox_is_written() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(5993987230152491008);
  RETURN NULL;
END $$;
CREATE TRIGGER outbox_is_written BEFORE INSERT ON outbox FOR EACH STATEMENT EXECUTE FUNCTION outbox_is_written();

CREATE TRIGGER outbox_keeps_its_order
  BEFORE UPDATE OF pk, tenant_id, user_id, topic, kind, session_pk, sequence, task_pk, turn, body ON outbox
  FOR EACH ROW EXECUTE FUNCTION refuse('what is announced never changes');

CREATE FUNCTION topics_go_with_what_was_published() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM topics WHERE name = OLD.topic
    AND NOT EXISTS (SELECT 1 FROM outbox WHERE topic = OLD.topic AND body IS NOT NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER topics_go_with_what_was_published AFTER DELETE ON outbox
  FOR EACH ROW WHEN (OLD.body IS NOT NULL) EXECUTE FUNCTION topics_go_with_what_was_published();

CREATE FUNCTION sessions_are_topics() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO topics (name, tenant_id, user_id)
  VALUES ('session-' || encode(NEW.id, 'hex'), NEW.tenant_id, NEW.user_id) ON CONFLICT (name) DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_are_topics AFTER INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION sessions_are_topics();

-- Who had the same id next has it now.
CREATE FUNCTION sessions_are_topics_no_more() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM topics WHERE name = 'session-' || encode(OLD.id, 'hex')
    AND tenant_id = OLD.tenant_id AND user_id = OLD.user_id;
  INSERT INTO topics (name, tenant_id, user_id)
  SELECT 'session-' || encode(id, 'hex'), tenant_id, user_id FROM sessions
  WHERE id = OLD.id ORDER BY pk LIMIT 1 ON CONFLICT (name) DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_are_topics_no_more AFTER DELETE ON sessions
  FOR EACH ROW EXECUTE FUNCTION sessions_are_topics_no_more();

-- Conversations of packets, and their runs.

CREATE TRIGGER conversations_stay_as_begun
  BEFORE UPDATE OF pk, tenant_id, user_id, id, title, origin, created_ms ON conversations
  FOR EACH ROW EXECUTE FUNCTION refuse('a conversation keeps its owner and title');

CREATE FUNCTION packets_never_run_back() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.turn < (SELECT latest_turn FROM conversations WHERE pk = NEW.conversation_pk)
     AND (NEW.packet_type = 'request'
          OR NOT EXISTS (SELECT 1 FROM packets WHERE conversation_pk = NEW.conversation_pk AND turn = NEW.turn)) THEN
    RAISE check_violation USING MESSAGE = 'turns of a conversation never run back';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER packets_never_run_back BEFORE INSERT ON packets FOR EACH ROW EXECUTE FUNCTION packets_never_run_back();

CREATE FUNCTION packets_are_counted() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  UPDATE conversations SET packet_count = packet_count + 1, latest_turn = greatest(latest_turn, NEW.turn)
  WHERE pk = NEW.conversation_pk;
  RETURN NULL;
END $$;
CREATE TRIGGER packets_are_counted AFTER INSERT ON packets FOR EACH ROW EXECUTE FUNCTION packets_are_counted();
CREATE TRIGGER packets_stay_as_sent BEFORE UPDATE ON packets
  FOR EACH ROW EXECUTE FUNCTION refuse('a packet never changes');

CREATE FUNCTION packets_go_with_their_conversation() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM conversations WHERE pk = OLD.conversation_pk) THEN
    RAISE check_violation USING MESSAGE = 'a packet is deleted with its conversation only';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER packets_go_with_their_conversation BEFORE DELETE ON packets
  FOR EACH ROW EXECUTE FUNCTION packets_go_with_their_conversation();

CREATE TRIGGER runs_keep_their_place BEFORE UPDATE OF pk, tenant_id, user_id, id, conversation_id ON runs
  FOR EACH ROW EXECUTE FUNCTION refuse('a run keeps its owner and conversation');
CREATE TRIGGER runs_are_claimed_anew BEFORE UPDATE OF claim ON runs
  FOR EACH ROW WHEN (NEW.claim <= OLD.claim) EXECUTE FUNCTION refuse('a claim is never given twice');
CREATE TRIGGER used_approvals_stay BEFORE UPDATE ON used_approvals
  FOR EACH ROW EXECUTE FUNCTION refuse('a used approval never changes');
CREATE TRIGGER answered_stay_as_sent BEFORE UPDATE ON answered
  FOR EACH ROW WHEN (OLD.body IS NOT NULL OR NEW.digest IS DISTINCT FROM OLD.digest)
  EXECUTE FUNCTION refuse('an answer never changes');
CREATE TRIGGER histories_stay BEFORE UPDATE ON histories
  FOR EACH ROW EXECUTE FUNCTION refuse('what has happened never changes');

CREATE FUNCTION histories_are_written_in_order() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.seq <> (SELECT count(*) FROM histories WHERE answered_pk = NEW.answered_pk)
     OR (SELECT body IS NOT NULL FROM answered WHERE pk = NEW.answered_pk) THEN
    RAISE check_violation USING MESSAGE = 'what happens is written down in order, until there is an answer';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER histories_are_written_in_order BEFORE INSERT ON histories
  FOR EACH ROW EXECUTE FUNCTION histories_are_written_in_order();

-- Collections.

CREATE FUNCTION collections_are_so_many() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM collections WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id) >= 200 THEN
    RAISE check_violation USING MESSAGE = 'a user has 200 collections at most';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER collections_are_so_many BEFORE INSERT ON collections
  FOR EACH ROW EXECUTE FUNCTION collections_are_so_many();
CREATE TRIGGER collections_keep_their_place BEFORE UPDATE OF pk, tenant_id, user_id, id, created_ms ON collections
  FOR EACH ROW EXECUTE FUNCTION refuse('a collection keeps its owner');

CREATE TRIGGER sources_keep_their_place
  BEFORE UPDATE OF pk, tenant_id, user_id, collection_pk, id, kind, url, normalized_url, created_ms ON sources
  FOR EACH ROW EXECUTE FUNCTION refuse('a source keeps its collection and address');
CREATE TRIGGER sources_count_their_captures BEFORE UPDATE OF capture_version ON sources
  FOR EACH ROW WHEN (NEW.capture_version NOT IN (OLD.capture_version, OLD.capture_version + 1))
  EXECUTE FUNCTION refuse('captures are counted one by one');

CREATE FUNCTION sources_are_counted() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE collections SET source_count = source_count + 1 WHERE pk = NEW.collection_pk;
  ELSE
    UPDATE collections SET source_count = source_count - 1 WHERE pk = OLD.collection_pk;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER sources_are_counted AFTER INSERT OR DELETE ON sources
  FOR EACH ROW EXECUTE FUNCTION sources_are_counted();

CREATE FUNCTION captures_are_the_latest() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.version IS DISTINCT FROM (SELECT capture_version FROM sources WHERE pk = NEW.source_pk) THEN
    RAISE check_violation USING MESSAGE = 'a capture is the latest of its source';
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.version <= OLD.version THEN
    RAISE check_violation USING MESSAGE = 'a capture is replaced by a later one only';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER captures_are_the_latest BEFORE INSERT OR UPDATE ON captures
  FOR EACH ROW EXECUTE FUNCTION captures_are_the_latest();

CREATE FUNCTION artifacts_begin_well() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM artifacts WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id) >= 2000 THEN
    RAISE check_violation USING MESSAGE = 'a user has 2000 artifacts at most';
  END IF;
  IF NEW.status NOT IN ('pending', 'completed') THEN
    RAISE check_violation USING MESSAGE = 'an artifact begins pending or completed';
  END IF;
  IF NEW.collection_pk IS NOT NULL AND NOT EXISTS (SELECT 1 FROM collections WHERE pk = NEW.collection_pk
       AND tenant_id = NEW.tenant_id AND user_id = NEW.user_id) THEN
    RAISE check_violation USING MESSAGE = 'an artifact is made of its owner''s collection';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER artifacts_begin_well BEFORE INSERT ON artifacts FOR EACH ROW EXECUTE FUNCTION artifacts_begin_well();

CREATE TRIGGER artifacts_keep_their_place
  BEFORE UPDATE OF pk, tenant_id, user_id, id, kind, dedupe_key, created_ms ON artifacts
  FOR EACH ROW EXECUTE FUNCTION refuse('an artifact keeps its owner and key');
CREATE TRIGGER artifacts_lose_their_collection_only BEFORE UPDATE OF collection_pk ON artifacts
  FOR EACH ROW WHEN (NEW.collection_pk IS NOT NULL AND NEW.collection_pk IS DISTINCT FROM OLD.collection_pk)
  EXECUTE FUNCTION refuse('an artifact is made of one collection');
CREATE TRIGGER artifacts_follow_their_path BEFORE UPDATE OF status ON artifacts
  FOR EACH ROW WHEN (NOT ((OLD.status = 'pending' AND NEW.status IN ('running', 'cancelled'))
    OR (OLD.status = 'running' AND NEW.status IN ('completed', 'failed', 'cancelled', 'pending'))
    OR (OLD.status IN ('failed', 'cancelled') AND NEW.status = 'pending')))
  EXECUTE FUNCTION refuse('an artifact takes no step out of turn');

CREATE FUNCTION artifact_contents_stay_once_whole() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT status FROM artifacts WHERE pk = OLD.artifact_pk) = 'completed' THEN
    RAISE check_violation USING MESSAGE = 'a completed artifact never changes';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER artifact_contents_stay_once_whole BEFORE UPDATE ON artifact_contents
  FOR EACH ROW EXECUTE FUNCTION artifact_contents_stay_once_whole();

-- Sign-ins. A number grows whenever one ends before its time.

CREATE FUNCTION sign_ins_end() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sign_in_changes SET number = number + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER sign_ins_end AFTER UPDATE OF revoked_ms ON tokens FOR EACH ROW EXECUTE FUNCTION sign_ins_end();
CREATE TRIGGER sign_ins_go AFTER DELETE ON tokens FOR EACH ROW EXECUTE FUNCTION sign_ins_end();
CREATE TRIGGER accounts_close AFTER UPDATE OF disabled_ms ON users FOR EACH ROW EXECUTE FUNCTION sign_ins_end();

CREATE FUNCTION people_begin_with_nothing() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO kept_bytes (tenant_id, user_id, bytes) VALUES (NEW.tenant_id, NEW.id, 0);
  RETURN NULL;
END $$;
CREATE TRIGGER people_begin_with_nothing AFTER INSERT ON users
  FOR EACH ROW EXECUTE FUNCTION people_begin_with_nothing();

-- The audit log.

CREATE FUNCTION audit_is_a_chain() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
  latest RECORD;
BEGIN
  SELECT seq, hash INTO latest FROM audit ORDER BY seq DESC LIMIT 1;
  IF NEW.seq IS DISTINCT FROM coalesce(latest.seq, 0) + 1
     OR NEW.previous IS DISTINCT FROM coalesce(latest.hash, decode(repeat('00', 32), 'hex')) THEN
    RAISE check_violation USING MESSAGE = 'a row of the audit log follows from the one before';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER audit_is_a_chain BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION audit_is_a_chain();
CREATE TRIGGER audit_stays BEFORE UPDATE OR DELETE ON audit
  FOR EACH ROW EXECUTE FUNCTION refuse('a row of the audit log never changes and is never deleted');
CREATE TRIGGER audit_marks_stay BEFORE UPDATE OR DELETE ON audit_marks
  FOR EACH ROW EXECUTE FUNCTION refuse('a mark never changes and is never deleted');
CREATE TRIGGER audit_keys_stay BEFORE UPDATE OR DELETE ON audit_keys
  FOR EACH ROW EXECUTE FUNCTION refuse('a key never changes and is never deleted');
CREATE TRIGGER audit_is_not_emptied BEFORE TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('the audit log is never emptied');

-- Knowledge.

CREATE TRIGGER knowledge_that_goes_stays_gone BEFORE UPDATE OF state ON knowledge_sources
  FOR EACH ROW WHEN (OLD.state = 'removing' AND NEW.state <> 'removing')
  EXECUTE FUNCTION refuse('what was removed does not come back');

CREATE FUNCTION knowledge_is_counted() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE knowledge_tenants SET chunks = chunks + 1, terms = terms + NEW.term_count,
      bytes = bytes + length(NEW.text) + length(NEW.heading_terms) + length(NEW.body_terms)
    WHERE number = NEW.pk >> 32;
  ELSE
    UPDATE knowledge_tenants SET chunks = chunks - 1, terms = terms - OLD.term_count,
      bytes = bytes - length(OLD.text) - length(OLD.heading_terms) - length(OLD.body_terms)
    WHERE number = OLD.pk >> 32;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER knowledge_is_counted AFTER INSERT OR DELETE ON knowledge_chunks
  FOR EACH ROW EXECUTE FUNCTION knowledge_is_counted();
CREATE TRIGGER knowledge_stays_as_written BEFORE UPDATE ON knowledge_chunks
  FOR EACH ROW EXECUTE FUNCTION refuse('a chunk never changes');

CREATE FUNCTION knowledge_vectors_are_counted() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE knowledge_tenants SET bytes = bytes + length(NEW.vector) WHERE number = NEW.chunk_pk >> 32;
  ELSE
    UPDATE knowledge_tenants SET bytes = bytes - length(OLD.vector) WHERE number = OLD.chunk_pk >> 32;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER knowledge_vectors_are_counted AFTER INSERT OR DELETE ON knowledge_vectors
  FOR EACH ROW EXECUTE FUNCTION knowledge_vectors_are_counted();
