import { beforeEach, describe, expect, test } from 'vitest';
import { changeFamily, removeFamily } from '#features/family/family.service.ts';
import type { FamilyChange } from '#features/family/family.ts';
import { readCompanions } from '#features/family-link/companions.service.ts';
import { openLink } from '#features/family-link/link.service.ts';
import { updateResident } from '#features/resident/resident-change.service.ts';
import type { LetterTokens } from '#lib/paths.ts';
import { HOUR } from '../support/clock.ts';
import { makeFamily, makeResident } from '../support/factories.ts';
import type { Relatives } from '../support/relatives.ts';
import { YUMI, makeOldHost, makeRelatives, tokensNow } from '../support/relatives.ts';

let all: Relatives;
let { rt, admin, hostId, haru, kiyo, ofHaru, ofKiyo } = {} as Relatives;
beforeEach(async () => {
  all = await makeRelatives();
  ({ rt, admin, hostId, haru, kiyo, ofHaru, ofKiyo } = all);
});

const change = ({ id }: { id: string }, set: FamilyChange) => changeFamily(rt, admin, id, set);
const shelfOf = async (tokens: LetterTokens): Promise<string[]> => {
  const link = await openLink(rt, tokens);
  return link
    ? (await readCompanions(rt, link)).map(({ residentName }) => residentName)
    : ['closed'];
};
const shelves = async () => [
  ...(await shelfOf(await tokensNow(all, ofHaru))),
  ...(await shelfOf(await tokensNow(all, ofKiyo))),
];
const BOTH = ['鈴木 キヨ', '佐藤 ハル'];

describe('the shelf', () => {
  test('does not lead to another facility', async () => {
    const other = await makeOldHost(rt);
    const resident = await makeResident(rt, other.hostId);
    const { token } = await makeFamily(rt, resident, YUMI);
    expect(await shelfOf({ residentToken: resident.token, familyToken: token })).toEqual([]);
    expect(await shelves()).toEqual(BOTH);
  });

  test('leads to the others of the same mailbox', async () => {
    expect(await shelves()).toEqual(BOTH);
    const aki = await makeResident(rt, hostId, { name: '秋山 アキ', name_kana: 'アキヤマ アキ' });
    for (const name of ['高橋 由美', '高橋 誠']) await makeFamily(rt, aki, { ...YUMI, name });
    expect(await shelfOf(await tokensNow(all, ofHaru))).toEqual(['秋山 アキ', '鈴木 キヨ']);
  });

  test.each<[string, FamilyChange]>([
    ['another address', { email: 'kiyo@example.jp' }],
    ['by link', { delivery: 'link' }],
    ['without an address', { delivery: 'link', email: null }],
    ['another address in the same mailbox', { email: 'yumi+kiyo@example.jp' }],
  ])('leads nowhere else: %s', async (_what, set) => {
    await change(ofKiyo, set);
    expect(await shelves()).toEqual([]);
  });

  test('two families by link, or of one resident, do not lead to each other', async () => {
    for (const family of [ofHaru, ofKiyo]) await change(family, { delivery: 'link' });
    expect(await shelves()).toEqual([]);
    for (const family of [ofHaru, ofKiyo]) {
      await change(family, { delivery: 'email', residentId: haru.id });
    }
    expect(await shelves()).toEqual([]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['of one family', () => change(ofHaru, { rotateToken: true })],
    ['of the other', () => change(ofKiyo, { rotateToken: true })],
    ['of the resident', () => updateResident(rt, admin, haru.id, { rotateToken: true })],
  ])('a link %s is replaced with all it leads to', async (_whose, renew) => {
    const before = [await tokensNow(all, ofHaru), await tokensNow(all, ofKiyo)];
    const bystander = await makeFamily(rt, kiyo, { ...YUMI, email: 'ani@example.jp' });
    const beside = { residentToken: kiyo.token, familyToken: bystander.token };
    rt.clock.advance(HOUR);
    await renew();
    for (const old of before) expect(await shelfOf(old)).toEqual(['closed']);
    expect(await shelves()).toEqual(BOTH);
    expect(await shelfOf(beside)).toEqual([]);
  });

  test('also where its address changes with it', async () => {
    const old = await tokensNow(all, ofKiyo);
    await change(ofHaru, { rotateToken: true, email: 'haru@example.jp' });
    expect(await shelfOf(old)).toEqual(['closed']);
    expect(await shelves()).toEqual([]);
  });

  test('a family that is added after a renewal leads there and back', async () => {
    rt.clock.advance(HOUR);
    await change(ofHaru, { rotateToken: true });
    await removeFamily(rt, admin, ofKiyo.id);
    rt.clock.advance(HOUR);
    const created_at = rt.clock.now().toISOString();
    ofKiyo = await makeFamily(rt, kiyo, { ...YUMI, created_at });
    expect(await shelves()).toEqual(BOTH);
  });

  test('a link that was replaced alone is not shown by an older one', async () => {
    await change(ofHaru, { delivery: 'link' });
    rt.clock.advance(HOUR);
    await change(ofHaru, { rotateToken: true });
    await change(ofHaru, { delivery: 'email' });
    expect(await shelfOf(await tokensNow(all, ofKiyo))).toEqual([]);
    expect(await shelfOf(await tokensNow(all, ofHaru))).toEqual(['鈴木 キヨ']);
    rt.clock.advance(HOUR);
    await change(ofKiyo, { rotateToken: true });
    expect(await shelves()).toEqual(BOTH);
  });

  test('a resident whose links were replaced is not shown by an older one', async () => {
    await change(ofHaru, { delivery: 'link' });
    rt.clock.advance(HOUR);
    await updateResident(rt, admin, haru.id, { rotateToken: true });
    await change(ofHaru, { delivery: 'email' });
    expect(await shelfOf(await tokensNow(all, ofKiyo))).toEqual([]);
  });
});
