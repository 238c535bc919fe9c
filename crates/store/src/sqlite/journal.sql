-- The latest steps of all games, in the order in which they came, on their way to `steps`: one row a commit.
CREATE TABLE journal (
    id    INTEGER PRIMARY KEY,
    steps TEXT NOT NULL
);
