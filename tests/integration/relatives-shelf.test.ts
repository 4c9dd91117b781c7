import { beforeEach, describe, expect, test } from 'vitest';
import {
  addFamily,
  changeFamily,
  readFamilies,
  removeFamily,
} from '#domains/people/manage-families.ts';
import type { FamilyChange } from '#domains/people/family.ts';
import { FamilyInput } from '#domains/people/family.ts';
import { readCompanions } from '#domains/people/companions.ts';
import { openLink } from '#domains/letter/link.ts';
import { updateResident } from '#domains/people/change-resident.ts';
import { importRoster } from '#domains/people/roster/import-roster.ts';
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

  test('a family that is added leads to the one before; both ways once they are renewed together', async () => {
    await removeFamily(rt, admin, ofKiyo.id);
    const input = { residentId: kiyo.id, name: YUMI.name, email: YUMI.email, delivery: 'email' };
    ofKiyo = { ...ofKiyo, id: (await addFamily(rt, admin, FamilyInput.parse(input))).id };
    expect(await shelves()).toEqual(['佐藤 ハル']);
    await change(ofHaru, { rotateToken: true });
    expect(await shelves()).toEqual(BOTH);
  });

  test('families of one list lead to each other', async () => {
    await change(ofHaru, { email: 'haru@example.jp' });
    const csv = [
      '氏名,ご家族の氏名,メールアドレス',
      '佐藤 ハル,森 桜,m@example.jp',
      '鈴木 キヨ,森 桜,m@example.jp',
    ];
    await importRoster(rt, admin, 'families', csv.join('\n'));
    const added = (await readFamilies(rt, admin)).filter(({ email }) => email === 'm@example.jp');
    const names = [];
    for (const family of added) names.push(...(await shelfOf(await tokensNow(all, family))));
    expect(names.sort()).toEqual([...BOTH].sort());
  });

  test.each<[string, FamilyChange, FamilyChange]>([
    [
      'an address that was somebody else’s',
      { email: 'wrong@example.jp' },
      { email: YUMI.email, addressWasAnothers: true },
    ],
    ['another resident', { residentId: 'haru' }, { residentId: 'kiyo' }],
  ])(
    'the link of before does not open by %s, and no older one leads to the new',
    async (_why, before, after) => {
      const idOf = ({ residentId, ...set }: FamilyChange): FamilyChange =>
        residentId === undefined ? set : { residentId: residentId === 'haru' ? haru.id : kiyo.id };
      await change(ofKiyo, idOf(before));
      const given = await tokensNow(all, ofKiyo);
      const { lettersUrl } = await change(ofKiyo, idOf(after));
      expect(await shelfOf(given)).toEqual(['closed']);
      expect(lettersUrl).not.toContain(given.familyToken);
      expect(await shelfOf(await tokensNow(all, ofHaru))).toEqual([]);
      expect(await shelfOf(await tokensNow(all, ofKiyo))).toEqual(['佐藤 ハル']);
    },
  );

  test.each<[string, FamilyChange, FamilyChange]>([
    ['another address', { email: 'kiyo@example.jp' }, { email: YUMI.email }],
    ['another way', { delivery: 'link' }, { delivery: 'email' }],
  ])(
    'a link outlives %s and back, and leads nowhere else until both are renewed together',
    async (_why, before, after) => {
      const given = await tokensNow(all, ofKiyo);
      await change(ofKiyo, before);
      expect(await tokensNow(all, ofKiyo)).toEqual(given);
      await change(ofKiyo, after);
      expect(await tokensNow(all, ofKiyo)).toEqual(given);
      expect(await shelves()).toEqual([]);
      await change(ofHaru, { rotateToken: true });
      expect(await shelves()).toEqual(BOTH);
    },
  );

  test('what says nothing about the link leaves it', async () => {
    const given = await tokensNow(all, ofKiyo);
    const same = { email: YUMI.email, delivery: 'email', residentId: kiyo.id } as const;
    await change(ofKiyo, { ...same, name: '高橋 ゆみ', relationship: '嫁', postcode: '1000001' });
    expect(await tokensNow(all, ofKiyo)).toEqual(given);
    expect(await shelves()).toEqual(BOTH);
  });
});
