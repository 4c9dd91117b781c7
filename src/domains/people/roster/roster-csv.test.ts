import { describe, expect, it } from 'vitest';
import { residentsCsv } from '#domains/people/resident-csv.ts';
import type { ResidentLong } from '#domains/people/resident.ts';
import { CreateResidentInput } from '#domains/people/resident.ts';
import { planImport } from './plan-import.ts';
import { IMPORT_MAX_ROWS, readRosterCsv, rosterTemplate } from './roster-csv.ts';

const TODAY = '2026-11-21';
const HEAD = '氏名,ふりがな,部屋,生年月日,写真の掲載,退居の日';
const readText = (text: string) => readRosterCsv(text, TODAY, 'residents');
const read = (...lines: string[]) => readText(lines.join('\r\n'));
const rowsOf = (...lines: string[]) => read(...lines).file?.rows ?? [];
const errorsOf = (line: string) => rowsOf(HEAD, line)[0]?.errors;

describe('a list of residents', () => {
  it('reads every field, in 西暦 and 和暦', () => {
    expect(rowsOf(HEAD, '高橋 ハル,ﾀｶﾊｼ ﾊﾙ,101,S10.3.3,いいえ,2026/10/1', '田中ウメ,,,,,')).toEqual(
      [
        {
          line: 2,
          name: '高橋 ハル',
          errors: [],
          residentId: '',
          family: null,
          input: CreateResidentInput.parse({
            name: '高橋 ハル',
            nameKana: 'タカハシ ハル',
            room: '101',
            birthday: '1935-03-03',
            photoConsent: false,
            leftOn: '2026-10-01',
          }),
        },
        {
          line: 3,
          name: '田中ウメ',
          errors: [],
          residentId: '',
          family: null,
          input: CreateResidentInput.parse({ name: '田中ウメ' }),
        },
      ],
    );
  });

  it('accepts columns in any order, knows other headings, and names ignored ones', () => {
    const { file } = read('介護度,ﾌﾘｶﾞﾅ,お名前（必須）,', '3,タナカ,田中,');
    expect(file?.rows[0]?.input).toMatchObject({ name: '田中', nameKana: 'タナカ' });
    expect(file?.ignored).toEqual(['介護度']);
  });

  it('numbers lines as a spreadsheet does, with empty ones and line breaks in quotes', () => {
    const rows = rowsOf(HEAD, '', '青木,,,,,', '"井\n上",,,,,', ',,,,,', '上田,,,,,', '');
    expect(rows.map(({ line, name }) => [line, name])).toEqual([
      [3, '青木'],
      [4, '井 上'],
      [6, '上田'],
    ]);
    expect(rows[1]?.input?.name).toBe('井 上');
  });

  it('accepts quotes and commas in cells', () => {
    expect(rowsOf(HEAD, '"山田, ""正""",,"A,1",,,')[0]?.input).toMatchObject({
      name: '山田, "正"',
      room: 'A,1',
    });
  });

  it.each([
    ['', ''],
    ['名札,部屋', '「氏名」という見出しがありません'],
    ['高橋 ハル,たかはし', '「氏名」という見出しがありません'],
    ['氏名,部屋,お名前', '「氏名」の見出しが2か所にあります'],
    [HEAD, '1行もありません'],
    [`${HEAD}\r\n,,,,,\r\n`, '1行もありません'],
    [`${HEAD}\r\n"高橋,,,,`, '引用符'],
    [`${HEAD}\r\n高橋"ハル",,,,,`, '2行目の近くで、引用符'],
    [`${HEAD}\n${'\n'.repeat(190_000)}`, '1行もありません'],
    [`${HEAD}\r${',\r'.repeat(90_000)}`, '1行もありません'],
    [`${HEAD}\n${'a\n'.repeat(5001)}`, '5000行まで'],
    [`${HEAD}${',x'.repeat(90_000)}`, '1行目の列が多すぎます（100列まで）'],
    [`${HEAD}\n高橋${','.repeat(190_000)}x`, '2行目の列が多すぎます（100列まで）'],
    [`${HEAD}\n${'ﷺ'.repeat(60_000)}`, '2行目に、長すぎる文があります'],
    [`${HEAD}\n"高橋${',\n'.repeat(90_000)}"`, '2行目に、長すぎる文があります'],
    [`${HEAD}\n${'""'.repeat(90_000)}"`, '2行目の近くで、引用符'],
    [`${HEAD}\n${'a\n'.repeat(4000)}`, '1000人まで'],
  ])('refuses the whole of %j', (text, problem) => {
    expect(readText(text).problem).toContain(problem);
  });

  it.each([
    [',,101,,,', ['お名前を入力してください。']],
    [`${'あ'.repeat(61)},,,,,`, ['お名前は60文字までです。']],
    [`${'ﷺ'.repeat(60)},,,,,`, ['お名前は60文字までです。']],
    ['高橋,高橋,,,,', ['ふりがなは、ひらがなかカタカナで入力してください。']],
    ['高橋,,,昭和64年2月1日,,', ['生年月日: 昭和は64年1月7日までです。']],
    ['高橋,,,2030-01-01,,', ['生年月日が今日より後になっています。']],
    [
      '高橋,,,,たぶん,',
      [
        expect.stringContaining(
          '写真の掲載は「はい」か「本人の家族だけ」か「いいえ」にしてください。まだ伺っていないときは、空欄にします。',
        ) as string,
      ],
    ],
    ['高橋,,,,,2030-01-01', ['退居の日は、1年先までにしてください。']],
    ['高橋,,,,,,余り', ['見出しより列が多くなっています。']],
    [
      ',,,x,y,',
      [
        'お名前を入力してください。',
        expect.stringContaining('生年月日: 日付を読み取れません') as string,
        expect.stringContaining(
          '写真の掲載は「はい」か「本人の家族だけ」か「いいえ」にしてください。まだ伺っていないときは、空欄にします。',
        ) as string,
      ],
    ],
  ])('reports all errors of %s', (line, errors) => {
    expect(errorsOf(line)).toEqual(errors);
  });

  it.each([
    ['はい', true],
    ['有', true],
    ['〇', true],
    ['載せてよい', true],
    ['', null],
    ['まだ伺っていません', null],
    ['未', null],
    ['載せない', false],
    ['不同意', false],
    ['×', false],
    ['ＮＯ', false],
  ])('understands %j about photos', (answer, consent) => {
    expect(rowsOf(HEAD, `高橋,,,,${answer},`)[0]?.input?.photoConsent).toBe(consent);
  });

  const EXTENTS = { 本人の家族のみ: 'own', 家族だけ: 'own', はい: 'all', いいえ: null };
  it.each(Object.entries(EXTENTS))('understands how far %j reaches', (answer, extent) => {
    const input = rowsOf(HEAD, `高橋,,,,${answer},`)[0]?.input;
    expect(input?.photoConsentExtent).toBe(extent);
    expect(input?.photoConsent === true).toBe(extent !== null);
  });

  it('accepts as many as the limit', () => {
    const lines = Array.from({ length: IMPORT_MAX_ROWS }, (_, n) => `入居者${n},,,,,`);
    expect(rowsOf(HEAD, ...lines)).toHaveLength(IMPORT_MAX_ROWS);
    expect(read(HEAD, ...lines, 'もう一人,,,,,').problem).toContain('1000人まで');
  });

  it("refuses the template's sample line, and nothing else of it", () => {
    const { file } = readText(rosterTemplate());
    expect(file?.ignored).toEqual([]);
    expect(file?.rows.map(({ errors }) => errors)).toEqual([['見本の行です。削除してください。']]);
  });
});

