-- A write of more than one step, all or nothing, as one statement: so it can share a pipeline with others.
-- Errors: DK001 conflict, DK002 gap, DK003 fenced.
CREATE OR REPLACE FUNCTION daikaiju_apply_1(me BIGINT, at_table TEXT, at_epoch BIGINT, changes JSONB)
RETURNS VOID LANGUAGE plpgsql AS $$
DECLARE
    change JSONB;
BEGIN
    -- Locks the server's row: nobody can fence this server while the write is under way.
    PERFORM 1 FROM servers WHERE id = me AND NOT fenced FOR KEY SHARE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'this server has been fenced' USING ERRCODE = 'DK003';
    END IF;
    IF at_table IS NOT NULL THEN
        PERFORM 1 FROM owners WHERE table_id = at_table AND owner = me AND epoch = at_epoch;
        IF NOT FOUND THEN
            RAISE EXCEPTION 'this table has another owner' USING ERRCODE = 'DK003';
        END IF;
    END IF;
    FOR change IN SELECT * FROM jsonb_array_elements(changes) LOOP
        CASE change->>'kind'
        WHEN 'put_table' THEN
            IF (change->>'expected')::bigint = 0 THEN
                INSERT INTO tables (id, version, listed, phase, updated_ms, touched_ms, body)
                VALUES (change->>'id', (change->>'version')::bigint, (change->>'listed')::bool, change->>'phase',
                        (change->>'updated_ms')::bigint, (change->>'touched_ms')::bigint, change->>'body')
                ON CONFLICT DO NOTHING;
            ELSE
                UPDATE tables SET version = (change->>'version')::bigint, listed = (change->>'listed')::bool,
                    phase = change->>'phase', updated_ms = (change->>'updated_ms')::bigint,
                    touched_ms = (change->>'touched_ms')::bigint, body = change->>'body'
                WHERE id = change->>'id' AND version = (change->>'expected')::bigint;
            END IF;
            IF NOT FOUND THEN RAISE EXCEPTION 'conflict' USING ERRCODE = 'DK001'; END IF;
        WHEN 'put_seats' THEN
            DELETE FROM seats WHERE table_id = change->>'table';
            INSERT INTO seats (table_id, seat, owner)
            SELECT change->>'table', (s->>0)::int, decode(s->>1, 'hex') FROM jsonb_array_elements(change->'seats') s;
        WHEN 'start_game' THEN
            INSERT INTO games (id, table_id, number, rules_version, started_ms, finished_ms, header, result)
            VALUES (change->>'id', change->>'table', (change->>'number')::bigint, (change->>'rules_version')::bigint,
                    (change->>'started_ms')::bigint, (change->>'finished_ms')::bigint, change->>'header', change->>'result')
            ON CONFLICT DO NOTHING;
            IF NOT FOUND THEN RAISE EXCEPTION 'conflict' USING ERRCODE = 'DK001'; END IF;
            INSERT INTO participants (owner, game_id, seat)
            SELECT decode(s->>1, 'hex'), change->>'id', (s->>0)::int FROM jsonb_array_elements(change->'participants') s;
        WHEN 'join_game' THEN
            UPDATE games SET header = change->>'header' WHERE id = change->>'game' AND finished_ms IS NULL;
            IF NOT FOUND THEN RAISE EXCEPTION 'conflict' USING ERRCODE = 'DK001'; END IF;
            INSERT INTO participants (owner, game_id, seat)
            VALUES (decode(change->>'owner', 'hex'), change->>'game', (change->>'seat')::int)
            ON CONFLICT DO NOTHING;
            IF NOT FOUND THEN RAISE EXCEPTION 'conflict' USING ERRCODE = 'DK001'; END IF;
        WHEN 'step' THEN
            IF EXISTS (SELECT 1 FROM steps WHERE game_id = change->>'game' AND seq = (change->>'seq')::bigint) THEN
                RAISE EXCEPTION 'conflict' USING ERRCODE = 'DK001';
            END IF;
            IF (CASE WHEN (change->>'seq')::bigint = 1
                THEN (SELECT 1 FROM games WHERE id = change->>'game' AND finished_ms IS NULL)
                ELSE (SELECT 1 FROM steps WHERE game_id = change->>'game' AND seq = (change->>'seq')::bigint - 1)
                END) IS NULL THEN
                RAISE EXCEPTION 'gap' USING ERRCODE = 'DK002';
            END IF;
            INSERT INTO steps (game_id, seq, at_ms, epoch, body)
            VALUES (change->>'game', (change->>'seq')::bigint, (change->>'at_ms')::bigint, coalesce(at_epoch, 0), change->>'body');
        WHEN 'snapshot' THEN
            INSERT INTO snapshots (game_id, seq, body)
            VALUES (change->>'game', (change->>'seq')::bigint, change->>'body')
            ON CONFLICT (game_id) DO UPDATE SET seq = excluded.seq, body = excluded.body;
        WHEN 'finish_game' THEN
            UPDATE games SET finished_ms = (change->>'at_ms')::bigint, over_ms = (change->>'clock_ms')::bigint, result = change->>'result'
            WHERE id = change->>'game' AND finished_ms IS NULL;
            IF NOT FOUND THEN RAISE EXCEPTION 'conflict' USING ERRCODE = 'DK001'; END IF;
            DELETE FROM snapshots WHERE game_id = change->>'game';
            WITH gone AS (DELETE FROM steps WHERE game_id = change->>'game' RETURNING seq, at_ms, epoch, body)
            INSERT INTO records (game_id, steps)
            SELECT change->>'game', coalesce(json_agg(json_build_array(seq, at_ms, epoch, body) ORDER BY seq), '[]')::text FROM gone;
        WHEN 'talk' THEN
            INSERT INTO talk (table_id, seq, at_ms, body)
            VALUES (change->>'table', (change->>'seq')::bigint, (change->>'at_ms')::bigint, change->>'body')
            ON CONFLICT DO NOTHING;
            IF NOT FOUND THEN RAISE EXCEPTION 'conflict' USING ERRCODE = 'DK001'; END IF;
        WHEN 'clock' THEN
            UPDATE servers SET clock_ms = (change->>'ms')::bigint WHERE id = me AND clock_ms < (change->>'ms')::bigint;
        END CASE;
    END LOOP;
END
$$;

-- Raises the format of rows to the newest that every living server reads. The lock comes first, and each statement sees
-- what was there before it: a server that enters at this moment is either seen, or sees the new format.
CREATE OR REPLACE FUNCTION daikaiju_raise_1() RETURNS INT LANGUAGE plpgsql AS $$
DECLARE
    newest INT;
BEGIN
    PERFORM 1 FROM cluster FOR UPDATE;
    SELECT min(upper(reads)) - 1 INTO newest FROM servers WHERE NOT fenced;
    UPDATE cluster SET writes = newest
    WHERE writes < newest AND NOT EXISTS (SELECT 1 FROM servers WHERE NOT fenced AND NOT reads @> newest);
    RETURN (SELECT writes FROM cluster);
END
$$;
