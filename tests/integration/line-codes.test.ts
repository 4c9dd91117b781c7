import { beforeEach, describe, expect, test } from 'vitest';
import { endOwnLine } from '#domains/line/end-line.ts';
import {
  makeCardCodes,
  makeLineCode,
  makeOwnLineCode,
  readCardCodes,
} from '#domains/line/join-codes.ts';
import { readLineAccounts } from '#domains/line/line-accounts.ts';
import { updateResident } from '#domains/people/change-resident.ts';
import { changeFamily, removeFamily } from '#domains/people/manage-families.ts';
import { DAY_MS } from '#lib/durations.ts';
import { signedIn } from '../support/cast.ts';
import { joinByLine, receive } from '../support/line-families.ts';
import {
  BROTHER,
  SISTER,
  admin,
  cast,
  family,
  familyId,
  joinEachTest,
  lineOfFile,
  linkNow,
  now,
  rt,
  saidBy,
} from '../support/line-of-file.ts';
import { lineUser, wrote } from '../support/line-platform.ts';

const line = await lineOfFile();
joinEachTest(line);

const ASKS = { asks: true };
const said = () => saidBy(line);

describe('a code', () => {
  const renewals: [string, () => Promise<unknown>][] = [
    ['renewed', () => changeFamily(rt, admin, familyId, { rotateToken: true })],
    [
      'renewed and its accounts kept',
      () => changeFamily(rt, admin, familyId, { rotateToken: true, keepLine: true }),
    ],
    [
      'renewed, since its address was somebody else’s',
      () => changeFamily(rt, admin, familyId, { email: 'b@example.jp', addressWasAnothers: true }),
    ],
    [
      'of another resident',
      () => changeFamily(rt, admin, familyId, { residentId: cast.neighbour.id }),
    ],
    ['all of a resident', () => updateResident(rt, admin, cast.resident.id, { rotateToken: true })],
    ['of nobody', () => removeFamily(rt, admin, familyId)],
    [
      'replaced in the table alone',
      () => rt.db.updateTable('families').set({ token: 'x' }).where('id', '=', familyId).execute(),
    ],
  ];

  test.each(renewals)('ends with its link: %s', async (_how, renew) => {
    const page = await makeLineCode(rt, admin, familyId, 'page');
    const own = await makeOwnLineCode(rt, await linkNow());
    await makeCardCodes(rt, admin, [familyId]);
    const card = (await readCardCodes(rt, cast.host.id)).get(familyId);
    const used = await makeLineCode(rt, admin, familyId, 'page');
    await receive(rt, wrote(SISTER, used.code, now()));
    line.replies.length = 0;
    await renew();
    expect((await readCardCodes(rt, cast.host.id)).size).toBe(0);
    const codes = [page.code, own.code, card?.code ?? ''];
    for (const code of codes) await receive(rt, wrote(BROTHER, code, now()));
    await receive(rt, wrote(SISTER, used.code, now()));
    expect(said()).toHaveLength(4);
    for (const answer of said()) {
      expect(answer).toContain('お使いいただけません');
      expect(answer).not.toContain('token');
    }
    const joined = await rt.db.selectFrom('line_accounts').select('user_id').execute();
    expect(joined.filter(({ user_id }) => user_id === BROTHER)).toEqual([]);
  });

  test('is good as long as its link is, whatever else changes', async () => {
    const { code } = await makeLineCode(rt, admin, familyId, 'card');
    const change = { email: 'b@example.jp', delivery: 'email', name: '田中 花子' } as const;
    await changeFamily(rt, admin, familyId, { ...change, addressWasAnothers: false });
    await receive(rt, wrote(SISTER, code, now()));
    expect(await family()).toMatchObject({ lineCount: 1 });
  });

  test('of a card is made once, and is shown again until it is used or does not last', async () => {
    const shown = async () => (await readCardCodes(rt, cast.host.id)).get(familyId)?.code;
    await makeCardCodes(rt, admin, [familyId]);
    const first = await shown();
    await makeCardCodes(rt, admin, [familyId]);
    expect(await shown()).toBe(first);
    const stored = JSON.stringify(await rt.db.selectFrom('line_codes').selectAll().execute());
    expect(stored).not.toContain(first ?? '');
    expect(stored).not.toContain(first?.replaceAll('-', '') ?? '');
    rt.clock.advance(31 * DAY_MS);
    expect(await shown()).toBe(first);
    await makeCardCodes(rt, admin, [familyId]);
    const second = await shown();
    expect(second).not.toBe(first);
    await receive(rt, wrote(SISTER, second ?? '', now()));
    expect(await family()).toMatchObject({ lineCount: 1 });
    expect(await shown()).toBe(first);
  });
});

describe('who has joined ends', () => {
  beforeEach(async () => {
    await joinByLine(rt, admin, familyId, SISTER);
    await joinByLine(rt, admin, familyId, BROTHER);
  });

  test('with its link, unless an admin keeps it; not by a link of before', async () => {
    const old = await linkNow();
    await changeFamily(rt, admin, familyId, { rotateToken: true, keepLine: true });
    expect(await family()).toMatchObject({ lineCount: 2, delivery: 'line' });
    await expect(endOwnLine(rt, old)).rejects.toMatchObject({ status: 401 });
    await expect(makeOwnLineCode(rt, old)).rejects.toMatchObject({ status: 401 });
    await changeFamily(rt, admin, familyId, { rotateToken: true });
    expect(await family()).toMatchObject({ lineCount: 0, delivery: 'link' });
  });

  test("where the address was somebody else's, or the family is of another resident", async () => {
    await changeFamily(rt, admin, familyId, { email: 'hana@example.jp' });
    expect(await family()).toMatchObject({ lineCount: 2 });
    const anothers = { email: 'hanako@example.jp', addressWasAnothers: true };
    await changeFamily(rt, admin, familyId, anothers);
    expect(await family()).toMatchObject({ lineCount: 0, delivery: 'link' });
    await joinByLine(rt, admin, familyId, SISTER);
    await changeFamily(rt, admin, familyId, { residentId: cast.neighbour.id });
    expect(await family()).toMatchObject({ lineCount: 0 });
  });

  test.each([
    ['of the family', () => changeFamily(rt, admin, familyId, { rotateToken: true }, ASKS)],
    [
      'of the resident',
      () => updateResident(rt, admin, cast.resident.id, { rotateToken: true }, ASKS),
    ],
    [
      'of an address of somebody else',
      () => changeFamily(rt, admin, familyId, { addressWasAnothers: true }, ASKS),
    ],
  ])('a form asks first whose they are, with a renewal %s', async (_of, renew) => {
    await expect(renew()).rejects.toMatchObject({
      status: 422,
      errors: { keepLine: [expect.stringContaining('これからもお届けするか')] },
    });
    expect(await family()).toMatchObject({ lineCount: 2 });
  });
});

test('whoever joins is known by the name in LINE, and by the day without one', async () => {
  line.names.set(SISTER, ' はな\n子\u202e🌸 ');
  line.names.set(lineUser(9), 'x'.repeat(300));
  for (const user of [SISTER, BROTHER, lineUser(9)]) await joinByLine(rt, admin, familyId, user);
  const of = { familyName: '田中 花', joinedOn: '2026-10-17' };
  const known = await readLineAccounts(rt, admin, [familyId]);
  expect(known.map(({ name }) => name).sort()).toEqual(['', 'x'.repeat(30), 'はな 子 🌸']);
  expect(known[0]).toMatchObject(of);
  expect(await readLineAccounts(rt, await signedIn(rt, cast.otherAdmin), [familyId])).toEqual([]);
});
