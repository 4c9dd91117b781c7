import { beforeEach, describe, expect, test } from 'vitest';
import { setEnding } from '#domains/facility/ending/set-ending.ts';
import { joinAddress } from '#domains/line/code.ts';
import { endLine, endOwnLine } from '#domains/line/end-line.ts';
import {
  makeCardCodes,
  makeLineCode,
  makeOwnLineCode,
  readCardCodes,
} from '#domains/line/join-codes.ts';
import { forgetOldLine } from '#domains/line/work-off.ts';
import { updateResident } from '#domains/people/change-resident.ts';
import { changeFamily, removeFamily } from '#domains/people/manage-families.ts';
import { DAY_MS, MINUTE_MS } from '#lib/durations.ts';
import { signedIn } from '../support/cast.ts';
import { endingOf } from '../support/endings.ts';
import { makeFamily } from '../support/factories.ts';
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
import { blocked, lineUser, wrote } from '../support/line-platform.ts';

const line = await lineOfFile();
joinEachTest(line);

const said = () => saidBy(line);

test('a code from a page joins an account, once, and answers whose letters it brings', async () => {
  const { code, url, expiresAt } = await makeLineCode(rt, admin, familyId, 'page');
  expect(code).toMatch(/^\d{5}(-\d{5}){4}$/);
  expect(url).toBe(joinAddress('@123abcde', code));
  expect(decodeURIComponent(url)).toContain(`https://line.me/R/oaMessage/@123abcde/?お便りを`);
  expect(Date.parse(expiresAt) - rt.clock.now().getTime()).toBe(30 * MINUTE_MS);
  expect(JSON.stringify(await rt.db.selectFrom('line_codes').selectAll().execute())).not.toContain(
    code.replaceAll('-', ''),
  );
  await receive(rt, wrote(SISTER, code, now()));
  expect(await family()).toMatchObject({ delivery: 'line', lineCount: 1, alsoByMail: false });
  expect(said()).toHaveLength(1);
  expect(said()[0]).toContain('田中 ウメ 様のお便りを、LINEでお届けします');
  expect(said()[0]).toContain('とめる');
  expect(said()[0]).toContain('/letters?resident_token=');
  // The message is worth nothing to who reads it later.
  await receive(rt, wrote(BROTHER, code, now()));
  expect(await family()).toMatchObject({ lineCount: 1 });
  expect(said()[1]).toContain('お使いいただけません');
  // To who has used it, it says the same again.
  await receive(rt, wrote(SISTER, code, now()));
  expect(said()[2]).toBe(said()[0]);
});

test.each([
  [
    'wide figures',
    (code: string) => code.replaceAll(/\d/g, (n) => String.fromCodePoint(0xff10 + Number(n))),
  ],
  ['a long vowel for each stroke', (code: string) => code.replaceAll('-', 'ー')],
  ['spaces and lines', (code: string) => `番号は ${code.replaceAll('-', ' \n')} です。`],
  ['telephone numbers beside it', (code: string) => `03-1234-5678 ${code} 090-1234-5678`],
  ['nothing between', (code: string) => code.replaceAll('-', '')],
])('a code survives being retyped with %s', async (_how, retype) => {
  const { code } = await makeLineCode(rt, admin, familyId, 'page');
  await receive(rt, wrote(SISTER, retype(code), now()));
  expect(await family()).toMatchObject({ lineCount: 1 });
});

test('a code from a page lasts 30 minutes, one on a card 60 days', async () => {
  const page = await makeLineCode(rt, admin, familyId, 'page');
  await makeCardCodes(rt, admin, [familyId, 'unknown']);
  const card = (await readCardCodes(rt, cast.host.id)).get(familyId);
  const spare = await makeLineCode(rt, admin, familyId, 'card');
  rt.clock.set(new Date(rt.clock.now().getTime() + 31 * MINUTE_MS).toISOString());
  await forgetOldLine(rt);
  await receive(rt, wrote(SISTER, page.code, now()));
  expect(await family()).toMatchObject({ lineCount: 0 });
  rt.clock.set(new Date(rt.clock.now().getTime() + 59 * DAY_MS).toISOString());
  await receive(rt, wrote(SISTER, card?.code ?? '', now()));
  expect(await family()).toMatchObject({ lineCount: 1 });
  rt.clock.set(new Date(rt.clock.now().getTime() + 2 * DAY_MS).toISOString());
  await receive(rt, wrote(BROTHER, spare.code, now()));
  expect(await family()).toMatchObject({ lineCount: 1 });
});

test('up to five accounts for a family, and up to ten families for an account', async () => {
  for (let n = 1; n <= 6; n++) await joinByLine(rt, admin, familyId, lineUser(n));
  expect(await family()).toMatchObject({ lineCount: 5 });
  expect(said()[5]).toContain('5つのLINE');
  for (let n = 1; n <= 10; n++) {
    const { id } = await makeFamily(rt, cast.resident);
    // Ten codes an hour.
    rt.clock.set(new Date(rt.clock.now().getTime() + 10 * MINUTE_MS).toISOString());
    await joinByLine(rt, admin, id, SISTER);
  }
  expect(said().at(-1)).toContain('10家族まで');
  const rows = await rt.db.selectFrom('line_accounts').selectAll().execute();
  expect(rows.filter(({ user_id }) => user_id === SISTER)).toHaveLength(10);
});

