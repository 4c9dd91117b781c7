import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { findLink, findLinkKey } from '#features/family-link/link.repository.ts';
import { findShownText, listVisibleItems } from '#features/letter/letter.repository.ts';
import { findNeighbours } from '#features/letter/neighbours.repository.ts';
import { findPersonMonth } from '#features/letter/person-month.repository.ts';
import { findFamilyPhoto } from '#features/photo/photo.repository.ts';
import { findRead } from '#features/seen/seen.repository.ts';
import { dataPaths } from '#server/data-folder.ts';
import type { ReadConnection } from '#server/read-connection.ts';
import { makeRuntime } from '../support/runtime.ts';

const VIEWER = { hostId: 'h', residentId: 'r', leftOn: null, photosHidden: false };

/** The statements of a letter and of a photo. */
function hotStatements(): { sql: string; parameters: readonly unknown[] }[] {
  const asked: { sql: string; parameters: readonly unknown[] }[] = [];
  const connection: ReadConnection = {
    first: (sql, parameters) => void asked.push({ sql, parameters }),
    all: (sql, parameters) => (asked.push({ sql, parameters }), []),
    close: () => undefined,
  };
  findLinkKey(connection, 'token', '202609');
  findLink(connection, 'token');
  findRead(connection, 'h', 'f', '202609');
  findShownText(connection, 'h', 202609);
  listVisibleItems(connection, VIEWER, 202609);
  findPersonMonth(connection, 'h', 'r', '202609');
  findNeighbours(connection, 'h', 'r', 'r', '2026-09-01', '2026-10-01', '202609', '202610');
  findFamilyPhoto(connection, 'f', 'b', '2026-10-01');
  return asked;
}

test('nothing that SQLite binds in a hot query can make it prepare the statement again', () => {
  const statements = hotStatements();
  expect(statements).toHaveLength(9);
  for (const { sql, parameters } of statements) {
    const bound = sql.match(/\?/g)?.length;
    expect(sql.match(/\+\?/g)?.length, sql).toBe(bound);
    expect(parameters, sql).toHaveLength(bound ?? 0);
  }
});

test("a letter's photos are found by their place, not among the facility's", async () => {
  const { dataDir } = await makeRuntime();
  const sqlite = new BetterSqlite3(dataPaths(dataDir).database, { readonly: true });
  const photos = hotStatements().filter(({ sql }) => sql.includes('master_bytes'));
  const plans = photos.map(({ sql, parameters }) =>
    sqlite
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(parameters)
      .map(({ detail }) => detail),
  );
  sqlite.close();
  expect(plans).toHaveLength(2);
  for (const [first] of plans) {
    expect(first).toBe(
      'SEARCH items USING INDEX items_by_resident (host_id=? AND resident_id=? AND taken_on>? AND taken_on<?)',
    );
  }
});
