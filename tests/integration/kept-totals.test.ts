import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#server/secrets.ts';
import { NOON } from '../support/clock.ts';
import { makeFamily, makeHost, makeResident } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';
import { makeMail } from '../support/mailbox.ts';
import { onFile, onlyOnFile } from '../support/on-file.ts';
import { Random } from '../support/random.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';

/** What triggers keep: rows that a recount contradicts, and the triggers that keep it. */
const KEPT: { triggers: RegExp; differs: string }[] = [
  {
    triggers: /^blob_files_\w+_counts_(\w+_)?bytes$/,
    differs: `SELECT id FROM hosts WHERE stored_bytes <>
      (SELECT coalesce(sum(byte_size), 0) FROM blob_files WHERE host_id = hosts.id)`,
  },
  {
    triggers: /^(items|residents|withheld_pictures|picture_people)_\w+_(withholds|narrows|waits)$/,
    differs: `WITH reached AS (SELECT id, 0 AS waits, CASE WHEN photos_hidden = 1 THEN 'everybody'
        WHEN photo_consent = 1 AND photo_consent_extent = 'own' THEN 'others' ELSE '' END AS reach
        FROM residents UNION ALL SELECT id, 1, CASE waiting_consent
        WHEN 'none' THEN 'everybody' WHEN 'own' THEN 'others' ELSE '' END FROM residents),
      named AS (SELECT resident_id, picture FROM items WHERE deleted_at IS NULL
        UNION SELECT resident_id, picture FROM picture_people)
      SELECT id FROM blobs
      WHERE EXISTS (SELECT 1 FROM items WHERE blob_id = blobs.id AND deleted_at IS NULL)
      AND (
        (withheld = 1) <> EXISTS (SELECT 1 FROM withheld_pictures AS waiting
          WHERE waiting.host_id = blobs.host_id AND waiting.picture = blobs.sha256
          AND waiting.reach = 'everybody')
        OR only_for IS DISTINCT FROM (
          SELECT CASE count(DISTINCT waiting.resident_id) WHEN 0 THEN NULL
            WHEN 1 THEN max(waiting.resident_id) ELSE '' END
          FROM withheld_pictures AS waiting
          WHERE waiting.host_id = blobs.host_id AND waiting.picture = blobs.sha256
          AND waiting.reach = 'others'))
      UNION ALL SELECT named.picture FROM named JOIN reached ON reached.id = named.resident_id
      WHERE reached.reach <> '' AND NOT EXISTS (SELECT 1 FROM withheld_pictures AS waiting
        WHERE waiting.resident_id = named.resident_id AND waiting.picture = named.picture
        AND waiting.reach = reached.reach AND waiting.waits = reached.waits)
      UNION ALL SELECT reached.id FROM reached
      JOIN withheld_pictures AS waiting ON waiting.resident_id = reached.id
        AND waiting.waits = reached.waits
      WHERE reached.reach <> waiting.reach OR waiting.asks = 0 AND NOT EXISTS (
        SELECT 1 FROM named WHERE named.resident_id = waiting.resident_id
        AND named.picture = waiting.picture)`,
  },
  {
    triggers: /^items_delete_forgets(_people)?$/,
    differs: `SELECT picture AS id FROM picture_people
      WHERE picture NOT IN (SELECT picture FROM items WHERE items.host_id = picture_people.host_id)`,
  },
  {
    triggers: /^outbox_update_tells_delivery$/,
    differs: `SELECT family_id AS id FROM deliveries JOIN outbox ON outbox.id = outbox_id
      WHERE deliveries.state <> outbox.state
      OR deliveries.last_error IS DISTINCT FROM outbox.last_error
      OR (outbox.sent_at IS NOT NULL AND deliveries.sent_at IS DISTINCT FROM outbox.sent_at)`,
  },
  {
    triggers: /^families_delete_leaves_answers$/,
    differs: `SELECT id FROM answers
      WHERE family_id IS NULL AND family_name = ''
      OR family_id IS NOT NULL AND family_id NOT IN (SELECT id FROM families)`,
  },
  // A count of changes, not of rows: content-version.test.ts changes each of these tables.
  { triggers: /_raises_version$/, differs: `SELECT '' AS id WHERE 1 = 0` },
];

