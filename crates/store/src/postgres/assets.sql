-- The page's files of every version whose servers live or lived lately: during an update a page that was loaded from one
-- server asks another for the rest of itself.
CREATE TABLE assets (
    path TEXT PRIMARY KEY,          -- with the version's own hash in it
    body BYTEA NOT NULL,
    seen TIMESTAMPTZ NOT NULL DEFAULT now()
);

-- A copy into this database that has not come to its end, and where it is from.
CREATE TABLE copying (
    one    BOOL PRIMARY KEY DEFAULT true CHECK (one),
    source TEXT NOT NULL
);
