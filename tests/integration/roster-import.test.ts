import { describe, expect, test } from 'vitest';
import { exportResidents } from '#domains/people/roster/export-roster.ts';
import { importRoster, readWrongLines, tryImport } from '#domains/people/roster/import-roster.ts';
import { createResident, readResidents } from '#domains/people/read-residents.ts';
import { CreateResidentInput } from '#domains/people/resident.ts';
import { castEachTest, rt, cast, admin } from '../support/cast-each-test.ts';
import { signedIn } from '../support/cast.ts';
import { shiftJis } from '../support/shift-jis.ts';

const HEAD = '氏名,ふりがな,部屋,生年月日,写真の掲載,退居の日';
/** The cast has two residents. */
const THERE = 2;

castEachTest(['admin']);

const csv = (...lines: string[]): string => [HEAD, ...lines].join('\r\n');
const attempt = (bytes: Uint8Array | string) =>
  tryImport(
    rt,
    admin,
    'residents',
    typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes,
  );
const add = async (text: string, actor = admin) =>
  (await importRoster(rt, actor, 'residents', text)).residents;
const all = () => readResidents(rt, admin);
const outcomes = async (text: string) => (await attempt(text)).rows.map(({ outcome }) => outcome);

describe('a list with a wrong line', () => {
  const LIST = csv('高橋 ハル,,101,,はい,', '森 トシ,,102,昭和,,', '林 喜一,,103,,,');

  test('adds the good ones only on request', async () => {
    await expect(add(LIST)).rejects.toThrow('1行に誤りがあるため、一人も追加していません。');
    expect(await all()).toHaveLength(THERE);
    expect(await importRoster(rt, admin, 'residents', LIST, { skipsWrong: true })).toEqual({
      residents: 2,
      families: 0,
      changed: 0,
    });
  });

  test('gives the wrong ones back as a file, which can be mended and imported', async () => {
    const { csv: file } = await readWrongLines(rt, admin, 'residents', LIST);
    const [, head, line] = /^\ufeff(.*)\r\n(.*)\r\n$/.exec(file) ?? [];
    expect(head).toBe(`${HEAD},直すところ`);
    expect(line).toMatch(/^森 トシ,,102,昭和,,,.+/);
    await importRoster(rt, admin, 'residents', LIST, { skipsWrong: true });
    const { rows, ignored } = await attempt(file.replace('昭和,', '昭和10年3月3日,'));
    expect(rows.map(({ outcome }) => outcome)).toEqual(['new']);
    expect(ignored).toEqual([]);
  });
});

describe('the preview', () => {
  test.each([
    ['UTF-8', (text: string) => new TextEncoder().encode(text)],
    ['UTF-8 with a byte order mark', (text: string) => new TextEncoder().encode(`\uFEFF${text}`)],
    ['Shift_JIS', (text: string) => new Uint8Array(shiftJis(text))],
  ])('reads %s alike, and adds no residents', async (_, encode) => {
    const { rows, csv: text } = await attempt(
      encode(csv('高橋 ハル,たかはし はる,101,昭和10年3月3日,はい,')),
    );
    expect(rows).toMatchObject([
      { line: 2, outcome: 'new', errors: [], input: { name: '高橋 ハル', birthday: '1935-03-03' } },
    ]);
    expect(text.startsWith('氏名')).toBe(true);
    expect(await all()).toHaveLength(THERE);
  });

  test('lists the errors of every line', async () => {
    const { rows } = await attempt(csv('高橋,,,,,', ',,101,,,', '田中,漢字,,昭和,,'));
    expect(rows.map(({ line, outcome, errors }) => [line, outcome, errors.length])).toEqual([
      [2, 'new', 0],
      [3, 'wrong', 1],
      [4, 'wrong', 2],
    ]);
  });

  test('recognises existing residents, in this facility only', async () => {
    expect(await outcomes(csv('田中　ウメ,,,,,', '山田 ハナ,,,,,'))).toEqual(['known', 'new']);
  });

  test.each([
    ['wrong headings', '名札,部屋\r\n高橋,101', '見出し'],
    ['no lines', HEAD, '1行もありません'],
    ['an open quote', csv('"高橋,,,,,'), '引用符'],
    ['an Excel file', 'PK\u0003\u0004', 'エクセル'],
    [
      'too much',
      csv(...Array.from({ length: 900 }, (_, n) => `${'長'.repeat(100)}${n},,,,,`)),
      '大きすぎます',
    ],
  ])('refuses a file with %s as a whole', async (_, text, message) => {
    await expect(attempt(text)).rejects.toMatchObject({
      status: 422,
      errors: { file: [expect.stringContaining(message)] },
    });
  });
});

