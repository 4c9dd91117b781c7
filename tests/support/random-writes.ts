import { sql } from 'kysely';
import type { Db } from '#server/database.ts';
import type { Random } from './random.ts';

const AT = '2026-09-01T00:00:00.000Z';
const HOSTS = ['h1', 'h2'];
const RESIDENTS = ['1', '2', '3'];
const FAMILIES = ['1', '2'];
const BLOBS = ['1', '2', '3', '4'];

const run = async (db: Db, statement: string): Promise<void> => {
  await sql.raw(statement).execute(db);
};

/** Two facilities; half of the blobs have the same picture. */
export async function startRows(db: Db): Promise<void> {
  for (const host of HOSTS) {
    await run(db, `INSERT INTO hosts (id, name, created_at) VALUES ('${host}', 'H', '${AT}')`);
    for (const n of RESIDENTS) {
      await run(
        db,
        `INSERT INTO residents (id, host_id, name, photo_consent, token, created_at)
          VALUES ('${host}r${n}', '${host}', 'R', 1, '${host}r${n}', '${AT}')`,
      );
      for (const f of FAMILIES) await addFamily(db, host, `${host}r${n}`, `${host}f${n}${f}`);
    }
    for (const n of BLOBS) {
      const picture = `${host}p${Number(n) % 2}`;
      await run(
        db,
        `INSERT INTO blobs (id, host_id, filename, content_type, byte_size, checksum, sha256, state,
            created_at, slot_expires_at)
          VALUES ('${host}b${n}', '${host}', 'a', 'image/jpeg', 1, 'x', '${picture}', 'ready',
            '${AT}', '${AT}')`,
      );
    }
  }
}

async function addFamily(db: Db, host: string, resident: string, id: string): Promise<void> {
  await run(
    db,
    `INSERT INTO families (id, host_id, resident_id, name, relationship, delivery, token, created_at)
      VALUES ('${id}', '${host}', '${resident}', 'F ${id}', '長女', 'email', '${id}', '${AT}')`,
  );
  await run(
    db,
    `INSERT INTO answers (id, host_id, resident_id, family_id, year_month, body, created_at)
      VALUES ('a${id}', '${host}', '${resident}', '${id}', 202609, 'よかったです', '${AT}')`,
  );
  await run(
    db,
    `INSERT INTO outbox (id, host_id, kind, recipient, subject, text, html, message_id,
        next_attempt_at, created_at)
      VALUES ('m${id}', '${host}', 'delivery', 'a@example.jp', '', '', '', 'm${id}', '${AT}', '${AT}')`,
  );
  await run(
    db,
    `INSERT INTO deliveries (host_id, family_id, year_month, outbox_id, created_at)
      VALUES ('${host}', '${id}', 202609, 'm${id}', '${AT}')`,
  );
}

interface Write {
  what: string;
  run: (db: Db) => Promise<void>;
}

/** Writes of every table that has triggers; each changes what it touches. Some are refused. */
export function* randomWrites(random: Random, count: number): Generator<Write> {
  for (let n = 0; n < count; n++) {
    const statement = random.pick(STATEMENTS)(random, n);
    yield { what: `write ${n}: ${statement}`, run: (db) => run(db, statement) };
  }
}

const residentOf = (random: Random, host: string): string =>
  random.chance(0.3) ? 'NULL' : `'${host}r${random.pick(RESIDENTS)}'`;
const some = (random: Random): string => `host_id = '${random.pick(HOSTS)}'`;

