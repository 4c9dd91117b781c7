import { describe, expect, test } from 'vitest';
import { actionOf, askRow, methodOf } from './ask-row.ts';
import type { Row } from './row.ts';
import { ACTIONS, API, FRONT, PAGES } from './rows.ts';
import { useSite } from './site.ts';

const site = useSite();

/** Calls that succeed without an event, and why (P30). */
const SILENT: Record<string, string> = {
  'POST /api/v1/actions/logout': 'no one was signed in',
  'POST session.logout': 'no one was signed in',
  'PATCH /api/v1/actions/staffs/profile': 'asks for no change',
  'POST /api/v1/direct_uploads': 'a place for an upload: the photo that it becomes is written down',
  'POST /api/v1/actions/contacts': 'is of no facility, and kept itself',
  'POST contacts.send': 'is of no facility, and kept itself',
  'POST /api/v1/actions/staffs/second_step': 'begins what only a code completes',
  'POST me.furigana': 'changes how this browser shows pages, and nothing that is kept',
  'POST me.beginApp': 'begins what only a code completes',
  'POST /api/v1/actions/staffs/passkeys/options': 'only asks',
  'POST /api/v1/actions/login/passkey/options': 'only asks',
  'POST /api/v1/actions/staffs/confirmation/options': 'only asks',
  'POST hosts.askSecondStep': 'asks for no change',
  'POST photos.settleLeftOut':
    'nothing is left out here; each photo let in or kept out is recorded',
  'POST delivery.sendLetters': 'has no recipients here; each mail is recorded',
  'DELETE /api/v1/views/admin_staffs/families/[id]/line':
    'nobody has joined here; each end is recorded',
  'POST families.endLine': 'nobody has joined here; each end is recorded',
  'POST /api/v1/line/webhook': 'joins nobody here; each joining and end is recorded',
  'POST address.lookup': 'only reads',
  'POST letters.addPhrase': 'only reads',
  'POST families.tryImport': 'only reads',
  'POST families.wrongLines': 'only reads',
  'POST residents.tryImport': 'only reads',
  'POST residents.wrongLines': 'only reads',
};

const countEvents = async (): Promise<number> => {
  const { count } = await site()
    .factory.db.selectFrom('audit_logs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

/** How many events an admin's call leaves, if it succeeds. */
async function eventsOf(row: Row): Promise<number | null> {
  const address = ACTIONS.includes(row) ? actionOf(row) : undefined;
  const options = typeof row.options === 'function' ? await row.options(site()) : row.options;
  const made = { ...row, options: options ?? {} };
  const path = await row.path?.(site());
  const before = await countEvents();
  const { status } = await askRow('admin', made, site(), address ?? path);
  return status >= 200 && status < 300 ? (await countEvents()) - before : null;
}

const isWrite = (row: Row): boolean => methodOf(row) !== 'GET';
const succeeds = ({ expected: { admin } }: Row): boolean =>
  typeof admin === 'number' && admin >= 200 && admin < 300;
const WRITES = [...API, ...ACTIONS].filter(isWrite).filter(succeeds);

describe('every successful write', () => {
  test('is checked', () => {
    expect(WRITES.length).toBeGreaterThan(30);
    const known = WRITES.map(({ call }) => call);
    expect(Object.keys(SILENT).filter((call) => !known.includes(call))).toEqual([]);
  });

  test.each(WRITES.filter(({ call }) => !(call in SILENT)))('$call is recorded', async (row) => {
    expect(await eventsOf(row)).toBeGreaterThan(0);
  });
});

describe('data that leaves the facility', () => {
  const LEAVES = [
    'GET /adminstaff/residents/export.csv',
    'GET /adminstaff/history/export.csv',
    'GET /adminstaff/residents/[id]/letters.zip',
    'GET /adminstaff/residents/[id]/book',
    'GET /adminstaff/facility/letters.zip',
    'GET /adminstaff/families/cards',
  ];
  test.each([...PAGES, ...FRONT].filter(({ call }) => LEAVES.includes(call)))(
    '$call is recorded',
    async (row) => {
      expect(await eventsOf(row)).toBe(1);
    },
  );

  const READS = [...API, ...PAGES, ...FRONT].filter((row) => !isWrite(row) && succeeds(row));
  test.each(
    READS.filter(
      ({ call }) => !/export\.csv|letters\.zip|\/(print|cards|sheets|postcards|book)$/.test(call),
    ),
  )('$call is not', async (row) => {
    expect(await eventsOf(row)).toBe(0);
  });
});
