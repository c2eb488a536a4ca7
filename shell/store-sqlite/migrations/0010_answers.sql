-- One table of requests that are answered once, whatever surface they came to. Answers that were kept by the key
-- of a client's alone are not known any more, and neither are those whose form was another; what is under way
-- goes on.

DROP TABLE idempotency;

DELETE FROM answered WHERE conversation_id LIKE 'POST %' AND body IS NOT NULL;

ALTER TABLE answered RENAME COLUMN conversation_id TO route;
ALTER TABLE answered RENAME COLUMN request_id TO key;
ALTER TABLE answered ADD COLUMN status INTEGER NOT NULL DEFAULT 200;
-- Of the turn that answers it; that holds the request for as long as the task.
ALTER TABLE answered ADD COLUMN lease_id BLOB;
CREATE INDEX answered_by_lease ON answered (lease_id) WHERE lease_id IS NOT NULL;
