import { describe, expect, test } from 'vitest';
import {
  CreateLetterInput,
  LETTER_TITLE_MAX_LENGTH,
  LetterFormInput,
  UpdateLetterInput,
  readAdminMonth,
} from './admin-letter.ts';
import { LETTER_BODY_MAX_LENGTH, phrasesOf, withPhrase } from './stock-phrases.ts';

const TODAY = '2024-10-31';

describe('the month guard of admins', () => {
  test.each([
    ['202410', 202410],
    ['202409', 202409],
    ['202312', 202312],
  ])('%s is open', (text, yearMonth) => {
    expect(readAdminMonth(text, TODAY)).toBe(yearMonth);
  });

  test.each(['202411', '202413', '202400', '20241', '2024100', 'abcdef', '', ' 20241', '2024-1'])(
    '%j is not',
    (text) => {
      expect(readAdminMonth(text, TODAY)).toBeUndefined();
    },
  );
});

test('a stock phrase goes in exactly where the longer text can be saved', () => {
  const phrase = phrasesOf(202410)[0] ?? '';
  const longest = LETTER_BODY_MAX_LENGTH - phrase.length - 2;
  for (const length of [0, 1, longest, longest + 1, LETTER_BODY_MAX_LENGTH]) {
    const longer = withPhrase('あ'.repeat(length), phrase);
    expect(longer === null).toBe(length > longest);
    if (longer === null) continue;
    expect(UpdateLetterInput.safeParse({ body: longer, version: 1 }).error).toBeUndefined();
  }
});

describe('saved texts', () => {
  test('have our line breaks, no space around them, and one spelling', () => {
    const body = '  一行\r\n二行\r三行か\u3099\n\n ';
    expect(UpdateLetterInput.parse({ version: 1, body }).body).toBe('一行\n二行\n三行が');
  });

  test('have no invisible characters', () => {
    const read = UpdateLetterInput.parse({ version: 1, title: '\u202E二\n行', body: 'あ\0い' });
    expect(read).toMatchObject({ title: '二 行', body: 'あい' });
  });

  test.each([
    { body: 'あ'.repeat(LETTER_BODY_MAX_LENGTH + 1) },
    { body: null },
    { title: '' },
    { title: '　' },
    { title: 'あ'.repeat(LETTER_TITLE_MAX_LENGTH + 1) },
    { title: '\u200B' },
    { title: '秋のお便り bank.com' },
    { coverItemId: '' },
    { coverItemId: 1 },
    { version: -1 },
    { version: 1.5 },
    { version: '1' },
    { more: 1 },
  ])('%j is refused', (fields) => {
    expect(UpdateLetterInput.safeParse({ version: 1, ...fields }).success).toBe(false);
  });

  test('need the version they are based on', () => {
    expect(UpdateLetterInput.safeParse({ title: '秋' }).success).toBe(false);
  });

  test.each([202413, 20241, '202410', null, undefined])('%j is not a month', (yearMonth) => {
    expect(CreateLetterInput.safeParse({ yearMonth, title: '秋' }).success).toBe(false);
  });

  test('have the default title and no cover if fields are empty', () => {
    const form = { yearMonth: '202410', version: '2', title: null, body: null, coverItemId: '' };
    expect(LetterFormInput.parse(form)).toEqual({
      yearMonth: 202410,
      version: 2,
      title: '',
      body: '',
      coverItemId: null,
    });
    expect(LetterFormInput.safeParse({ ...form, version: '' }).success).toBe(false);
    expect(LetterFormInput.safeParse({ ...form, yearMonth: '202413' }).success).toBe(false);
  });
});