describe('the import', () => {
  test('adds all new residents, each with a link', async () => {
    const lines = [
      '高橋 ハル,たかはし はる,101,S10.3.3,いいえ,',
      '田中 ウメ,,,,,',
      '"佐藤, ミツ",,,,,',
    ];
    expect(await add(csv(...lines))).toBe(2);
    const residents = await all();
    expect(residents).toHaveLength(THERE + 2);
    expect(residents.find(({ name }) => name === '高橋 ハル')).toMatchObject({
      nameKana: 'たかはし はる',
      room: '101',
      birthday: '1935-03-03',
      photoConsent: false,
      leftOn: null,
      portraitUrl: null,
    });
    expect(new Set(residents.map(({ residentToken }) => residentToken)).size).toBe(THERE + 2);
    const foreign = await readResidents(rt, await signedIn(rt, cast.otherAdmin));
    expect(foreign).toHaveLength(1);
  });

  test('adds no residents if one line of a thousand is wrong', async () => {
    const lines = Array.from({ length: 999 }, (_, n) => `入居者${n},,,,,`);
    await expect(add(csv(...lines, '最後の人,,,昨日,,'))).rejects.toMatchObject({
      status: 422,
      message: '1行に誤りがあるため、一人も追加していません。',
    });
    expect(await all()).toHaveLength(THERE);
  });

  test("accepts a thousand at once without the operator's limit", async () => {
    await rt.db.updateTable('hosts').set({ plan: null }).execute();
    const lines = Array.from(
      { length: 1000 },
      (_, n) => `入居者 ${n},にゅうきょしゃ,${n},S10.3.3,はい,`,
    );
    expect(await add(csv(...lines))).toBe(1000);
    expect(await all()).toHaveLength(THERE + 1000);
  });

  test('refuses a resident listed twice', async () => {
    await expect(add(csv('高橋,,,,,', '高橋,,,,,'))).rejects.toMatchObject({ status: 422 });
    expect(await all()).toHaveLength(THERE);
  });

  test('submitted twice adds no duplicates', async () => {
    const text = csv('高橋,,,,,', '佐藤,,,,,');
    expect(await Promise.all([add(text), add(text)])).toEqual([2, 0]);
    expect(await all()).toHaveLength(THERE + 2);
  });

  test('adds no residents at all if the database fails halfway', async () => {
    const text = csv(...Array.from({ length: 10 }, (_, n) => `入居者${n},,,,,`));
    const before = rt.clock.now;
    let calls = 0;
    const clock = {
      ...rt.clock,
      now: () => {
        calls += 1;
        if (calls > 5) throw new Error('no luck');
        return before();
      },
    };
    await expect(importRoster({ ...rt, clock }, admin, 'residents', text)).rejects.toThrow(
      'no luck',
    );
    expect(await all()).toHaveLength(THERE);
  });
});

describe('the export', () => {
  test('can be imported again: all residents are recognised, none added', async () => {
    const input = {
      name: '=HYPERLINK("x")',
      room: '+1',
      birthday: '1935-03-03',
      leftOn: '2026-10-01',
    };
    await createResident(rt, admin, CreateResidentInput.parse(input));
    const exported = await exportResidents(rt, admin);
    expect(exported.charCodeAt(0)).toBe(0xfeff);
    expect(exported).toContain(`"'=HYPERLINK(""x"")"`);
    expect(exported).not.toContain(cast.resident.token);
    expect(await outcomes(exported)).toEqual(['known', 'known', 'known']);
    expect(await add(exported)).toBe(0);
  });

  test('of one facility can be imported into another', async () => {
    const other = await signedIn(rt, cast.otherAdmin);
    expect(await add(await exportResidents(rt, admin), other)).toBe(2);
    expect((await readResidents(rt, other)).map(({ name }) => name).sort()).toEqual(
      ['鈴木 正', '田中 ウメ', '山田 ハナ'].sort(),
    );
  });
});
