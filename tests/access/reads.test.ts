import { beforeAll, describe, expect, test, vi } from 'vitest';
import { yearOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { PAGES as ACTS, leavesOf } from '../support/acts.ts';
import { runAdmin } from '../support/admin-command.ts';
import type { Call } from '../support/http.ts';
import { makeOperatorAt, operatorLinkIn } from '../support/operator.ts';
import type { Change } from '../support/table-changes.ts';
import { changesBetween, readTables } from '../support/table-changes.ts';
import { methodOf, routeOf } from './ask-row.ts';
import { asCarerByPin } from './device-rows.ts';
import { OPERATOR_ROUTES } from './operator-rows.ts';
import { API, FRONT, PAGES } from './rows.ts';
import type { Row } from './row.ts';
import type { Site, Who } from './site.ts';
import { CAST, useSite } from './site.ts';

const site = useSite();
let byPin: Site;
let operator = '';
beforeAll(async () => {
  byPin = await asCarerByPin(site());
  const { out } = await runAdmin(site(), ['operator-link'], { PUBLIC_URL: site().server.url });
  ({ cookie: operator } = await makeOperatorAt(site().server.url, operatorLinkIn(out)));
  const sheet = paths.api.residentSheets(site().world.cast.resident.id);
  await site().ask('admin', sheet, { method: 'POST' });
  // Mails about that are sent meanwhile.
  const waiting = site().factory.db.selectFrom('outbox').select('id').where('state', '=', 'queued');
  await vi.waitFor(async () => expect(await waiting.execute()).toEqual([]), { timeout: 30_000 });
});

/** What the history says of a reading itself: links, addresses and words were shown for print, or taken. */
const NOTED: Record<string, readonly string[]> = {
  ...Object.fromEntries(Object.entries(ACTS).map(([route, act]) => [route, leavesOf(act)])),
  '/adminstaff/answers/print': ['export.answers'],
  '/letters/[yearMonth]/photos.zip': ['archive.taken'],
  '/letters/years/[year]/photos.zip': ['archive.taken'],
};

/** Of whom a row tells, when they were last here. */
const SEEN: Record<string, readonly string[]> = {
  sessions: ['expires_at', 'used_at', 'generation', 'rotated_at'],
  staffs: ['last_seen_at'],
  shared_devices: ['last_used_at'],
  operator_sessions: ['expires_at', 'used_at', 'last_used_at'],
};

/** Why a GET may leave this behind. @param own ids of the caller's person and session */
function isAllowed({ table, before, after }: Change, route: string, own: string[]): boolean {
  // Counts of tries hold off who guesses links; nothing else depends on them.
  if (table === 'rate_limits') return true;
  if (table === 'audit_logs') {
    return before === undefined && NOTED[route]?.includes(String(after?.['action'])) === true;
  }
  const seen = SEEN[table];
  if (!seen || !before || !after) return false;
  const isOwn =
    table !== 'staffs' && table !== 'sessions' ? true : own.includes(String(after['id']));
  const other = Object.keys(after).filter((name) => before[name] !== after[name]);
  return isOwn && other.every((name) => seen.includes(name));
}

/** Asks, and compares all tables. */
async function whatChanged(
  at: Site,
  route: string,
  path: string,
  call: Call,
  own: string[],
): Promise<unknown[]> {
  const before = await readTables(at.factory.db);
  await at.ask('anonymous', path, call);
  const after = await readTables(at.factory.db);
  return changesBetween(before, after).filter((change) => !isAllowed(change, route, own));
}

const READS = [...API, ...PAGES, ...FRONT].filter((row) => methodOf(row) === 'GET');
const pathOf = async (row: Row, at: Site): Promise<string> =>
  (await row.path?.(at)) ?? routeOf(row);

/** The person's row, and all their sessions. */
async function ownOf(who: Who): Promise<string[]> {
  const { cast } = site().world;
  const people = {
    anonymous: null,
    general: cast.general,
    admin: cast.admin,
    other: cast.otherAdmin,
    inactive: cast.inactiveAdmin,
  };
  const person = people[who];
  if (person === null) return [];
  const sessions = site().factory.db.selectFrom('sessions').select('id');
  const rows = await sessions.where('staff_id', '=', person.id).execute();
  return [person.id, ...rows.map(({ id }) => id)];
}

describe('a GET writes nothing', () => {
  describe.each(READS)('$call', (row) => {
    test.each(CAST)('%s', async (who) => {
      const path = await pathOf(row, site());
      const headers = who === 'anonymous' ? {} : { Cookie: site().signed[who].cookie };
      const own = await ownOf(who);
      expect(await whatChanged(site(), routeOf(row), path, { headers }, own)).toEqual([]);
    });

    test('the operator, and a carer by PIN', async () => {
      const path = await pathOf(row, site());
      const call = { headers: { Cookie: operator } };
      expect(await whatChanged(site(), routeOf(row), path, call, [])).toEqual([]);
      const before = await readTables(site().factory.db);
      await byPin.ask('anonymous', path);
      const changes = changesBetween(before, await readTables(site().factory.db));
      const own = changes.map(({ after }) => String(after?.['id']));
      expect(changes.filter((one) => !isAllowed(one, routeOf(row), own))).toEqual([]);
    });
  });

  test.each(OPERATOR_ROUTES)('%s, by the operator', async (route) => {
    const path = route.replace('[id]', site().world.cast.host.id);
    const call = { headers: { Cookie: operator } };
    expect(await whatChanged(site(), route, path, call, [])).toEqual([]);
  });

  test('every page of a family, by its link', async () => {
    const { cast, yearMonth, items } = site().world;
    const tokens = { residentToken: cast.resident.token, familyToken: cast.family.token };
    const query = `resident_token=${tokens.residentToken}&family_token=${tokens.familyToken}`;
    const year = yearOf(yearMonth);
    const pages: [string, string][] = [
      ['/letters', paths.letters(tokens)],
      ['/letters/[yearMonth]', paths.letter(yearMonth, tokens)],
      ['/letters/consent', paths.letterConsent(tokens)],
      ['/letters/receive', paths.letterReceive(tokens)],
      ['/letters/line', paths.letterLine(tokens)],
      ['/letters/line', `${paths.letterLine(tokens)}&code=12345-12345-12345-12345-12345`],
      ['', `/letters/${yearMonth}/photos/${items.own.id}?${query}`],
      ['', `/letters/${yearMonth}/answers?${query}`],
      ['', `/letters/years/${year}?${query}`],
      ['', `/letters/years/${year}/print?${query}`],
      ['', `/letters/years/all?${query}`],
      ['', `/letters/years/all/print?${query}`],
      ['/letters/[yearMonth]/photos.zip', `/letters/${yearMonth}/photos.zip?${query}`],
      ['/letters/years/[year]/photos.zip', `/letters/years/${year}/photos.zip?${query}`],
      ['', `/api/v1/views/letters?${query}`],
      ['', `/api/v1/views/letters/${yearMonth}?${query}`],
    ];
    for (const [route, path] of pages) {
      expect(await whatChanged(site(), route, path, {}, []), path).toEqual([]);
    }
  });

  test('the history notes the readings that are said to be noted', async () => {
    const rows = await site().factory.db.selectFrom('audit_logs').select('action').execute();
    const found = new Set<string>(rows.map(({ action }) => action));
    // Nobody of the world has written words, and no facility ends.
    const noted = Object.values(NOTED)
      .flat()
      .filter((action) => !action.endsWith('_together'));
    const missing = noted.filter((action) => !found.has(action));
    expect(missing.sort()).toEqual(['export.answers', 'export.ending_sheets']);
  });
});
