import { describe, expect, test } from 'vitest';
import { readFamilies } from '#domains/people/manage-families.ts';
import { readConsents } from '#domains/people/consent-records/answer-consent.ts';
import { readResidents } from '#domains/people/read-residents.ts';
import { importRoster, tryImport } from '#domains/people/roster/import-roster.ts';
import { toCsv } from '#lib/csv.ts';
import { castEachTest, rt, cast, admin } from '../support/cast-each-test.ts';
import { makeResident } from '../support/factories.ts';

/** Lists that come again, and what of them a person has to say (domain.md#lists-as-csv). */
castEachTest(['admin']);

const HEAD = ['氏名', 'ふりがな', '部屋', '生年月日', '写真の掲載'];
const list = (...rows: string[][]): string => toCsv([HEAD, ...rows]);
const trial = async (text: string) =>
  (await tryImport(rt, admin, 'residents', new TextEncoder().encode(text))).rows;
const add = (text: string, answers = {}) => importRoster(rt, admin, 'residents', text, answers);
const residents = () => readResidents(rt, admin);
const find = async (name: string) => (await residents()).find((one) => one.name === name);
const make = (columns: Parameters<typeof makeResident>[2]) =>
  makeResident(rt, cast.host.id, columns);

const EMPTY = { name_kana: '', room: '', birthday: null, photo_consent: null };

describe('a second list', () => {
  const LIST = list(['高橋 春子', 'たかはし はるこ', '101', '昭和10年3月3日', 'はい']);

  test('fills what is empty, and shows it before', async () => {
    const { id } = await make({ name: '高橋 春子', ...EMPTY });
    const [row] = await trial(LIST);
    expect(row?.outcome).toBe('known');
    expect(row?.changes.differences).toEqual([]);
    expect(row?.changes.fills.map(({ label, to }) => `${label} ${to}`)).toEqual([
      'ふりがな たかはし はるこ',
      '部屋 101',
      '生年月日 昭和10年（1935年）3月3日',
      '写真の掲載 載せてよい',
    ]);
    expect(await find('高橋 春子')).toMatchObject({ nameKana: '', photoConsent: null });
    expect(await add(LIST)).toEqual({ residents: 0, families: 0, changed: 1 });
    expect(await find('高橋 春子')).toMatchObject({
      nameKana: 'たかはし はるこ',
      room: '101',
      birthday: '1935-03-03',
      photoConsent: true,
      photoConsentExtent: 'all',
    });
    expect((await readConsents(rt, admin, id)).consents).toMatchObject([
      { answer: 'all', note: '一覧の取り込み', holds: true },
    ]);
    expect(await add(LIST)).toEqual({ residents: 0, families: 0, changed: 0 });
    expect((await readConsents(rt, admin, id)).consents).toHaveLength(1);
  });

  test('overwrites nothing unasked, and only what was shown', async () => {
    const there = { name_kana: 'こうはし はるこ', room: '205', birthday: '1935-03-03' };
    await make({ name: '高橋 春子', ...there, photo_consent: 0 });
    const [row] = await trial(LIST);
    expect(row?.changes.fills).toEqual([]);
    expect(row?.changes.differences).toMatchObject([
      { field: 'nameKana', from: 'こうはし はるこ', to: 'たかはし はるこ' },
      { field: 'room', from: '205', to: '101' },
      { field: null, label: '写真の掲載', from: '載せない', to: '載せてよい' },
    ]);
    expect((await add(LIST)).changed).toBe(0);
    const values = row?.changes.differences.map(({ value }) => value) ?? [];
    // A colleague has moved the person meanwhile.
    await rt.db.updateTable('residents').set({ room: '300' }).where('room', '=', '205').execute();
    expect((await add(LIST, { overwrites: new Set(values) })).changed).toBe(1);
    expect(await find('高橋 春子')).toMatchObject({
      nameKana: 'たかはし はるこ',
      room: '300',
      photoConsent: false,
    });
  });

  test('of several families fills a resident once', async () => {
    await make({ name: '高橋 春子', ...EMPTY });
    const text = toCsv([
      [...HEAD, 'ご家族の氏名'],
      ['高橋 春子', '', '101', '', '', '高橋 秋男'],
      ['高橋 春子', 'たかはし はるこ', '101', '', '', '高橋 夏男'],
    ]);
    expect(await add(text)).toEqual({ residents: 0, families: 2, changed: 1 });
    expect(await find('高橋 春子')).toMatchObject({ nameKana: 'たかはし はるこ', room: '101' });
  });

  test('asks about a namesake with another room or reading, and gives nobody his answer', async () => {
    await make({ name: '高橋 春子', ...EMPTY, room: '205' });
    const [row] = await trial(LIST);
    expect(row).toMatchObject({ outcome: 'asks', maybe: { room: '205' } });
    expect(await add(LIST)).toEqual({ residents: 0, families: 0, changed: 0 });
    expect(await find('高橋 春子')).toMatchObject({ photoConsent: null });
    expect((await add(LIST, { same: new Set([`${row?.line} other`]) })).residents).toBe(1);
    expect((await residents()).filter(({ name }) => name === '高橋 春子')).toHaveLength(2);
  });

  test('tells two of one name apart by the days that it brings', async () => {
    await make({ name: '高橋 春子', ...EMPTY });
    const twins = list(
      ['高橋 春子', '', '', '1935-03-03', ''],
      ['高橋 春子', '', '', '1940-03-03', 'はい'],
    );
    expect((await trial(twins)).map(({ outcome }) => outcome)).toEqual(['known', 'new']);
    expect(await add(twins)).toEqual({ residents: 1, families: 0, changed: 1 });
    expect((await residents()).filter(({ name }) => name === '高橋 春子')).toHaveLength(2);
  });
});