test.each([
  ['died', { diedOn: '2026-01-02' }],
  ['left', { leftOn: '2026-01-02' }],
])('of one who %s nothing is promised, by a card that was printed before', async (_what, days) => {
  const { code } = await makeLineCode(rt, admin, familyId, 'card');
  await updateResident(rt, admin, cast.resident.id, days);
  rt.clock.advance(32 * DAY_MS);
  await receive(rt, wrote(SISTER, code, now()));
  expect(said()[0]).toContain('LINEでのお届けは、お受けしていません。');
  expect(await family()).toMatchObject({ lineCount: 0 });
});

test('nor once the facility has ended', async () => {
  const { code } = await makeLineCode(rt, admin, familyId, 'card');
  await setEnding(rt, admin, { ...endingOf(rt, cast.host.id, 0), isShort: true });
  rt.clock.advance(DAY_MS);
  await receive(rt, wrote(SISTER, code, now()));
  expect(said()[0]).toContain('LINEでのお届けは、お受けしていません。');
  expect(await family()).toMatchObject({ lineCount: 0 });
});

describe('it ends', () => {
  beforeEach(async () => {
    await joinByLine(rt, admin, familyId, SISTER);
    await joinByLine(rt, admin, familyId, BROTHER);
    line.replies.length = 0;
  });

  test('by 「とめる」, for the account that says so', async () => {
    await receive(rt, wrote(SISTER, '「とめる」', now(1)));
    expect(await family()).toMatchObject({ delivery: 'line', lineCount: 1 });
    expect(said()[0]).toMatch(/とめました.*また受け取るには/);
    await receive(rt, wrote(BROTHER, 'とめる', now(1)));
    expect(await family()).toMatchObject({ delivery: 'link', lineCount: 0 });
    expect(await rt.db.selectFrom('line_accounts').selectAll().execute()).toEqual([]);
  });

  test('by 「とめる」 after a death, without a word of beginning again', async () => {
    await updateResident(rt, admin, cast.resident.id, { diedOn: '2026-10-16' });
    await receive(rt, wrote(SISTER, 'とめる', now(1)));
    expect(said()[0]).toContain('とめました');
    expect(said()[0]).not.toContain('また受け取る');
  });

  test('by blocking, without an answer', async () => {
    await receive(rt, blocked(SISTER, now(1)));
    expect(await family()).toMatchObject({ lineCount: 1 });
    expect(said()).toEqual([]);
  });

  test('by an admin, with codes that wait', async () => {
    const { code } = await makeLineCode(rt, admin, familyId, 'card');
    await endLine(rt, admin, familyId);
    await receive(rt, wrote(SISTER, code, now()));
    expect(await family()).toMatchObject({ delivery: 'link', lineCount: 0 });
    const other = await signedIn(rt, cast.otherAdmin);
    await expect(endLine(rt, other, familyId)).rejects.toMatchObject({ status: 404 });
    await expect(makeLineCode(rt, other, familyId, 'page')).rejects.toMatchObject({ status: 404 });
  });

  test('by the family, from its letter', async () => {
    const link = await linkNow();
    const { code } = await makeOwnLineCode(rt, link);
    expect(code).toMatch(/\d/);
    await endOwnLine(rt, link);
    expect(await family()).toMatchObject({ lineCount: 0 });
  });

  test('with the family', async () => {
    await removeFamily(rt, admin, familyId);
    expect(await rt.db.selectFrom('line_accounts').selectAll().execute()).toEqual([]);
  });

  test('an admin may choose mail again, and LINE while accounts are joined', async () => {
    await changeFamily(rt, admin, familyId, { delivery: 'email', email: 'hana@example.jp' });
    expect(await family()).toMatchObject({ delivery: 'email', lineCount: 2 });
    await changeFamily(rt, admin, familyId, { delivery: 'line', alsoByMail: true });
    expect(await family()).toMatchObject({ delivery: 'line', alsoByMail: true });
    await expect(changeFamily(rt, admin, familyId, { email: null })).rejects.toMatchObject({
      status: 422,
    });
    await endLine(rt, admin, familyId);
    expect(await family()).toMatchObject({ delivery: 'email' });
    const again = changeFamily(rt, admin, familyId, { delivery: 'line' });
    await expect(again).rejects.toMatchObject({ status: 422 });
  });
});

describe('events come again and in any order', () => {
  test('each is worked off once', async () => {
    const { code } = await makeLineCode(rt, admin, familyId, 'page');
    const join = wrote(SISTER, code, now());
    const stop = wrote(SISTER, 'とめる', now(1));
    await receive(rt, join);
    await receive(rt, stop, join);
    await receive(rt, stop);
    expect(await family()).toMatchObject({ lineCount: 0 });
    expect(said()).toHaveLength(2);
  });

  test('a joining that was sent before a block does not outlive it', async () => {
    const { code } = await makeLineCode(rt, admin, familyId, 'page');
    await receive(rt, blocked(SISTER, now(2)));
    await receive(rt, wrote(SISTER, code, now(1)));
    expect(await family()).toMatchObject({ lineCount: 0 });
  });

  test('a block that was before the joining does not end it', async () => {
    const { code } = await makeLineCode(rt, admin, familyId, 'page');
    await receive(rt, wrote(SISTER, code, now(2)));
    await receive(rt, blocked(SISTER, now(1)));
    expect(await family()).toMatchObject({ lineCount: 1 });
  });
});