const STATEMENTS: ((random: Random, n: number) => string)[] = [
  (random, n) => {
    const host = random.pick(HOSTS);
    const blob = random.pick(BLOBS);
    return `INSERT INTO items (id, host_id, resident_id, blob_id, picture, is_upload, taken_on, created_at)
      VALUES ('i${n}', '${host}', ${residentOf(random, host)}, '${host}b${blob}',
        '${host}p${Number(blob) % 2}', 0, '2026-08-0${random.int(1, 9)}', '${AT}')`;
  },
  (random, n) => `UPDATE items SET caption = '${n}' WHERE ${some(random)}`,
  (random, n) => {
    const host = random.pick(HOSTS);
    return `UPDATE items SET resident_id = ${residentOf(random, host)}, caption = '${n}'
      WHERE id = (SELECT max(id) FROM items WHERE host_id = '${host}')`;
  },
  (random, n) => `UPDATE items SET deleted_at = '${AT}', caption = '${n}'
    WHERE deleted_at IS NULL AND id = (SELECT min(id) FROM items WHERE ${some(random)})`,
  (random) => `DELETE FROM items WHERE id = (SELECT min(id) FROM items WHERE ${some(random)})`,
  (random) => `UPDATE residents SET photos_hidden = 1 - photos_hidden
    WHERE id = '${random.pick(HOSTS)}r${random.pick(RESIDENTS)}'`,
  (random) => `UPDATE residents SET photos_hidden = 1 - photos_hidden WHERE ${some(random)}`,
  (random) => `UPDATE residents SET photos_hidden = 0,
    photo_consent = ${random.pick(['0', '1', '1', 'NULL'])},
    photo_consent_extent = '${random.pick(['own', 'all'])}' WHERE ${some(random)}`,
  (random) => `UPDATE residents
    SET waiting_consent = ${random.pick(["'none'", "'own'", 'NULL'])} WHERE ${some(random)}`,
  (random) => `INSERT INTO picture_people (host_id, picture, resident_id)
    SELECT DISTINCT items.host_id, items.picture, residents.id FROM items
    JOIN residents ON residents.host_id = items.host_id
    WHERE residents.id LIKE '%r${random.pick(RESIDENTS)}' ON CONFLICT DO NOTHING`,
  (random) => `DELETE FROM picture_people WHERE ${some(random)}`,
  (random, n) => {
    const host = random.pick(HOSTS);
    const size = random.int(1, 1000);
    return `INSERT INTO blob_files (blob_id, name, host_id, byte_size, sha256)
      VALUES ('${host}b1', 'f${random.int(1, 4)}', '${host}', ${size}, '${n}'),
        ('${host}b2', 'g${random.int(1, 4)}', '${host}', ${size + 1}, '${n}')
      ON CONFLICT (blob_id, name) DO UPDATE SET byte_size = excluded.byte_size`;
  },
  (random) => `UPDATE blob_files SET byte_size = byte_size + ${random.int(1, 9)}
    WHERE blob_id = '${random.pick(HOSTS)}b${random.int(1, 2)}'`,
  (random) => `DELETE FROM blob_files WHERE name = 'f${random.int(1, 4)}'`,
  (random, n) => `UPDATE outbox SET state = '${random.pick(['sent', 'failed', 'queued'])}',
    last_error = '${n}', sent_at = ${random.chance(0.5) ? 'NULL' : `'${AT}'`}
    WHERE ${some(random)} AND id LIKE '%${random.pick(FAMILIES)}'`,
  (random) => `UPDATE outbox SET attempts = attempts + 1 WHERE ${some(random)}`,
  (random, n) => {
    const host = random.pick(HOSTS);
    return `INSERT INTO letter_notes (host_id, resident_id, year_month, body, version, updated_at)
      VALUES ('${host}', '${host}r${random.pick(RESIDENTS)}', 202609, '${n}', 1, '${AT}')
      ON CONFLICT (host_id, resident_id, year_month) DO UPDATE SET body = excluded.body`;
  },
  (random) => `UPDATE letter_notes SET version = version + 1 WHERE ${some(random)}`,
  (random) => `DELETE FROM letter_notes WHERE ${some(random)}`,
  (random, n) => {
    const host = random.pick(HOSTS);
    const held = random.chance(0.5) ? 'NULL' : `'${n}'`;
    return `INSERT INTO letter_checks (host_id, resident_id, year_month, checked_at, held_back)
      VALUES ('${host}', '${host}r${random.pick(RESIDENTS)}', 202609, '${AT}', ${held})
      ON CONFLICT (host_id, resident_id, year_month)
        DO UPDATE SET held_back = excluded.held_back, checked_at = '${n}'`;
  },
  (random) => `DELETE FROM letter_checks WHERE ${some(random)}`,
  (random, n) => `INSERT INTO letters (host_id, year_month, title, body, version, updated_at)
    VALUES ('${random.pick(HOSTS)}', 20260${random.int(1, 9)}, '', '${n}', 1, '${AT}')`,
  (random) => `DELETE FROM letters WHERE ${some(random)}`,
  (random, n) => `UPDATE hosts SET name = '${n}' WHERE id = '${random.pick(HOSTS)}'`,
  (random, n) => `UPDATE hosts SET plan = '${n}' WHERE id = '${random.pick(HOSTS)}'`,
  (random, n) => `UPDATE families SET name = '${n}' WHERE ${some(random)}`,
  (random) =>
    `DELETE FROM families WHERE id = (SELECT min(id) FROM families WHERE ${some(random)})`,
  (random) => `UPDATE blobs SET state = CASE state WHEN 'ready' THEN 'accepted' ELSE 'ready' END
    WHERE id = '${random.pick(HOSTS)}b${random.pick(BLOBS)}'`,
  (random) => `DELETE FROM residents WHERE id = '${random.pick(HOSTS)}r${random.pick(RESIDENTS)}'
    AND NOT EXISTS (SELECT 1 FROM items WHERE items.resident_id = residents.id)`,
];
