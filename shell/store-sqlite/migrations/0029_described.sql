-- Until when counts what a document of the program's own says of it; nothing where it has registered.

ALTER TABLE oauth_clients ADD COLUMN fresh_until_ms INTEGER;
