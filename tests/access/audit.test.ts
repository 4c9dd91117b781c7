import { describe, expect, test } from 'vitest';
import type { Act } from '#server/call.ts';
import { READS as ONLY_READS } from '#server/call.ts';
import { actionOf, askRow, methodOf, routeOf } from './ask-row.ts';
import type { Row } from './row.ts';
import { ACTIONS, API, FRONT, PAGES } from './rows.ts';
import { useSite } from './site.ts';
import { PAGES as ACTS, CALLS, FORMS, leavesOf } from '../support/acts.ts';
import type { Change } from '../support/table-changes.ts';
import { changesBetween, readTables } from '../support/table-changes.ts';

/** A name, where browsers have passkeys. */
const site = useSite({ PUBLIC_URL: 'http://localhost:4321' });

const actOf = (row: Row): Act | undefined =>
  FORMS[routeOf(row)] ?? CALLS[`${methodOf(row)} ${routeOf(row)}`];

/** Counts of tries, what the server does by itself meanwhile, and what LINE sent, before it is worked off. */
const BESIDE: ReadonlySet<string> = new Set([
  'rate_limits',
  'jobs',
  'outbox',
  'deliveries',
  'blobs',
  'sessions',
  'line_events',
]);
/** When somebody was last here, and when a question was answered, however it was. */
const MOMENTS: ReadonlySet<string> = new Set(['last_seen_at', 'second_step_answered_at']);
const isBeside = ({ table, before, after }: Change): boolean =>
  BESIDE.has(table) ||
  (before !== undefined &&
    after !== undefined &&
    Object.keys(after).every((name) => before[name] === after[name] || MOMENTS.has(name)));

/** What an admin's call changed, and the events that it left. */
async function leftBy(row: Row) {
  const address = ACTIONS.includes(row) ? actionOf(row) : undefined;
  const options = typeof row.options === 'function' ? await row.options(site()) : row.options;
  const made = { ...row, options: options ?? {} };
  const path = await row.path?.(site());
  const before = await readTables(site().factory.db);
  const { status } = await askRow('admin', made, site(), address ?? path);
  const changes = changesBetween(before, await readTables(site().factory.db));
  const logged = changes.filter(({ table }) => table === 'audit_logs');
  return {
    isDone: status >= 200 && status < 300,
    events: logged.map(({ after }) => String(after?.['action'])),
    tables: changes.filter((one) => !isBeside(one)).map(({ table }) => table),
  };
}

const isWrite = (row: Row): boolean => methodOf(row) !== 'GET';
const succeeds = ({ expected: { admin } }: Row): boolean =>
  typeof admin === 'number' && admin >= 200 && admin < 300;
const WRITES = [...API, ...ACTIONS].filter(isWrite).filter(succeeds);

describe('every successful write', () => {
  test('is checked', () => {
    expect(WRITES.length).toBeGreaterThan(30);
  });

  test.each(WRITES)('$call leaves what it declares', async (row) => {
    const declared = leavesOf(actOf(row) as Act);
    const { isDone, events, tables } = await leftBy(row);
    expect(isDone).toBe(true);
    expect(events.filter((event) => !declared.includes(event))).toEqual([]);
    // A row may ask for what is so already.
    if (declared.length > 0 && events.length === 0) expect(tables).toEqual([]);
    if (actOf(row)?.leaves[0] === ONLY_READS) expect(tables).toEqual([]);
  });
});

describe('what is read', () => {
  const READS = [...API, ...PAGES, ...FRONT].filter((row) => !isWrite(row) && succeeds(row));
  const FILES = READS.filter((row) => /\.(?:csv|zip)$|\/(?:book|cards)$/.test(routeOf(row)));

  test.each(READS)('$call leaves what it declares', async (row) => {
    const act = ACTS[routeOf(row)];
    const { events } = await leftBy(row);
    const declared = act
      ? leavesOf(act)
      : row.call.includes('/answers/print')
        ? ['export.answers']
        : [];
    expect(events.filter((event) => !declared.includes(event))).toEqual([]);
    expect(events.length).toBeLessThanOrEqual(1);
    if (FILES.includes(row)) expect(events).toHaveLength(Math.min(declared.length, 1));
  });

  test('and files are among it', () => {
    expect(FILES.length).toBeGreaterThan(4);
  });
});
