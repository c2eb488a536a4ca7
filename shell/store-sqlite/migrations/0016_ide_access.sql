-- A token that is made to be published counts for the surface of IDEs alone.
ALTER TABLE tokens ADD COLUMN publishable INTEGER NOT NULL DEFAULT 0;

-- What an operator has changed of the keywords that requests of IDEs name, or added: all of it together, by keyword.
CREATE TABLE intent_keywords (
  keyword    TEXT PRIMARY KEY,
  version    INTEGER NOT NULL CHECK (version > 0),
  body       TEXT NOT NULL,
  updated_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
