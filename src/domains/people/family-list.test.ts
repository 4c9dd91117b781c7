import { describe, expect, test } from 'vitest';
import type { FamilyEntry, FamilyFilter } from './family-list.ts';
import {
  lineShareUrl,
  linkMessage,
  troubleOf,
  familiesAddress,
  groupFamilies,
  readFamilyFilter,
} from './family-list.ts';
import type { Family } from './family.ts';

const family = (fields: Partial<Family> = {}): Family => ({
  id: 'f1',
  residentId: 'r1',
  residentName: '田中 ウメ',
  name: '田中 花',
  nameKana: 'たなか はな',
  relationship: '長女',
  email: 'hana@example.jp',
  phone: '090-1234-5678',
  postcode: '1040061',
  pref: '東京都',
  city: '中央区',
  town: '',
  street: '1-2-3',
  delivery: 'email',
  lineCount: 0,
  alsoByMail: false,
  familyToken: 't',
  lettersUrl: 'https://example.jp/letters?resident_token=r&family_token=f',
  lastReadAt: null,
  createdAt: '2026-10-17T03:00:00.000Z',
  ...fields,
});
const resident = (id: string, name: string, nameKana: string): FamilyEntry['resident'] => ({
  id,
  name,
  nameKana,
  room: null,
  state: 'here',
});
const ume = resident('r1', '田中 ウメ', 'たなか うめ');
const tadashi = resident('r2', '鈴木 正', 'スズキ タダシ');
const unread = resident('r3', '読子', '');
const entry = (fields: Partial<FamilyEntry> = {}): FamilyEntry => ({
  family: family(),
  resident: ume,
  tokens: { residentToken: 'r', familyToken: 'f' },
  wish: null,
  hasStopped: false,
  trouble: null,
  parked: null,
  ...fields,
});
const jiro = entry({
  family: family({
    id: 'f2',
    name: '鈴木 次郎',
    nameKana: '',
    email: null,
    delivery: 'link',
    phone: '',
  }),
  resident: tadashi,
});
const ALL: FamilyFilter = { words: '', way: '' };
const found = (filter: Partial<FamilyFilter>, entries = [entry(), jiro]) =>
  groupFamilies(entries, [ume, tadashi, unread], { ...ALL, ...filter }).map(
    (group) => [group.resident.id, group.entries.map((one) => one.family.id)] as const,
  );

describe('the list', () => {
  test('is in the order of readings in any kana, those without one last', () => {
    expect(found({})).toEqual([
      ['r2', ['f2']],
      ['r1', ['f1']],
      ['r3', []],
    ]);
  });

  test.each([
    ['a name', '花', ['r1']],
    ['a reading in other kana', 'ﾀﾅｶ ﾊﾅ', ['r1']],
    ['a reading without its space', 'たなかはな', ['r1']],
    ["a resident's reading", 'すずき', ['r2']],
    ['a part of an address', 'HANA@', ['r1']],
    ['a telephone number', '09012345678', ['r1']],
    ['a part of one, as it is written', '１２３４－５６', ['r1']],
    ['no number by a few figures', '123', []],
    ['nothing', 'zzz', []],
  ])('finds %s', (_name, words, ids) => {
    expect(found({ words }).map(([id]) => id)).toEqual(ids);
  });

  test('filters by way of delivery and by problem', () => {
    expect(found({ way: 'link' })).toEqual([['r2', ['f2']]]);
    expect(found({ way: 'trouble' })).toEqual([]);
    const troubled = entry({ trouble: '住所が足りません' });
    expect(found({ way: 'trouble' }, [troubled, jiro])).toEqual([['r1', ['f1']]]);
  });
});

test('an invalid query means no filter', () => {
  const read = (text: string) => readFamilyFilter(new URLSearchParams(text));
  expect(read('delivery=fax&q=%20')).toEqual(ALL);
  expect(read('delivery=print&q=花')).toEqual({ words: '花', way: 'print' });
});

test.each([
  ['fine', {}, null],
  ['a bounced mail', { email: 'gone@example.jp' }, 'メールが届きませんでした'],
  ['a bounced mail of another way', { email: 'gone@example.jp', delivery: 'link' as const }, null],
  ['no address', { email: null }, 'メールアドレスがありません'],
  ['no home address', { delivery: 'print' as const, street: '' }, '住所が足りません'],
  ['a home address without a town', { delivery: 'print' as const }, null],
])('what prevents delivery: %s', (_name, fields, trouble) => {
  expect(troubleOf(family(fields), new Set(['gone@example.jp']), null)).toBe(trouble);
});

test.each([
  ['by mail', {}, 'メールが戻ってきました'],
  [
    'by LINE and mail',
    { delivery: 'line' as const, lineCount: 1, alsoByMail: true },
    'メールが戻ってきました',
  ],
  ['by LINE', { delivery: 'line' as const, lineCount: 1 }, null],
  ['by hand', { delivery: 'link' as const }, null],
])('mails that come back matter to who gets them: %s', (_name, fields, trouble) => {
  const parked = { kind: 'hard' as const, at: '2026-10-17T03:00:00.000Z', words: 'ないようです' };
  expect(troubleOf(family(fields), new Set(), parked)).toBe(trouble);
});

test('the text for a chat names the family and the facility, never the resident', () => {
  const message = linkMessage(family(), 'ひだまりの家', true);
  expect(message).toMatch(/^田中 花 様\nひだまりの家です。/);
  expect(message.endsWith(family().lettersUrl)).toBe(true);
  expect(message).not.toContain('ウメ');
  const url = new URL(lineShareUrl(message));
  expect(url.origin + url.pathname).toBe('https://line.me/R/share');
  expect(url.searchParams.get('text')).toBe(message);
  expect(message).toContain('毎月のお便り');
  expect(linkMessage(family(), 'ひだまりの家', false)).not.toContain('毎月');
});

test('the address of a page keeps search and way', () => {
  expect(familiesAddress(ALL, 1)).toBe('/adminstaff/families');
  const address = familiesAddress({ words: '花', way: 'print' }, 2);
  const query = new URL(address, 'http://localhost').searchParams;
  expect(readFamilyFilter(query)).toEqual({ words: '花', way: 'print' });
  expect(query.get('page')).toBe('2');
});
