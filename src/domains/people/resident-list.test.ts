import { describe, expect, it } from 'vitest';
import { listAddress, listResidentCards, marksOf, readListQuery } from './resident-list.ts';
import type { ResidentCard, ResidentLong } from './resident.ts';
import { CreateResidentInput } from './resident.ts';

const TODAY = '2026-11-21';
const card = (fields: Partial<ResidentLong>): ResidentCard => ({
  resident: {
    ...CreateResidentInput.parse({ name: '田中 ウメ', nameKana: 'たなか うめ' }),
    id: 'r',
    portraitUrl: null,
    itemsCount: 0,
    photoConsent: true,
    photoConsentExtent: 'all',
    hasNoFamily: false,
    state: 'here',
    familiesCount: 0,
    residentToken: 't',
    createdAt: '2026-01-01T00:00:00.000Z',
    ...fields,
  },
  isUndecided: false,
});

const cards = [
  card({ name: '青木 ヨネ', nameKana: 'アオキ ヨネ', room: '１０１' }),
  card({ name: '加藤 千代', nameKana: 'ｶﾄｳ ﾁﾖ', room: 'A-2' }),
  card({ name: '渡辺 フミ', nameKana: 'わたなべ ふみ', leftOn: TODAY, state: 'left' }),
  card({ name: '林', nameKana: '', leftOn: '2026-11-22' }),
  card({ name: '木村 節子', awaySince: '2026-10-03', state: 'away' }),
  card({ name: '山田 正', diedOn: '2026-10-12', state: 'died' }),
];
const list = (search = '', shown: 'living' | 'left' | 'died' = 'living') =>
  listResidentCards(cards, { search, shown, page: 1 });
const names = (...args: Parameters<typeof list>) =>
  list(...args).groups.flatMap((group) => group.cards.map(({ resident }) => resident.name));

describe('listResidentCards', () => {
  it('shows current residents, in rows, those without a reading at the end', () => {
    const filled = list().groups.filter((group) => group.cards.length > 0);
    expect(filled.map(({ row }) => row)).toEqual(['あ', 'か', 'た', '他']);
    expect(list().groups).toHaveLength(11);
    expect(list().counts).toEqual({ living: 4, left: 1, died: 1 });
  });

  it('shows those who left or died separately', () => {
    expect(names('', 'left')).toEqual(['渡辺 フミ']);
    expect(names('', 'died')).toEqual(['山田 正']);
  });

  it.each([
    ['青木', ['青木 ヨネ']],
    ['あおき', ['青木 ヨネ']],
    ['ｱｵｷﾖﾈ', ['青木 ヨネ']],
    ['101', ['青木 ヨネ']],
    ['a-2', ['加藤 千代']],
    ['かとう　ちよ', ['加藤 千代']],
    ['渡辺', []],
    ['', ['青木 ヨネ', '加藤 千代', '木村 節子', '林']],
  ])('finds %s', (search, found) => {
    expect(names(search)).toEqual(found);
    expect(list(search).found).toBe(found.length);
  });
});

describe('pages', () => {
  // 60 of あ, then 140 of か: か begins on the first page and goes on on the second.
  const many = Array.from({ length: 200 }, (_, n) =>
    card({
      name: `方 ${n}`,
      nameKana: n < 60 ? `あ${n}` : `か${n}`,
      room: n === 199 ? '999' : null,
    }),
  );
  const pageOfMany = (page: number, search = '') =>
    listResidentCards(many, { search, shown: 'living', page });
  const namesOf = (page: number, search = '') =>
    pageOfMany(page, search).groups.flatMap((group) => group.cards.map((one) => one.resident.name));

  it('show everybody once, and count everybody', () => {
    expect([namesOf(1).length, namesOf(2).length]).toEqual([100, 100]);
    expect([...namesOf(1), ...namesOf(2)]).toEqual(many.map(({ resident }) => resident.name));
    expect(pageOfMany(2)).toMatchObject({ found: 200, counts: { living: 200, left: 0, died: 0 } });
    expect(namesOf(7)).toEqual(namesOf(2));
  });

  it('know where a row begins and how many it has', () => {
    const rows = pageOfMany(2).groups.filter(({ count }) => count > 0);
    expect(
      rows.map(({ row, count, page, cards: here }) => [row, count, page, here.length]),
    ).toEqual([
      ['あ', 60, 1, 0],
      ['か', 140, 1, 100],
    ]);
  });

  it('are searched all at once', () => {
    expect(namesOf(1, '999')).toEqual(['方 199']);
  });

  it('keep search and tab in their address', () => {
    expect(listAddress({ shown: 'living', search: '', page: 4 }, 1)).toBe('/adminstaff/residents');
    expect(listAddress({ shown: 'left', search: 'か', page: 1 }, 2)).toBe(
      '/adminstaff/residents?shown=left&search=%E3%81%8B&page=2',
    );
  });
});

describe('readListQuery', () => {
  it('uses the default list for unknown values', () => {
    expect(readListQuery(new URLSearchParams('shown=x'))).toEqual({
      shown: 'living',
      search: '',
      page: 1,
    });
    const asked = new URLSearchParams({
      shown: 'left',
      search: ` ${'あ'.repeat(200)}`,
      page: '3',
    });
    expect(readListQuery(asked)).toEqual({ shown: 'left', search: 'あ'.repeat(100), page: 3 });
  });
});

describe('marksOf', () => {
  it('shows who left, who will, and whose photos are undecided', () => {
    expect(marksOf(card({}))).toEqual([]);
    expect(marksOf(card({ leftOn: TODAY, photoConsent: false, state: 'left' }))).toEqual([
      '退居 令和8年（2026年）11月21日',
      '写真は載せない',
    ]);
    expect(marksOf(card({ photoConsent: null }))).toEqual(['写真の掲載はまだ伺っていません']);
    const waiting = { ...card({ leftOn: '2026-12-01', photoConsent: false }), isUndecided: true };
    expect(marksOf(waiting)).toEqual([
      '退居予定 令和8年（2026年）12月1日',
      '写真の扱いが決まっていません',
    ]);
  });

  it('shows who is away, and of someone who died nothing else', () => {
    const away = card({ awaySince: '2026-10-03', state: 'away' });
    expect(marksOf(away)).toEqual(['不在中 令和8年（2026年）10月3日から']);
    const died = { awaySince: '2026-10-03', leftOn: '2026-10-05', diedOn: '2026-10-12' };
    const all = { ...card({ ...died, photoConsent: null, state: 'died' }), isUndecided: true };
    expect(marksOf(all)).toEqual(['ご逝去 令和8年（2026年）10月12日']);
  });
});
