-- The latest steps of all games, in the order in which they came, on their way to `steps`.
CREATE TABLE journal (
    id      INTEGER PRIMARY KEY,
    game_id TEXT NOT NULL,
    seq     BIGINT NOT NULL,
    at_ms   BIGINT NOT NULL,
    body    TEXT NOT NULL
);