const ROUNDS = 400;
const SEED = 20261122;

const TRIGGERS = onFile
  ? `SELECT name AS id FROM sqlite_schema WHERE type = 'trigger'`
  : 'SELECT tgname AS id FROM pg_trigger WHERE NOT tgisinternal';

let rt: TestRuntime;
beforeEach(async () => {
  rt = await makeRuntime();
});

/** What no service does. */
const rows = async <Row>(query: RawBuilder<Row>): Promise<Row[]> =>
  (await query.execute(rt.db)).rows;
/** @param query of one column called id */
const column = async (query: string): Promise<string[]> =>
  (await rows(sql.raw<{ id: string }>(query))).map(({ id }) => id);
async function wrong(): Promise<string[]> {
  const found: string[] = [];
  for (const { triggers, differs } of KEPT) {
    for (const id of await column(differs)) found.push(`${triggers.source}: ${id}`);
  }
  return found;
}
const ids = (table: string) => column(`SELECT id FROM ${table} ORDER BY 1`);

test('every trigger is known here, with what it keeps', async () => {
  const names = await column(TRIGGERS);
  expect(names.length).toBeGreaterThan(20);
  const unknown = names.filter((name) => !KEPT.some(({ triggers }) => triggers.test(name)));
  expect(unknown).toEqual([]);
  const idle = KEPT.filter(({ triggers }) => !names.some((name) => triggers.test(name)));
  expect(idle).toEqual([]);
});

