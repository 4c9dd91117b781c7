import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { readFacilityMails } from '#domains/operator/figures/facility-mails.ts';
import { noteLevels } from '#domains/operator/figures/note-levels.ts';
import {
  readKinds,
  readLevels,
  readVersionFigures,
} from '#domains/operator/figures/read-figures.ts';
import { forgetOldFigures, keepFigures } from '#server/figures/keep.ts';
import { KINDS, recordAnswer, takeRecorded } from '#server/figures/recorder.ts';
import { KEPT_MS, SPANS, SPAN_MS, startOf } from '#server/figures/spans.ts';
import { writeSpread } from '#server/figures/spread.ts';
import { VERSION } from '#server/version.ts';
import type { Runtime } from '#server/runtime.ts';
import { openBeside } from '../../commands/admin/open.ts';
import { makeCast } from '../support/cast.ts';
import { DAY, MINUTE } from '../support/clock.ts';
import { makeMail } from '../support/mailbox.ts';
import { onlyOnFile } from '../support/on-file.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';

let rt: TestRuntime;
beforeEach(async () => {
  takeRecorded();
  rt = await makeRuntime();
});

const answer = (route: string, ms: number, status = 200, id = 'a'.repeat(12)): void =>
  recordAnswer('GET', { id, route, problem: null }, status, ms, true);
const letters = async (range: 'hour' | 'day' | 'month' = 'hour') =>
  (await readKinds(rt, range)).find(({ kind }) => kind === 'letter');

test('two processes add up, minute by minute, in hours and days too', async () => {
  const there: Runtime = { ...(await openBeside(rt.env)), clock: rt.clock };
  try {
    for (const process of [rt, there, rt]) {
      for (let n = 0; n < 10; n++) answer('/letters', 20);
      answer('/letters', 5000, 500, (process === there ? 'c' : 'b').repeat(12));
      await keepFigures(process);
    }
  } finally {
    await there.close();
  }
  for (const range of ['hour', 'day', 'month'] as const) {
    const total = (await letters(range))?.total;
    expect(total).toMatchObject({ requests: 33, errors: 3 });
    expect(total?.p50).toBeGreaterThan(16);
    expect(total?.p50).toBeLessThan(24);
    expect(total?.p95).toBeGreaterThan(4000);
  }
  expect(await rt.db.selectFrom('error_numbers').select('number').execute()).toHaveLength(2);
  rt.clock.advance(10 * MINUTE);
  answer('/letters', 1);
  await keepFigures(rt);
  const steps = (await letters())?.steps.map(({ requests }) => requests);
  expect(steps?.filter((n) => n > 0)).toEqual([33, 1]);
});

test('what cannot be written is written the next time', async () => {
  answer('/letters', 20);
  const broken = { ...rt, db: rt.db.withSchema('nowhere') };
  await expect(keepFigures(broken)).rejects.toThrow();
  await keepFigures(rt);
  expect((await letters())?.total.requests).toBe(1);
});

test('levels keep the worst of an hour, and what grows', async () => {
  await makeCast(rt);
  await makeMail(rt);
  await noteLevels(rt);
  rt.clock.advance(3 * MINUTE);
  await noteLevels(rt);
  const { now, steps } = await readLevels(rt, 'hour');
  expect(steps.filter(({ levels }) => levels !== null).length).toBeGreaterThan(0);
  expect(now?.mail_wait).toBeGreaterThanOrEqual(180);
  for (const name of ['disk_free', 'memory', 'database_bytes'] as const) {
    expect(now?.[name], name).toBeGreaterThan(100_000);
  }
  rt.clock.advance(DAY);
  await noteLevels(rt);
  expect((await readLevels(rt, 'month')).before).not.toBeNull();
});

test('what an update changed stands side by side', async () => {
  answer('/letters', 800);
  await keepFigures(rt);
  await rt.db.updateTable('figures').set({ version: '0.1.0+old' }).execute();
  rt.clock.advance(DAY);
  answer('/letters', 40);
  await keepFigures(rt);
  const versions = await readVersionFigures(rt);
  expect(versions.map(({ version }) => version)).toEqual([VERSION, '0.1.0+old']);
  const [after, before] = versions.map(({ sums }) => sums[0]?.sum.p95 ?? NaN);
  expect(after).toBeLessThan(60);
  expect(before).toBeGreaterThan(500);
});

test('mails are counted by facility', async () => {
  const { host } = await makeCast(rt);
  const ids = [await makeMail(rt, { hostId: host.id }), await makeMail(rt, { hostId: host.id })];
  await makeMail(rt);
  await rt.db
    .updateTable('outbox')
    .set({ state: 'failed' })
    .where('id', '=', ids[0] ?? '')
    .execute();
  expect(await readFacilityMails(rt)).toEqual({
    shown: [
      { name: host.name, sent: 0, waiting: 1, failed: 1 },
      { name: 'つきだより', sent: 0, waiting: 1, failed: 0 },
    ],
    more: 0,
  });
});

