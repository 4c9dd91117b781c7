import BetterSqlite3 from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { dataPaths } from '#server/data-folder.ts';
import { newId } from '#server/secrets.ts';
import { NOON } from '../support/clock.ts';
import { makeFamily, makeHost, makeResident } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';
import { makeMail } from '../support/mailbox.ts';
import { Random } from '../support/random.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';

/** What triggers keep: rows that a recount contradicts, and the triggers that keep it. */
const KEPT: { triggers: RegExp; differs: string }[] = [
  {
    triggers: /^blob_files_\w+_counts_bytes$/,
    differs: `SELECT id FROM hosts WHERE stored_bytes <>
      (SELECT coalesce(sum(byte_size), 0) FROM blob_files WHERE host_id = hosts.id)`,
  },
  {
    triggers: /^(items|residents)_\w+_withholds$/,
    differs: `SELECT id FROM blobs
      WHERE EXISTS (SELECT 1 FROM items WHERE blob_id = blobs.id AND deleted_at IS NULL)
      AND withheld <> EXISTS (SELECT 1 FROM items AS other
        JOIN residents ON residents.id = other.resident_id AND residents.photos_hidden = 1
        WHERE other.host_id = blobs.host_id AND other.picture = blobs.sha256
        AND other.deleted_at IS NULL)`,
  },
  {
    triggers: /^outbox_update_tells_delivery$/,
    differs: `SELECT family_id FROM deliveries JOIN outbox ON outbox.id = outbox_id
      WHERE deliveries.state <> outbox.state OR deliveries.last_error IS NOT outbox.last_error
      OR (outbox.sent_at IS NOT NULL AND deliveries.sent_at IS NOT outbox.sent_at)`,
  },
  {
    triggers: /^families_delete_leaves_answers$/,
    differs: `SELECT id FROM answers
      WHERE family_id IS NULL AND family_name = ''
      OR family_id IS NOT NULL AND family_id NOT IN (SELECT id FROM families)`,
  },
  // A count of changes, not of rows: content-version.test.ts changes each of these tables.
  { triggers: /_raises_version$/, differs: 'SELECT 1 WHERE 0' },
];

const ROUNDS = 400;
const SEED = 20261122;

let rt: TestRuntime;
/** Beside the server's: tests write what no service does. */
let raw: BetterSqlite3.Database;
beforeEach(async () => {
  rt = await makeRuntime();
  raw = new BetterSqlite3(dataPaths(rt.dataDir).database);
  raw.pragma('foreign_keys = ON');
  return () => void raw.close();
});

const column = (query: string): unknown[] => raw.prepare(query).pluck().all();
const wrong = () =>
  KEPT.flatMap(({ triggers, differs }) =>
    column(differs).map((id) => `${triggers.source}: ${String(id)}`),
  );
const ids = (table: string) => column(`SELECT id FROM ${table} ORDER BY 1`) as string[];

