CREATE TABLE clock (one INTEGER PRIMARY KEY CHECK (one = 1), ms BIGINT NOT NULL);
INSERT INTO clock VALUES (1, 0);

CREATE TABLE tables (
    id         TEXT PRIMARY KEY,
    version    BIGINT NOT NULL,
    listed     BOOLEAN NOT NULL,
    phase      TEXT NOT NULL,
    updated_ms BIGINT NOT NULL,
    body       TEXT NOT NULL
);
CREATE INDEX tables_by_phase ON tables (phase, updated_ms);

CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     BIGINT NOT NULL,
    owner    BLOB NOT NULL,
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX seats_by_owner ON seats (owner);

CREATE TABLE games (
    id            TEXT PRIMARY KEY,
    table_id      TEXT NOT NULL,
    number        BIGINT NOT NULL,
    rules_version BIGINT NOT NULL,
    started_ms    BIGINT NOT NULL,
    finished_ms   BIGINT,
    header        TEXT NOT NULL,
    result        TEXT,
    UNIQUE (table_id, number)
);
CREATE INDEX games_finished ON games (finished_ms) WHERE finished_ms IS NOT NULL;
CREATE INDEX games_running ON games (table_id) WHERE finished_ms IS NULL;

CREATE TABLE participants (
    owner   BLOB NOT NULL,
    game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat    BIGINT NOT NULL,
    PRIMARY KEY (owner, game_id, seat)
);
CREATE INDEX participants_by_game ON participants (game_id);

CREATE TABLE steps (
    game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq     BIGINT NOT NULL,
    at_ms   BIGINT NOT NULL,
    body    TEXT NOT NULL,
    PRIMARY KEY (game_id, seq)
) WITHOUT ROWID;

CREATE TABLE snapshots (
    game_id TEXT PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    seq     BIGINT NOT NULL,
    body    TEXT NOT NULL
);

CREATE TABLE talk (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seq      BIGINT NOT NULL,
    at_ms    BIGINT NOT NULL,
    body     TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
);
