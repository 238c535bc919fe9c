-- What is too old is told by the server's clock, which no jump of the wall clock moves. What is here already counts from now.
ALTER TABLE tables ADD COLUMN touched_ms BIGINT NOT NULL DEFAULT 0;
UPDATE tables SET touched_ms = (SELECT ms FROM clock);
CREATE INDEX tables_by_touch ON tables (touched_ms);
ALTER TABLE games ADD COLUMN over_ms BIGINT;
UPDATE games SET over_ms = (SELECT ms FROM clock) WHERE finished_ms IS NOT NULL;
CREATE INDEX games_over ON games (over_ms) WHERE over_ms IS NOT NULL;
-- The life of this file: a copy has another one. It stands in the row that every commit writes, so that a log which belongs
-- to another file is recognised.
ALTER TABLE clock ADD COLUMN life TEXT NOT NULL DEFAULT '';
ALTER TABLE clock ADD COLUMN commits BIGINT NOT NULL DEFAULT 0;
