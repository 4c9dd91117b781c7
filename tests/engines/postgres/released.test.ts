import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { migrations } from '#db/migrations/index.ts';
import { upgradePostgres } from '#db/postgres/migrate.ts';
import { openPool } from '#server/postgres/pool.ts';
import { readToday, todayOfPostgres } from '../../../scripts/schema.ts';

const BASELINE = '0040_baseline';

/** As 0.2.0 recorded them on PostgreSQL. */
const RECORDED = [
  ...['0030_baseline', '0031_claim_work', '0032_sign_the_operator_in', '0033_number_links'],
  ...['0035_remember_what_waits', '0036_sign_in_with_two_factors', '0037_say_where_from'],
  ...['0038_join_line', '0039_keep_figures', '0040_keep_words'],
];

/** A database with the schema of 0.2.0. @param names of its migrations */
async function makeReleased(
  names: string[],
): Promise<{ url: string; upgrade: () => Promise<void> }> {
  const server = new pg.Client(inject('postgres') ?? '');
  await server.connect();
  const name = `released_${names.length}`;
  await server.query(`CREATE DATABASE ${name}`);
  const url = Object.assign(new URL(inject('postgres') ?? ''), { pathname: `/${name}` }).href;
  const pool = await openPool(url, { max: 1 });
  const client = await pool.connect();
  onTestFinished(async () => {
    client.release();
    await pool.end();
    await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await server.end();
  });
  const ofBaseline = Object.entries(migrations).filter(([known]) => known === BASELINE);
  await upgradePostgres(client, Object.fromEntries(ofBaseline));
  await client.query('DELETE FROM kysely_migration');
  for (const [n, recorded] of names.entries()) {
    await client.query('INSERT INTO kysely_migration VALUES ($1, $2)', [
      recorded,
      `2026-10-${10 + n}T00:00:00.000Z`,
    ]);
  }
  return { url, upgrade: () => upgradePostgres(client) };
}

describe('a PostgreSQL database', () => {
  test('of 0.2.0 goes on from there, and becomes what a new one is', async () => {
    const { url, upgrade } = await makeReleased(RECORDED);
    await upgrade();
    expect(await todayOfPostgres(url)).toEqual(readToday('postgres'));
    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client.query(
      'SELECT name, timestamp FROM kysely_migration ORDER BY name',
    );
    await client.end();
    expect(rows.map(({ name }: { name: string }) => name)).toEqual(Object.keys(migrations));
    expect(rows[0]).toEqual({ name: BASELINE, timestamp: '2026-10-10T00:00:00.000Z' });
    await upgrade();
  });

  test('of a version before is refused with one line', async () => {
    const { upgrade } = await makeReleased(RECORDED.slice(0, -1));
    await expect(upgrade()).rejects.toThrow(
      'the database is older than version 0.2.0 (it ends with 0039_keep_figures) and is unchanged; start 0.2.0 on it once, then this version',
    );
  });
});
