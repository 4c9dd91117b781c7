import BetterSqlite3 from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import type { Link } from '#domains/letter/link.ts';
import { findLink, findLinkKey } from '#domains/letter/link.ts';
import { countVisibleByMonth, findCover, findShownText } from '#domains/letter/letter-rows.ts';
import { readNeighbours } from '#domains/letter/neighbours.ts';
import { findPersonMonth } from '#domains/letter/person-month.ts';
import { listVisibleItems } from '#domains/letter/visible-items.ts';
import { mayFamilySeePhoto } from '#domains/letter/photo-access.ts';
import { readSeen } from '#domains/letter/mark-seen.ts';
import { claimInTurn, countDueLetters } from '#domains/mail/turns.ts';
import { dataPaths } from '#server/data-folder.ts';
import { answersAtOnce } from '#server/prepared.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { onlyOnFile } from '../support/on-file.ts';
import type { Asked } from '../support/statements.ts';
import { recordStatements } from '../support/statements.ts';

const VIEWER = {
  hostId: 'h',
  residentId: 'r',
  leftOn: null,
  lettersEnd: null,
  lastLetter: 0 as const,
  photosHidden: false,
};

/** The statements of a letter, a shelf and a photo, as they are sent to SQLite. */
async function hotStatements(rt: TestRuntime): Promise<Asked[]> {
  const asked = recordStatements();
  const db = rt.readConnection;
  await findLinkKey(db, 'token', 202609);
  await findLink(db, 'token');
  await readSeen(rt, { ...VIEWER, familyId: 'f' } as Link, 202609);
  await findShownText(db, 'h', 202609);
  await listVisibleItems(db, VIEWER, 202609);
  await findPersonMonth(db, 'h', 'r', 202609);
  await readNeighbours(rt, { ...VIEWER, earlyLook: false }, 202609);
  await countVisibleByMonth(db, VIEWER, 202609);
  await findCover(db, VIEWER, 202609, 'chosen');
  await mayFamilySeePhoto(rt, 'f', 'b', 'signature');
  vi.restoreAllMocks();
  return [...asked.values()];
}

test(
  'nothing that SQLite binds in a hot query can make it prepare the statement again',
  onlyOnFile('what SQLite binds'),
  async () => {
    const statements = await hotStatements(await makeRuntime());
    expect(statements).toHaveLength(13);
    for (const { sql, parameters } of statements) {
      const bound = sql.match(/\?/g)?.length;
      expect(sql.match(/\+\?/g)?.length, sql).toBe(bound);
      expect(parameters, sql).toHaveLength(bound ?? 0);
    }
  },
);

test(
  'photos of a letter or a shelf are found by their place, not among all',
  onlyOnFile('statements that SQLite prepares'),
  async () => {
    const rt = await makeRuntime();
    const sqlite = new BetterSqlite3(dataPaths(rt.dataDir).database, { readonly: true });
    const ofPlaces = (await hotStatements(rt)).filter(({ sql }) => sql.includes('unlikely'));
    const plans = ofPlaces.flatMap(({ sql, parameters }) =>
      sqlite
        .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
        .all(parameters)
        .map(({ detail }) => detail),
    );
    sqlite.close();
    const searches = plans.filter((detail) => detail.startsWith('SEARCH items'));
    expect(searches).toHaveLength(6); // own and shared, of a letter, a cover and all months
    for (const search of searches) {
      expect(search).toMatch(/ items_by_resident \(host_id=\? AND resident_id=\? AND taken_on/);
    }
    expect(plans.filter((detail) => /^SCAN (?!seen$)/.test(detail))).toEqual([]);
  },
);

/** What the sender of mails asks again and again. */
async function senderStatements(rt: TestRuntime): Promise<string[]> {
  const asked: string[] = [];
  answersAtOnce(rt.db, (sql) => () => {
    asked.push(sql);
    return [{ queue: 'q', id: 'm', n: 0 }];
  });
  const turn = { channel: 'mail', isUrgent: 0, after: '' } as const;
  const claim = { now: 'now', leaseUntil: 'later', claimant: 'c', except: [] };
  await claimInTurn(rt.db, turn, 1, claim);
  await countDueLetters(rt.db, 'now', 10);
  return asked;
}

test(
  'nor what the sender of mails binds, or the limit of a list',
  onlyOnFile('what SQLite binds'),
  async () => {
    const rt = await makeRuntime();
    const { sql } = rt.db.selectFrom('items').select('id').limit(3).compile();
    expect(sql).toContain('limit +?');
    const statements = await senderStatements(rt);
    expect(statements).toHaveLength(4);
    for (const one of statements) {
      expect(one.match(/\+\?/g)).toHaveLength(one.match(/\?/g)?.length ?? 0);
      expect(one).toContain(`"state" = 'queued' and "stopped" = 0`);
    }
  },
);
