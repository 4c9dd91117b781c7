import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import type { Db } from '#server/database.ts';
import { openDatabase } from '#server/sqlite/database.ts';
import { readToday, todayOfPostgres, todayOfSqlite } from '../../../scripts/schema.ts';
import { dropListing } from '../../support/postgres-template.ts';
import { Random } from '../../support/random.ts';
import { makeRuntime } from '../../support/runtime.ts';
import { factsOfFile, factsOfPostgres } from '../../support/schema-facts.ts';
import { randomWrites, startRows } from '../../support/random-writes.ts';

async function copyOfTemplate(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-schema-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'file.sqlite');
  await copyFile(inject('templateFile'), file);
  return file;
}

/** What triggers keep, and what they leave. */
async function keptBy(db: Db): Promise<unknown> {
  const [hosts, blobs, withheld, deliveries, answers] = await Promise.all([
    db.selectFrom('hosts').select(['id', 'stored_bytes']).orderBy('id').execute(),
    db.selectFrom('blobs').select(['id', 'withheld', 'only_for', 'state']).orderBy('id').execute(),
    db
      .selectFrom('withheld_pictures')
      .selectAll()
      .orderBy('resident_id')
      .orderBy('picture')
      .execute(),
    db.selectFrom('deliveries').selectAll().orderBy('host_id').orderBy('family_id').execute(),
    db.selectFrom('answers').selectAll().orderBy('id').execute(),
  ]);
  return { hosts, blobs, withheld, deliveries, answers };
}

const versionOf = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ n: number }>`SELECT sum(content_version) AS n FROM hosts`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
};

describe('the two schemas', () => {
  test('have the same columns, checks, references and indexes', async () => {
    const { env } = await makeRuntime();
    const ours = factsOfFile(inject('templateFile'));
    const theirs = await factsOfPostgres(env.DATABASE_URL ?? '');
    expect(theirs.columns).toEqual(ours.columns);
    expect(theirs.checks).toEqual(ours.checks);
    expect(theirs.references).toEqual(ours.references);
    expect(theirs.indexes).toEqual(ours.indexes);
    expect(ours.columns.length).toBeGreaterThan(200);
  });

  test('are told as they are to whoever reads them (npm run schema)', async () => {
    const { env } = await makeRuntime();
    await dropListing(env.DATABASE_URL ?? '');
    expect(await todayOfPostgres(env.DATABASE_URL ?? '')).toEqual(readToday('postgres'));
    expect(todayOfSqlite(inject('templateFile'))).toEqual(readToday('sqlite'));
  });

  test('order texts alike', async () => {
    const { db } = await makeRuntime();
    const { rows } = await sql<{ name: string }>`SELECT column_name AS name
      FROM information_schema.columns WHERE table_schema = 'public' AND data_type = 'text'
        AND collation_name IS DISTINCT FROM 'C'`.execute(db);
    expect(rows).toEqual([]);
  });

  test.each([1, 2, 3])('have triggers that do the same, seed %i', async (seed) => {
    const { db: theirs } = await makeRuntime();
    const ours = openDatabase(await copyOfTemplate());
    onTestFinished(() => ours.destroy());
    for (const db of [ours, theirs]) await startRows(db);
    for (const { what, run } of randomWrites(new Random(seed), 120)) {
      const before = [await versionOf(ours), await versionOf(theirs)] as const;
      const failed = await Promise.all(
        [ours, theirs].map((db) =>
          run(db).then(
            () => '',
            () => 'failed',
          ),
        ),
      );
      expect(failed[1], what).toBe(failed[0]);
      expect(await keptBy(theirs), what).toEqual(await keptBy(ours));
      const rose = [(await versionOf(ours)) > before[0], (await versionOf(theirs)) > before[1]];
      expect(rose[1], `the version after ${what}`).toBe(rose[0]);
    }
  });
});
