-- What an organisation knows. All of it is the tenant's; `user_id` says who added a source, and hangs on nobody, since it
-- stays when they go.
--
-- A chunk's number begins with its tenant's, so that a search reads that tenant's part of the index and no other. The
-- index holds terms as we cut them, with spaces between them; triggers keep it as the chunks are, and what is deleted
-- leaves nothing in it. A document is found by its chunks of its current version alone.

CREATE TABLE knowledge_tenants (
  number     INTEGER PRIMARY KEY CHECK (number BETWEEN 1 AND 1000000000),
  tenant_id  BLOB NOT NULL UNIQUE REFERENCES tenants (id),
  next_chunk INTEGER NOT NULL DEFAULT 0 CHECK (next_chunk < 4294967296),
  chunks     INTEGER NOT NULL DEFAULT 0,
  terms      INTEGER NOT NULL DEFAULT 0,
  bytes      INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE knowledge_sources (
  pk         INTEGER PRIMARY KEY,
  tenant_id  BLOB NOT NULL REFERENCES tenants (id),
  user_id    BLOB NOT NULL,
  id         BLOB NOT NULL CHECK (length(id) = 16),
  kind       TEXT NOT NULL CHECK (kind IN ('file', 'page', 'sitemap')),
  location   TEXT NOT NULL CHECK (length(location) BETWEEN 1 AND 2048),
  title      TEXT NOT NULL CHECK (length(title) <= 500),
  domain     TEXT CHECK (length(domain) BETWEEN 1 AND 255),
  state      TEXT NOT NULL CHECK (state IN ('pending', 'running', 'ready', 'failed', 'removing')),
  error      TEXT CHECK (length(error) <= 500),
  claim      INTEGER NOT NULL DEFAULT 0,
  done       INTEGER NOT NULL DEFAULT 0,
  total      INTEGER NOT NULL DEFAULT 0,
  documents  INTEGER NOT NULL DEFAULT 0,
  chunks     INTEGER NOT NULL DEFAULT 0,
  blob       BLOB CHECK (length(blob) = 16),
  size       INTEGER NOT NULL DEFAULT 0 CHECK (size >= 0),
  refresh_ms INTEGER CHECK (refresh_ms > 0),
  due_ms     INTEGER,
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, kind, location)
) STRICT;
CREATE INDEX knowledge_sources_by_blob ON knowledge_sources (blob) WHERE blob IS NOT NULL;

CREATE TRIGGER knowledge_that_goes_stays_gone BEFORE UPDATE OF state ON knowledge_sources
WHEN OLD.state = 'removing' AND NEW.state <> 'removing'
BEGIN SELECT RAISE(ABORT, 'what was removed does not come back'); END;

-- `reading` is the claim under which it was last looked at.
CREATE TABLE knowledge_documents (
  pk         INTEGER PRIMARY KEY,
  source_pk  INTEGER NOT NULL REFERENCES knowledge_sources (pk) ON DELETE CASCADE,
  location   TEXT NOT NULL CHECK (length(location) <= 2048),
  title      TEXT NOT NULL CHECK (length(title) <= 500),
  mime       TEXT NOT NULL CHECK (length(mime) <= 100),
  language   TEXT,
  digest     BLOB NOT NULL CHECK (length(digest) = 32),
  version    INTEGER NOT NULL DEFAULT 0,
  chunks     INTEGER NOT NULL DEFAULT 0,
  reading    INTEGER NOT NULL,
  indexed_ms INTEGER NOT NULL,
  UNIQUE (source_pk, location)
) STRICT;

CREATE TABLE knowledge_chunks (
  pk            INTEGER PRIMARY KEY,
  document_pk   INTEGER NOT NULL REFERENCES knowledge_documents (pk) ON DELETE CASCADE,
  version       INTEGER NOT NULL,
  seq           INTEGER NOT NULL,
  section       TEXT NOT NULL,
  page          INTEGER,
  text          TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 4000),
  scope         TEXT NOT NULL,
  heading_terms TEXT NOT NULL,
  body_terms    TEXT NOT NULL,
  term_count    INTEGER NOT NULL,
  UNIQUE (document_pk, version, seq)
) STRICT;

CREATE TABLE knowledge_vectors (
  chunk_pk INTEGER PRIMARY KEY REFERENCES knowledge_chunks (pk) ON DELETE CASCADE,
  vector   BLOB NOT NULL
) STRICT;

CREATE VIRTUAL TABLE knowledge_index USING fts5 (
  scope, heading_terms, body_terms,
  content = 'knowledge_chunks', content_rowid = 'pk', tokenize = 'ascii'
);
INSERT INTO knowledge_index (knowledge_index, rank) VALUES ('secure-delete', 1);

CREATE TRIGGER knowledge_is_indexed AFTER INSERT ON knowledge_chunks
BEGIN
  INSERT INTO knowledge_index (rowid, scope, heading_terms, body_terms)
  VALUES (NEW.pk, NEW.scope, NEW.heading_terms, NEW.body_terms);
  UPDATE knowledge_tenants SET chunks = chunks + 1, terms = terms + NEW.term_count,
    bytes = bytes + length(NEW.text) + length(NEW.heading_terms) + length(NEW.body_terms)
  WHERE number = NEW.pk >> 32;
END;

CREATE TRIGGER knowledge_is_indexed_no_more AFTER DELETE ON knowledge_chunks
BEGIN
  INSERT INTO knowledge_index (knowledge_index, rowid, scope, heading_terms, body_terms)
  VALUES ('delete', OLD.pk, OLD.scope, OLD.heading_terms, OLD.body_terms);
  UPDATE knowledge_tenants SET chunks = chunks - 1, terms = terms - OLD.term_count,
    bytes = bytes - length(OLD.text) - length(OLD.heading_terms) - length(OLD.body_terms)
  WHERE number = OLD.pk >> 32;
END;

CREATE TRIGGER knowledge_stays_as_written BEFORE UPDATE ON knowledge_chunks
BEGIN SELECT RAISE(ABORT, 'a chunk never changes'); END;

CREATE TRIGGER knowledge_vectors_are_counted AFTER INSERT ON knowledge_vectors
BEGIN
  UPDATE knowledge_tenants SET bytes = bytes + length(NEW.vector) WHERE number = NEW.chunk_pk >> 32;
END;

CREATE TRIGGER knowledge_vectors_count_no_more AFTER DELETE ON knowledge_vectors
BEGIN
  UPDATE knowledge_tenants SET bytes = bytes - length(OLD.vector) WHERE number = OLD.chunk_pk >> 32;
END;
