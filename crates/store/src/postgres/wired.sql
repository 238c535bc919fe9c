-- Whether a server hears the others over NATS: either all of a cluster do, or none.
ALTER TABLE servers ADD COLUMN wired BOOL NOT NULL DEFAULT false;