describe('residentsCsv', () => {
  it.each([
    [true, 'all'],
    [true, 'own'],
    [false, null],
    [null, null],
  ] as const)(
    'is imported as it was exported, consent %s %s',
    (photoConsent, photoConsentExtent) => {
      const input = CreateResidentInput.parse({
        name: '=高橋 "ハル"',
        nameKana: 'たかはし はる',
        room: '-1',
        birthday: '1935-03-03',
        photoConsent,
        photoConsentExtent,
        awaySince: '2026-09-20',
        leftOn: '2026-10-01',
        diedOn: '2026-10-05',
      });
      const resident: ResidentLong = {
        ...input,
        id: 'r',
        portraitUrl: null,
        itemsCount: 0,
        hasNoFamily: false,
        state: 'died',
        familiesCount: 0,
        residentToken: 't',
        createdAt: '2026-01-01T00:00:00.000Z',
      };
      const csv = residentsCsv([resident]);
      expect(csv).toContain(`"'=高橋 ""ハル"""`);
      expect(csv).not.toContain(resident.residentToken + ',');
      expect(readText(csv).file?.rows[0]?.input).toEqual(input);
    },
  );
});

describe('planImport', () => {
  const NOTHING = CreateResidentInput.parse({ name: 'x' });
  const plan = (lines: string[], residents: { name: string; birthday: string | null }[] = []) =>
    planImport(
      rowsOf('氏名,生年月日', ...lines),
      residents.map((person) => ({ id: 'r', ...NOTHING, ...person })),
    ).map(({ outcome, errors }) => [outcome, ...errors]);

  it('adds unknown people', () => {
    expect(plan(['高橋,', '田中,'])).toEqual([['new'], ['new']]);
  });

  it('skips existing residents, unless another birthday tells them apart', () => {
    const there = [{ name: '高橋　ハル', birthday: '1935-03-03' }];
    expect(plan(['高橋ハル,', '田中,'], there)).toEqual([['known'], ['new']]);
    expect(plan(['高橋 ハル,S10.3.3'], there)).toEqual([['known']]);
    expect(plan(['高橋 ハル,S10.3.4'], there)).toEqual([['new']]);
  });

  it('finds duplicates', () => {
    expect(plan(['高橋 ハル,', '田中,', '高橋ハル,S10.3.3'])[2]).toEqual([
      'wrong',
      '2行目と同じ方のようです。別の方なら、両方に生年月日を入れてください。',
    ]);
    expect(plan(['高橋,S10.3.3', '高橋,S10.3.4'])).toEqual([['new'], ['new']]);
  });

  it('keeps invalid rows invalid', () => {
    expect(plan(['高橋,x'])[0]?.[0]).toBe('wrong');
  });
});