describe('after any write', () => {
  let random: Random;
  beforeEach(async () => {
    random = new Random(SEED);
    for (let host = 0; host < 2; host++) {
      const { id } = await makeHost(rt);
      for (let n = 0; n < 4; n++) await addResident(id);
    }
  });

  async function addResident(hostId: string): Promise<void> {
    const resident = await makeResident(rt, hostId);
    const family = await makeFamily(rt, resident);
    await rows(sql`
      INSERT INTO answers (id, host_id, resident_id, family_id, year_month, body, created_at)
      VALUES (${newId()}, ${hostId}, ${resident.id}, ${family.id}, 202609, 'はい', ${NOON})`);
    const mail = await makeMail(rt, { kind: 'delivery', hostId });
    await rows(sql`
      INSERT INTO deliveries (host_id, family_id, year_month, outbox_id, created_at)
      VALUES (${hostId}, ${family.id}, 202609, ${mail}, ${NOON})`);
  }

  async function addItem(): Promise<void> {
    const hostId = random.pick(await ids('hosts'));
    const residents = await column(
      `SELECT id FROM residents WHERE host_id = '${hostId}' ORDER BY 1`,
    );
    const taken = await column(
      `SELECT picture AS id FROM items WHERE host_id = '${hostId}' ORDER BY 1`,
    );
    const picture = taken.length > 0 && random.chance(0.5) ? random.pick(taken) : newId();
    const residentId = residents.length === 0 || random.chance(0.3) ? null : random.pick(residents);
    // The same picture may be at one place once.
    await makeItem(rt, hostId, { residentId, takenOn: '2026-09-01', picture }).catch(() => null);
  }

  const run = async (query: RawBuilder<unknown>): Promise<void> => {
    try {
      await rows(query);
    } catch (error) {
      if (!/unique|foreign key/i.test(String(error))) throw error;
    }
  };
  const anyOf = async (table: string): Promise<string> => {
    const all = await ids(table);
    return all.length > 0 ? random.pick(all) : '';
  };
  const addFile = async (conflict: string): Promise<void> => {
    const name = random.pick(['360.webp', '720.webp', 'master.jpg']);
    const bytes = random.int(1, 1_000_000);
    await run(sql`INSERT INTO blob_files (blob_id, host_id, name, byte_size, sha256)
      SELECT id, host_id, ${name}, ${bytes}, 'x' FROM blobs
      WHERE id = ${await anyOf('blobs')} ${sql.raw(conflict)}`);
  };

  const WRITES: (() => Promise<void>)[] = [
    addItem,
    addItem,
    () => addFile(''),
    () => addFile('ON CONFLICT DO NOTHING'),
    () => addFile('ON CONFLICT (blob_id, name) DO UPDATE SET byte_size = excluded.byte_size'),
    async () =>
      run(sql`UPDATE blob_files SET byte_size = ${random.int(1, 99)}
        WHERE blob_id = ${await anyOf('blobs')}`),
    async () => run(sql`UPDATE blob_files SET byte_size = byte_size + ${random.int(1, 9)}`),
    async () => run(sql`DELETE FROM blob_files WHERE blob_id = ${await anyOf('blobs')}`),
    async () => run(sql`DELETE FROM items WHERE id = ${await anyOf('items')}`),
    async () =>
      run(sql`UPDATE items SET deleted_at = ${random.pick([NOON, null])}
        WHERE id = ${await anyOf('items')}`),
    async () =>
      run(sql`UPDATE items SET resident_id = ${await anyOf('residents')}
        WHERE id = ${await anyOf('items')}`),
    async () =>
      run(sql`UPDATE residents SET photos_hidden = 1 - photos_hidden
        WHERE id = ${await anyOf('residents')}`),
    async () =>
      run(sql`UPDATE residents SET photos_hidden = 1 - photos_hidden
        WHERE host_id = ${await anyOf('hosts')}`),
    async () =>
      run(sql`UPDATE residents SET photo_consent = ${random.pick([1, 1, 0, null])},
        photo_consent_extent = ${random.pick(['own', 'all'])}, photos_hidden = 0
        WHERE id = ${await anyOf('residents')}`),
    async () =>
      run(sql`INSERT INTO picture_people (host_id, picture, resident_id)
        SELECT items.host_id, items.picture, residents.id FROM items
        JOIN residents ON residents.host_id = items.host_id
        WHERE items.id = ${await anyOf('items')} AND residents.id = ${await anyOf('residents')}
        ON CONFLICT DO NOTHING`),
    async () =>
      run(sql`DELETE FROM picture_people WHERE resident_id = ${await anyOf('residents')}`),
    async () =>
      run(sql`DELETE FROM withheld_pictures WHERE resident_id = ${await anyOf('residents')}
        AND picture NOT IN (SELECT picture FROM items
          WHERE items.resident_id = withheld_pictures.resident_id AND deleted_at IS NULL)
        AND picture NOT IN (SELECT picture FROM picture_people
          WHERE picture_people.resident_id = withheld_pictures.resident_id)`),
    async () =>
      run(sql`UPDATE outbox SET state = ${random.pick(['queued', 'sent', 'failed'])},
        sent_at = ${random.pick([NOON, null])}, last_error = ${random.pick(['busy', null])}
        WHERE id = ${await anyOf('outbox')}`),
    async () => {
      if (!random.chance(0.1)) return;
      await run(sql`DELETE FROM families WHERE id = ${await anyOf('families')}`);
    },
    async () =>
      run(sql`DELETE FROM blobs WHERE id NOT IN (SELECT blob_id FROM items)
        AND id = ${await anyOf('blobs')}`),
  ];

  test(`a recount agrees: ${ROUNDS} random ones`, async () => {
    const seen = { items: 0, bytes: 0, withheld: 0 };
    const note = async (name: keyof typeof seen, query: string): Promise<void> => {
      seen[name] = Math.max(seen[name], Number((await column(query))[0]));
    };
    for (let round = 0; round < ROUNDS; round++) {
      const write = random.int(0, WRITES.length - 1);
      await WRITES[write]?.();
      expect(await wrong(), `round ${round}, write ${write}`).toEqual([]);
      await note('items', 'SELECT count(*) AS id FROM items');
      await note('bytes', 'SELECT sum(stored_bytes) AS id FROM hosts');
      await note('withheld', 'SELECT sum(withheld) AS id FROM blobs');
    }
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(0);
    await run(sql`DELETE FROM hosts WHERE id = ${await anyOf('hosts')}`);
    expect(await wrong()).toEqual([]);
  });

  test(
    'except after REPLACE, which deletes without triggers and which no code uses',
    onlyOnFile('REPLACE is of SQLite'),
    async () => {
      await addItem();
      for (let n = 0; n < 2; n++) {
        await rows(sql`INSERT OR REPLACE INTO blob_files (blob_id, host_id, name, byte_size, sha256)
          SELECT id, host_id, '360.webp', 5, 'x' FROM blobs`);
      }
      expect(await wrong()).toHaveLength(1);
    },
  );
});
