-- What another living server owns is awake: its owner sees to it. A game that is on is as old as its last step.
WITH old_games AS (DELETE FROM games WHERE over_ms < $1 RETURNING 1),
old AS (
    SELECT t.id FROM tables t
    WHERE (t.touched_ms < $2 OR (t.touched_ms < $3 AND t.phase = 'lobby'
            AND NOT EXISTS (SELECT 1 FROM seats WHERE table_id = t.id)
            AND NOT EXISTS (SELECT 1 FROM games WHERE table_id = t.id)))
      AND NOT (t.id = ANY ($4::text[]))
      AND NOT EXISTS (SELECT 1 FROM owners o JOIN servers s ON s.id = o.owner
                      WHERE o.table_id = t.id AND NOT s.fenced AND s.id <> $5)
      AND NOT EXISTS (SELECT 1 FROM games g JOIN steps p ON p.game_id = g.id
                      WHERE g.table_id = t.id AND g.finished_ms IS NULL AND $2 <= p.at_ms)
),
gone AS (DELETE FROM tables t USING old WHERE t.id = old.id RETURNING t.id),
running AS (DELETE FROM games WHERE table_id IN (SELECT id FROM gone) AND finished_ms IS NULL RETURNING id),
steps_gone AS (DELETE FROM steps WHERE game_id IN (SELECT id FROM running)),
free AS (DELETE FROM owners WHERE table_id IN (SELECT id FROM gone)),
-- Servers that were shut out and own nothing any more. The clock of all is the latest of theirs, so that one stays.
servers_gone AS (
    DELETE FROM servers s WHERE s.fenced AND s.id <> $5
      AND s.clock_ms < (SELECT max(l.clock_ms) FROM servers l WHERE NOT l.fenced)
      AND NOT EXISTS (SELECT 1 FROM owners o WHERE o.owner = s.id)
)
SELECT (SELECT count(*) FROM old_games), (SELECT count(*) FROM gone)