describe('a name in another variant', () => {
  test.each([
    ['高橋 春子', '髙橋 春子'],
    ['渡辺 春子', '渡邉春子'],
    ['渡邊 春子', '渡邉 春子'],
    ['斉藤 春子', '齋藤 春子'],
    ['斎藤 春子', '斉藤 春子'],
    ['山崎 春子', '山﨑 春子'],
    ['辻 春子', '辻\u{E0100} 春子'],
    ['吉田 春子', '𠮷田 春子'],
    ['佐々木 春子', '佐佐木 春子'],
    ['浜田 春子', '濵田 春子'],
  ])('%s and %s: asks whether they are one', async (there, here) => {
    const { id } = await make({ name: there, ...EMPTY });
    const text = toCsv([
      ['氏名', '部屋', 'ご家族の氏名', 'メールアドレス'],
      [here, '101', '秋男', 'akio@family.example'],
    ]);
    const count = (await residents()).length;
    expect(await trial(text)).toMatchObject([{ outcome: 'asks', maybe: { id }, line: 2 }]);
    expect(await add(text)).toEqual({ residents: 0, families: 0, changed: 0 });
    const same = new Set([`2 ${id}`]);
    expect(await add(text, { same })).toEqual({ residents: 0, families: 1, changed: 1 });
    expect(await find(there)).toMatchObject({ room: '101' });
    expect((await readFamilies(rt, admin, id)).map(({ name }) => name)).toEqual(['秋男']);
    expect(await residents()).toHaveLength(count);
    expect((await add(text, { same: new Set(['2 other']) })).residents).toBe(1);
  });

  test('takes nobody else for the answer', async () => {
    const { id } = await make({ name: '高橋 春子', ...EMPTY });
    const text = list(['髙橋 春子', '', '', '', '']);
    const other = await make({ name: '別の 人', ...EMPTY });
    expect(await add(text, { same: new Set([`2 ${other.id}`, `3 ${id}`, 'x']) })).toEqual({
      residents: 0,
      families: 0,
      changed: 0,
    });
  });

  test('in one list is to be written alike', async () => {
    const rows = await trial(list(['高橋 春子', '', '', '', ''], ['髙橋 春子', '', '', '', '']));
    expect(rows[1]?.errors).toEqual([expect.stringContaining('字の形だけが違うお名前')]);
  });

  test('太田 and 大田 are two people', async () => {
    await make({ name: '太田 春子', ...EMPTY });
    expect((await trial(list(['大田 春子', '', '', '', ''])))[0]?.outcome).toBe('new');
  });
});

describe('an address', () => {
  const heads = ['氏名', 'ご家族の氏名', 'お届けの方法'];
  const family = async (columns: string[], cells: string[]) => {
    const text = toCsv([
      [...heads, ...columns],
      ['見本 春子', '見本 秋男', '印刷', ...cells],
    ]);
    const [row] = await trial(text);
    return { ...row?.family?.input, said: row?.family?.said, errors: row?.errors };
  };
  const KITA = { postcode: '0600001', pref: '北海道', city: '札幌市中央区', town: '北一条西' };

  test.each([
    ['060-0001', '北海道札幌市中央区北一条西1-1 はなビル101', '1-1 はなビル101'],
    ['0600001', '札幌市中央区北一条西1-1', '1-1'],
    ['〒060-0001', '北海道　札幌市中央区　北一条西　1-1', '1-1'],
    ['060-0001', '北一条西1-1', '1-1'],
    ['', '〒060-0001 北海道札幌市中央区北一条西1-1', '1-1'],
    ['600001', '北海道札幌市中央区北一条西1-1', '1-1'],
  ])('in one cell with %j: %s', async (postcode, address, street) => {
    expect(await family(['郵便番号', '住所'], [postcode, address])).toMatchObject({
      ...KITA,
      street,
      errors: [],
    });
  });

  test('in one cell is split by the names of cities where the code says nothing', async () => {
    const read = (address: string) => family(['郵便番号', 'ご住所'], ['104-0061', address]);
    expect(await read('広島県安芸郡府中町大通3-5-1')).toMatchObject({
      pref: '広島県',
      city: '安芸郡府中町',
      street: '大通3-5-1',
    });
    expect(await read('広島県府中町大通3-5-1')).toMatchObject({ city: '安芸郡府中町' });
    expect(await read('どこか遠く1-1')).toMatchObject({ city: '中央区', street: 'どこか遠く1-1' });
    expect((await family(['住所'], ['どこか遠く1-1'])).errors?.join()).toContain(
      '都道府県が要ります',
    );
  });

  test('whose zeros a spreadsheet ate is put right where it agrees, and said', async () => {
    const columns = ['郵便番号', '都道府県', '市区町村', '町域', '番地・建物名'];
    const read = await family(columns, ['600001', '北海道', '札幌市中央区', '北一条西', '1-1']);
    expect(read).toMatchObject({ ...KITA, errors: [] });
    expect(read.said).toContain('060-0001として読みました');
    const other = await family(columns, ['600001', '京都府', '京都市下京区', '', '1-1']);
    expect(other.errors).toEqual(['郵便番号は7桁の数字で入力してください。']);
    const none = await family(['郵便番号'], ['10010']);
    expect(none.errors?.join()).toContain('郵便番号は7桁');
  });
});
