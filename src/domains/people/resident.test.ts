import { describe, expect, it } from 'vitest';
import {
  CreateResidentInput,
  UpdateResidentInput,
  findDayProblems,
  fitsBirthday,
} from './resident.ts';
import { FACT_NAMES, RESIDENT_FACTS, RESIDENT_NAME_MAX_LENGTH } from './resident-facts.ts';

const textsOf = (input: unknown): string[] =>
  CreateResidentInput.safeParse(input).error?.issues.map(({ message }) => message) ?? [];

describe('CreateResidentInput', () => {
  it('needs a name only', () => {
    const nothing = FACT_NAMES.map((name) => [name, 'max' in RESIDENT_FACTS[name] ? '' : null]);
    expect(CreateResidentInput.parse({ name: ' 田中　ウメ ' })).toEqual({
      ...Object.fromEntries(nothing),
      name: '田中　ウメ',
      photoConsent: null,
      photoConsentExtent: null,
      awaySince: null,
      leftOn: null,
      diedOn: null,
      portrait: null,
    });
  });

  it('accepts null for absent values', () => {
    const nothing = { nameKana: null, room: null, birthday: null, leftOn: null, portrait: null };
    expect(CreateResidentInput.parse({ name: 'ウメ', ...nothing })).toMatchObject({
      nameKana: '',
      room: '',
    });
  });

  it('normalizes readings', () => {
    expect(CreateResidentInput.parse({ name: 'ウメ', nameKana: 'ﾀﾅｶ　ｳﾒ' }).nameKana).toBe(
      'タナカ ウメ',
    );
  });

  it.each([
    [{}, 'お名前を入力してください。'],
    [{ name: ' ' }, 'お名前を入力してください。'],
    [{ name: 'あ'.repeat(RESIDENT_NAME_MAX_LENGTH + 1) }, 'お名前は60文字までです。'],
    [{ name: '\u200B\u202E' }, 'お名前を入力してください。'],
    [{ name: 'あ', nameKana: '田中' }, 'ふりがなは、ひらがなかカタカナで入力してください。'],
    [{ name: 'あ', room: 'あ'.repeat(21) }, '部屋は20文字までです。'],
    [{ name: 'あ', birthday: '1935-02-30' }, '生年月日を確かめてください。'],
    [{ name: 'あ', birthday: 19350303 }, '生年月日を確かめてください。'],
    [{ name: 'あ', photoConsent: 'no' }, '写真の掲載について選んでください。'],
    [{ name: 'あ', leftOn: '' }, '退居の日を確かめてください。'],
    [{ name: 'あ', portrait: '' }, '顔写真を選び直してください。'],
  ])('refuses %j', (input, text) => {
    expect(textsOf(input)).toEqual([text]);
  });
});

describe('UpdateResidentInput', () => {
  it('changes nothing that is absent', () => {
    expect(UpdateResidentInput.parse({})).toEqual({});
    expect(UpdateResidentInput.parse({ room: null })).toEqual({ room: '' });
  });

  it('refuses unknown fields', () => {
    expect(UpdateResidentInput.safeParse({ photosHidden: false }).success).toBe(false);
    expect(UpdateResidentInput.safeParse({ rotateToken: false }).success).toBe(false);
  });
});

describe('findDayProblems', () => {
  const today = '2026-11-21';

  it.each([
    [{}, []],
    [{ birthday: '2026-11-21', leftOn: '2027-11-20' }, []],
    [{ birthday: '1896-11-20' }, []],
    [{ birthday: '2026-11-22' }, ['birthday']],
    [{ birthday: '1895-11-21' }, ['birthday']],
    [{ leftOn: '2027-11-21' }, ['leftOn']],
    [{ awaySince: today, diedOn: today }, []],
    [{ awaySince: '2026-11-22' }, ['awaySince']],
    [{ diedOn: '2026-11-22' }, ['diedOn']],
    [{ birthday: '1935-03-03', diedOn: '1935-03-03' }, []],
    [{ birthday: '1935-03-03', diedOn: '1935-03-02' }, ['diedOn', 'birthday']],
    [{ birthday: '1935-03-03', awaySince: '1926-03-03' }, ['awaySince', 'birthday']],
    [{ birthday: '1935-03-03', leftOn: '1926-03-03' }, ['leftOn', 'birthday']],
  ])('for %j is %j', (days, fields) => {
    expect(Object.keys(findDayProblems(days, today))).toEqual(fields);
  });
});

it.each([
  [null, null, true],
  [null, '1935-03-03', true],
  ['1935-03-03', '1935-03-03', true],
  ['1935-03-03', '1935-03-04', false],
])('people of one name born on %j and %j may be the same: %s', (a, b, may) => {
  expect(fitsBirthday({ birthday: a }, { birthday: b })).toBe(may);
});
