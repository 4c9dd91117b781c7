import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queueMail } from '#domains/mail/outbox.ts';
import { enqueueJob } from '#server/jobs.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { closeRuntimes, makeRuntime } from '../support/runtime.ts';
import { onlyOnFile } from '../support/on-file.ts';

let rt: TestRuntime;
let woken: string[];

beforeEach(async () => {
  rt = await makeRuntime();
  woken = [];
  rt.wakeMails = () => woken.push('mails');
  rt.wakeJobs = () => woken.push('jobs');
});
afterEach(closeRuntimes);

const OUTER = 'the outer database handle was used inside a transaction';
const count = async (table: 'outbox' | 'jobs' | 'contacts') =>
  (await rt.db.selectFrom(table).select('id').execute()).length;

const writeMail = (tx: Tx, subject = 'お知らせ') =>
  queueMail(tx, {
    kind: 'contact',
    hostId: null,
    hostName: null,
    to: 'to@example.jp',
    content: { subject, paragraphs: [] },
  });
const writeJob = (tx: Tx, of = 'one') =>
  enqueueJob(tx.db, { kind: 'any', hostId: null, payload: { of }, runAt: tx.clock.now() });
const writeContact = ({ db }: Tx) =>
  db
    .insertInto('contacts')
    .values({ id: 'a', name: '', email: '', body: '', created_at: '' })
    .execute();

const outerUses: Record<string, () => Promise<unknown>> = {
  'a query': () => rt.db.selectFrom('jobs').selectAll().execute(),
  'plain SQL': () => sql`SELECT 1`.execute(rt.db),
  'a nested use case': () => inTransaction(rt, () => Promise.resolve()),
  'a nested transaction': () => rt.db.transaction().execute(() => Promise.resolve()),
  'a connection': () => rt.db.connection().execute(() => Promise.resolve()),
};

test.each(Object.keys(outerUses))('%s on the outer handle throws and rolls back', async (name) => {
  const used = inTransaction(rt, async (tx) => {
    await writeContact(tx);
    await outerUses[name]?.();
  });
  await expect(used).rejects.toThrow(OUTER);
  expect(await count('contacts')).toBe(0);
});

test('the outer handle works before, after, and in code that outlives a transaction', async () => {
  let outlived: Promise<number> | undefined;
  const ended = Promise.withResolvers<undefined>();
  await inTransaction(rt, async (tx) => {
    outlived = ended.promise.then(() => count('contacts'));
    await writeContact(tx);
  });
  ended.resolve(undefined);
  expect(await outlived).toBe(1);
});

test(
  'other queries wait for a transaction, and transactions for each other',
  onlyOnFile('elsewhere reads have connections of their own'),
  async () => {
    const order: number[] = [];
    const take = (n: number) =>
      inTransaction(rt, async ({ db }) => {
        order.push(n);
        await sql`SELECT 1`.execute(db);
        order.push(n);
      });
    const asked = [take(1), take(2)];
    const read = count('contacts').then(() => order.length);
    await Promise.all([...asked, take(3)]);
    expect(order).toEqual([1, 1, 2, 2, 3, 3]);
    expect(await read).toBe(4);
  },
);

test('the sender and the worker are woken once each, after the commit', async () => {
  await inTransaction(rt, async (tx) => {
    await writeMail(tx);
    await writeMail(tx, 'もう一通');
    await writeJob(tx);
    await writeJob(tx, 'another');
    expect(woken).toEqual([]);
  });
  expect(woken.sort()).toEqual(['jobs', 'mails']);
  expect([await count('outbox'), await count('jobs')]).toEqual([2, 2]);
});

test('requeued work wakes as well', async () => {
  await inTransaction(rt, writeMail);
  await inTransaction(rt, ({ db }) => db.updateTable('outbox').set({ attempts: 0 }).execute());
  expect(woken).toEqual(['mails', 'mails']);
});

test('a transaction without such writes, or rolled back, wakes nothing', async () => {
  await inTransaction(rt, writeContact);
  await inTransaction(rt, ({ db }) => db.deleteFrom('outbox').execute());
  const failed = inTransaction(rt, async (tx) => {
    await writeMail(tx);
    await writeJob(tx);
    throw new Error('changed my mind');
  });
  await expect(failed).rejects.toThrow('changed my mind');
  expect(woken).toEqual([]);
  expect([await count('outbox'), await count('jobs')]).toEqual([0, 0]);
});
