import { beforeAll, describe, expect, test, vi } from 'vitest';
import { readRosterCsv } from '#domains/people/roster/roster-csv.ts';
import type { SentField } from '../support/schemas.ts';
import { sentFields } from '../support/schemas.ts';

vi.mock('astro:actions', () => ({ defineAction: (action: object) => action, ActionError: Error }));

/** Passwords are compared as typed, and never shown. */
const AS_TYPED = new Set(['password', 'currentPassword']);
/** A file as a whole; its cells are checked below. */
const FILES = new Set(['csv', 'file']);

/** Numbers, choices, checkboxes and files. */
const NO_TEXTS = new Set([
  'asksConsentAgain',
  'hasNoFamily',
  'by',
  'how',
  'photoConsentExtent',
  'before',
  'press',
  'together',
  'addressWasAnothers',
  'keepLine',
  'do',
  'passedOn',
  'hidden',
  'change',
  'takesAnswers',
  'choice',
  'done',
  'again',
  'skipsWrong',
  ...[
    'agreed',
    'answer',
    'held',
    'byte_size',
    'content_type',
    'decision',
    'delivery',
    'earlyLook',
    'file',
  ],
  ...['mailEnabled', 'photoConsent', 'plan', 'role', 'rotateToken', 'understood', 'version'],
  ...['furigana', 'which', 'yearMonth', 'checked', 'leftOut', 'order', 'rotate', 'who'],
  // An object of texts, which are fields of their own; and an authenticator's answer.
  ...['note', 'response'],
  ...['isMistake', 'same', 'shown', 'alsoByMail', 'asksSecondStep', 'for', 'remember', 'type'],
]);

/** A valid value for each kind of field. */
const PLAUSIBLE = [
  '花子',
  'たなか',
  'a@example.jp',
  '1040061',
  '03-1234-5678',
  '東京都',
  '2026-10-01',
  '昭和10年3月3日',
  '202610',
  '482913',
  'abcdefghijklmnopqrstuv',
  'abcde-fghjk',
  '2026-10-01T00:00:00.000Z',
  'AAAAAAAAAAAAAAAAAAAAAA==',
  '1',
  '12',
];

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

/** Forbidden characters as plain lists, independent of our own rule. */
const HIDDEN = [
  ...range(0x00, 0x08),
  ...range(0x0e, 0x1f),
  ...range(0x7f, 0x84),
  ...range(0x86, 0x9f),
  0xad,
  0x61c,
  0x200b,
  0x200e,
  0x200f,
  ...range(0x2028, 0x202e),
  ...range(0x2060, 0x206f),
  0xd800,
  0xdbff,
  0xdc00,
  0xdfff,
  ...range(0xfdd0, 0xfdef),
  0xfeff,
  0xfffe,
  0xffff,
  0x1fffe,
  0x10ffff,
  0xe0041,
].map((code) => String.fromCodePoint(code));

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** Forbidden characters that a field lets through. */
function leaksOf({ schema }: SentField): string[] {
  const bases = PLAUSIBLE.filter((text) => schema.safeParse(text).success);
  const asList = PLAUSIBLE.filter((text) => schema.safeParse([text]).success);
  return HIDDEN.filter((hidden) => {
    const mixed = (text: string) => [
      hidden + text,
      text.slice(0, 1) + hidden + text.slice(1),
      text + hidden,
    ];
    const results = [
      ...[...bases, ''].flatMap(mixed).map((text) => schema.safeParse(text)),
      ...asList.flatMap(mixed).map((text) => schema.safeParse([text])),
    ];
    return results.some(({ data }) => textsIn(data).some((text) => text.includes(hidden)));
  }).map((hidden) => `U+${hidden.codePointAt(0)?.toString(16)}`);
}

let fields: SentField[];
beforeAll(async () => {
  fields = await sentFields();
});

test('no field lets invisible characters through', () => {
  const looked = fields.filter(({ name }) => !AS_TYPED.has(name) && !FILES.has(name));
  const leaks = looked.map((field) => ({
    of: `${field.name} of ${field.of}`,
    let: leaksOf(field),
  }));
  expect(leaks.filter((field) => field.let.length > 0)).toEqual([]);
});

test('か and a mark are が in every field', () => {
  const decomposed = fields.filter(({ name, schema }) => {
    const taken = ['か\u3099', ['か\u3099']].map((value) => schema.safeParse(value).data);
    return (
      !AS_TYPED.has(name) && !FILES.has(name) && textsIn(taken).some((text) => /\u3099/.test(text))
    );
  });
  expect(decomposed.map(({ name, of }) => `${name} of ${of}`)).toEqual([]);
});

test('every text field accepted a test value', () => {
  const took = fields.filter(({ schema }) =>
    PLAUSIBLE.some((text) => schema.safeParse(text).success || schema.safeParse([text]).success),
  );
  expect(took.length).toBeGreaterThan(80);
  const others = fields.filter((field) => !took.includes(field)).map(({ name }) => name);
  expect(others.filter((name) => !NO_TEXTS.has(name))).toEqual([]);
});

/** With places for a character. */
const LISTS = {
  residents: '氏名,部屋,_階\n花_子,1_2,2\n',
  families: '氏名,ご家族の氏名,続柄,届け方,都道府県,番地\n花_子,一_郎,長_男,リンク,東京都,_1\n',
};

describe('an imported list', () => {
  test.each(['residents', 'families'] as const)('of %s drops invisible characters', (roster) => {
    for (const hidden of HIDDEN) {
      const text = LISTS[roster].replaceAll('_', hidden);
      const { file } = readRosterCsv(text, '2026-10-17', roster);
      expect(file?.rows.map(({ errors, family }) => [errors, family?.errors ?? []])).toEqual([
        [[], []],
      ]);
      expect(textsIn(file).filter((one) => one.includes(hidden))).toEqual([]);
    }
  });

  test('refuses names that look like links', () => {
    const { file } = readRosterCsv('氏名\nbank.co.jp\n', '2026-10-17', 'residents');
    expect(file?.rows[0]?.errors[0]).toMatch(/リンク/);
  });
});
