-- The journal has one row a commit instead of one a step. What waits in it goes to its place first.
INSERT OR IGNORE INTO steps (game_id, seq, at_ms, body)
    SELECT game_id, seq, at_ms, body FROM journal
    WHERE game_id IN (SELECT id FROM games) ORDER BY game_id, seq;
DROP TABLE journal;
CREATE TABLE journal (
    id    INTEGER PRIMARY KEY,
    steps TEXT NOT NULL
);