test('every trigger is known here, with what it keeps', () => {
  const names = column(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`) as string[];
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
    raw
      .prepare(
        `INSERT INTO answers (id, host_id, resident_id, family_id, year_month, body, created_at)
         VALUES (?, ?, ?, ?, 202609, 'はい', ?)`,
      )
      .run(newId(), hostId, resident.id, family.id, NOON);
    const mail = await makeMail(rt, { kind: 'delivery', hostId });
    raw
      .prepare(
        `INSERT INTO deliveries (host_id, family_id, year_month, outbox_id, created_at)
         VALUES (?, ?, 202609, ?, ?)`,
      )
      .run(hostId, family.id, mail, NOON);
  }

  async function addItem(): Promise<void> {
    const hostId = random.pick(ids('hosts'));
    const residents = column(
      `SELECT id FROM residents WHERE host_id = '${hostId}' ORDER BY 1`,
    ) as string[];
    const taken = column(`SELECT picture FROM items WHERE host_id = '${hostId}' ORDER BY 1`);
    const picture =
      taken.length > 0 && random.chance(0.5) ? (random.pick(taken) as string) : newId();
    const residentId = residents.length === 0 || random.chance(0.3) ? null : random.pick(residents);
    // The same picture may be at one place once.
    await makeItem(rt, hostId, { residentId, takenOn: '2026-09-01', picture }).catch(() => null);
  }

  const run = (query: string, ...values: unknown[]): void => {
    try {
      raw.prepare(query).run(...values);
    } catch (error) {
      if (!/UNIQUE|FOREIGN KEY/.test(String(error))) throw error;
    }
  };
  const anyOf = (table: string): string => {
    const all = ids(table);
    return all.length > 0 ? random.pick(all) : '';
  };
  const addFile = (conflict: string): void => {
    const blob = anyOf('blobs');
    run(
      `INSERT INTO blob_files (blob_id, host_id, name, byte_size, sha256)
       SELECT id, host_id, ?, ?, 'x' FROM blobs WHERE id = ? ${conflict}`,
      random.pick(['360.webp', '720.webp', 'master.jpg']),
      random.int(1, 1_000_000),
      blob,
    );
  };

  const WRITES: (() => void | Promise<void>)[] = [
    addItem,
    addItem,
    () => addFile(''),
    () => addFile('ON CONFLICT DO NOTHING'),
    () => addFile('ON CONFLICT (blob_id, name) DO UPDATE SET byte_size = excluded.byte_size'),
    () =>
      run(
        'UPDATE blob_files SET byte_size = ? WHERE blob_id = ?',
        random.int(1, 99),
        anyOf('blobs'),
      ),
    () => run('DELETE FROM blob_files WHERE blob_id = ?', anyOf('blobs')),
    () => run('DELETE FROM items WHERE id = ?', anyOf('items')),
    () =>
      run(
        'UPDATE items SET deleted_at = ? WHERE id = ?',
        random.pick([NOON, null]),
        anyOf('items'),
      ),
    () => run('UPDATE items SET resident_id = ? WHERE id = ?', anyOf('residents'), anyOf('items')),
    () =>
      run(
        'UPDATE residents SET photos_hidden = 1 - photos_hidden WHERE id = ?',
        anyOf('residents'),
      ),
    () =>
      run(
        `UPDATE outbox SET state = ?, sent_at = ?, last_error = ? WHERE id = ?`,
        random.pick(['queued', 'sent', 'failed']),
        random.pick([NOON, null]),
        random.pick(['busy', null]),
        anyOf('outbox'),
      ),
    () => {
      if (random.chance(0.1)) run('DELETE FROM families WHERE id = ?', anyOf('families'));
    },
    () =>
      run(
        `DELETE FROM blobs WHERE id NOT IN (SELECT blob_id FROM items) AND id = ?`,
        anyOf('blobs'),
      ),
  ];

  test(`a recount agrees: ${ROUNDS} random ones`, async () => {
    const seen = { items: 0, bytes: 0, withheld: 0 };
    const note = (name: keyof typeof seen, query: string): void => {
      seen[name] = Math.max(seen[name], Number(column(query)[0]));
    };
    for (let round = 0; round < ROUNDS; round++) {
      const write = random.int(0, WRITES.length - 1);
      await WRITES[write]?.();
      expect(wrong(), `round ${round}, write ${write}`).toEqual([]);
      note('items', 'SELECT count(*) FROM items');
      note('bytes', 'SELECT sum(stored_bytes) FROM hosts');
      note('withheld', 'SELECT sum(withheld) FROM blobs');
    }
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(0);
    run('DELETE FROM hosts WHERE id = ?', anyOf('hosts'));
    expect(wrong()).toEqual([]);
  });

  test('except after REPLACE, which deletes without triggers and which no code uses', async () => {
    await addItem();
    for (let n = 0; n < 2; n++) {
      const insert = `INSERT OR REPLACE INTO blob_files (blob_id, host_id, name, byte_size, sha256)
        SELECT id, host_id, '360.webp', 5, 'x' FROM blobs`;
      raw.prepare(insert).run();
    }
    expect(wrong()).toHaveLength(1);
  });
});
