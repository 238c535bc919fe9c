-- The lock on the server's row keeps a fence out until this has been committed; it makes no new version of the row, which
-- a backup that runs for hours would keep alive by the million.
WITH me AS MATERIALIZED (SELECT 1 FROM servers WHERE id = $1 AND NOT fenced FOR KEY SHARE)
INSERT INTO steps (game_id, seq, at_ms, epoch, body)
SELECT g, s, a, e, b FROM unnest($2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::text[]) n(t, e, g, s, a, b)
WHERE EXISTS (SELECT 1 FROM me)
  AND (SELECT o.epoch FROM owners o WHERE o.table_id = t AND o.owner = $1) = e
  AND CASE WHEN s = 1 THEN (SELECT 1 FROM games q WHERE q.id = g AND q.finished_ms IS NULL)
           ELSE (SELECT 1 FROM steps p WHERE p.game_id = g AND p.seq = s - 1) END IS NOT NULL
ON CONFLICT DO NOTHING RETURNING game_id
