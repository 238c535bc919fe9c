-- The same content as SQLite's, and what several servers on one database need besides.

CREATE TABLE cluster (
    one    BOOL PRIMARY KEY DEFAULT true CHECK (one),
    id     UUID NOT NULL DEFAULT gen_random_uuid(),
    key    BYTEA NOT NULL,          -- seals the messages between servers
    schema INT NOT NULL,            -- the version of these tables
    writes INT NOT NULL             -- the format of rows that every living server can read
);

-- One row for each start of a server; its number is never used again.
CREATE TABLE servers (
    id       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name     TEXT NOT NULL,
    program  TEXT NOT NULL,
    tag      TEXT NOT NULL,         -- what all connections of this process are called
    reads    INT4RANGE NOT NULL,
    until    TIMESTAMPTZ NOT NULL,
    clock_ms BIGINT NOT NULL DEFAULT 0,
    fenced   BOOL NOT NULL DEFAULT false
) WITH (fillfactor = 50);

-- Who owns a table; NULL: nobody. The epoch rises with every new owner.
CREATE TABLE owners (
    table_id TEXT PRIMARY KEY,
    owner    BIGINT,
    epoch    BIGINT NOT NULL,
    shift_ms BIGINT NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX owners_by_owner ON owners (owner);

CREATE TABLE tables (
    id         TEXT PRIMARY KEY,
    version    BIGINT NOT NULL,
    listed     BOOL NOT NULL,
    phase      TEXT NOT NULL,
    updated_ms BIGINT NOT NULL,     -- for people
    touched_ms BIGINT NOT NULL,     -- by the servers' clock, which no jump of the wall clock moves
    body       TEXT NOT NULL
);
CREATE INDEX tables_by_phase ON tables (phase, updated_ms);
CREATE INDEX tables_by_touch ON tables (touched_ms);

CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     INT NOT NULL,
    owner    BYTEA NOT NULL,
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX seats_by_owner ON seats (owner);

CREATE TABLE games (
    id            TEXT PRIMARY KEY,
    table_id      TEXT NOT NULL,
    number        BIGINT NOT NULL,
    rules_version BIGINT NOT NULL,
    started_ms    BIGINT NOT NULL,
    finished_ms   BIGINT,           -- for people
    over_ms       BIGINT,           -- by the servers' clock
    header        TEXT NOT NULL,
    result        TEXT,
    UNIQUE (table_id, number)
);
CREATE INDEX games_finished ON games (finished_ms) WHERE finished_ms IS NOT NULL;
CREATE INDEX games_over ON games (over_ms) WHERE over_ms IS NOT NULL;
CREATE INDEX games_running ON games (table_id) WHERE finished_ms IS NULL;

CREATE TABLE participants (
    owner   BYTEA NOT NULL,
    game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat    INT NOT NULL,
    PRIMARY KEY (owner, game_id, seat)
);
CREATE INDEX participants_by_game ON participants (game_id);

-- The steps of running games. No reference to games: the checks of the one statement that writes stand in for it.
CREATE TABLE steps (
    game_id TEXT NOT NULL,
    seq     BIGINT NOT NULL,
    at_ms   BIGINT NOT NULL,
    epoch   BIGINT NOT NULL,
    body    TEXT NOT NULL,
    PRIMARY KEY (game_id, seq)
);

-- The steps of finished games, one row for each game: a JSON list of [seq, at_ms, epoch, body].
CREATE TABLE records (
    game_id TEXT PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    steps   TEXT NOT NULL
);

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