test('old rows go, and so do the oldest of too many numbers', async () => {
  answer('/letters', 20, 500);
  await keepFigures(rt);
  await noteLevels(rt);
  const spans = async () =>
    (await rt.db.selectFrom('figures').select('span').orderBy('span').execute()).map(
      ({ span }) => span,
    );
  const numbers = Array.from({ length: 2005 }, (_, n) => ({
    ...{ number: `${n}`.padStart(12, '0'), method: 'GET', route: '/', status: 500 },
    ...{ version: VERSION, problem: null, at: new Date(Date.now() + n * 1000).toISOString() },
  }));
  for (let n = 0; n < numbers.length; n += 100) {
    await rt.db
      .insertInto('error_numbers')
      .values(numbers.slice(n, n + 100))
      .execute();
  }
  await forgetOldFigures(rt);
  expect(await spans()).toEqual(['day', 'hour', 'minutes']);
  const { n } = await rt.db
    .selectFrom('error_numbers')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  expect(n).toBe(2000);
  rt.clock.advance(33 * DAY);
  await forgetOldFigures(rt);
  expect(await spans()).toEqual(['day']);
  rt.clock.advance(400 * DAY);
  await forgetOldFigures(rt);
  expect(await spans()).toEqual([]);
  expect(await rt.db.selectFrom('levels').selectAll().execute()).toEqual([]);
});

/** A year in which every kind is asked for without a pause, however slow or fast, and weekly updates. */
test('all of it takes less than 5 MB', onlyOnFile('counts the pages of the file'), async () => {
  const bytes = async (): Promise<number> => {
    const { rows } = await sql<{
      n: number;
    }>`SELECT (SELECT page_count FROM pragma_page_count()) * (SELECT page_size FROM pragma_page_size()) AS n`.execute(
      rt.db,
    );
    return rows[0]?.n ?? NaN;
  };
  const before = await bytes();
  const now = rt.clock.now().getTime();
  // A hundred thousand answers a day in twenty of the forty buckets: from 1 ms to a second.
  const spread = writeSpread(Array.from({ length: 40 }, (_, n) => (n < 20 ? 5000 : 0)));
  let figures = 0;
  for (const span of SPANS) {
    const starts = Array.from({ length: KEPT_MS[span] / SPAN_MS[span] }, (_, n) =>
      startOf(span, new Date(now - n * SPAN_MS[span])),
    );
    const levels = starts.map((at) => ({
      ...{ span, at, disk_free: 5e11, memory: 2e8, database_bytes: 5e8, photo_bytes: 5e11 },
      ...{ mail_wait: 3600, job_wait: 3600 },
    }));
    const rows = starts.flatMap((at, n) =>
      KINDS.flatMap((kind) =>
        // Two versions on the day of an update.
        (n % 7 === 0 ? ['0.2.0+aaaaaaa', '0.2.1+bbbbbbb'] : ['0.2.0+aaaaaaa']).map((version) => ({
          ...{ span, at, kind, version, requests: 100_000, errors: 1000, spread },
        })),
      ),
    );
    figures += rows.length;
    for (let n = 0; n < rows.length; n += 500) {
      await rt.db
        .insertInto('figures')
        .values(rows.slice(n, n + 500))
        .execute();
    }
    for (let n = 0; n < levels.length; n += 500) {
      await rt.db
        .insertInto('levels')
        .values(levels.slice(n, n + 500))
        .execute();
    }
  }
  // 36 spans of five minutes, 768 hours and 400 days; five kinds; a seventh of them twice.
  const twice = [36, 768, 400].reduce((sum, starts) => sum + Math.ceil(starts / 7), 0);
  expect(figures).toBe((36 + 768 + 400 + twice) * KINDS.length);
  for (let n = 0; n < 2000; n += 100) {
    const rows = Array.from({ length: 100 }, (_, m) => ({
      ...{ number: `${n + m}`.padStart(12, '0'), at: new Date(now).toISOString() },
      ...{ method: 'POST', route: '/adminstaff/letters/[yearMonth]/preview', status: 500 },
      ...{
        version: '0.2.0+aaaaaaa',
        problem: 'SqliteError SQLITE_BUSY in readLetter (x.mjs:1234)',
      },
    }));
    await rt.db.insertInto('error_numbers').values(rows).execute();
  }
  const megabytes = ((await bytes()) - before) / 1e6;
  expect(megabytes).toBeGreaterThan(1);
  expect(megabytes).toBeLessThan(5);
});
