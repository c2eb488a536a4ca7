-- How many migrations a program has to know to work with what is here: while servers are brought up to date one after the
-- other, those of the version before go on beside the newer ones, and may start again.

ALTER TABLE about ADD COLUMN works_from BIGINT NOT NULL DEFAULT 0;
