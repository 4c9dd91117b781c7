import { describe, expect, test } from 'vitest';
import { BREAK } from '#lib/break.ts';
import type { PhotoConsent } from './consent.ts';
import {
  awaitsPhoto,
  consentWords,
  notForAllText,
  leftOutText,
  obeyedAnswer,
  placeNote,
  takesPhotos,
  toConsent,
  answerOf,
  toColumns,
  toExtent,
  whoMustNotBeOn,
  whoSeesText,
  whyNoPhotos,
} from './consent.ts';

const ANSWERS: PhotoConsent[] = [true, false, null];

const plain = (text: string): string => text.replaceAll(BREAK, '');

describe('consent to photos', () => {
  test('is stored as one of three values, and a yes with how far it reaches', () => {
    const columns = ([null, 'none', 'own', 'all'] as const).map(toColumns);
    expect(columns.map(answerOf)).toEqual([null, 'none', 'own', 'all']);
    const rows = columns.map((row) => ({ ...row, waiting_consent: null }));
    expect(rows.map(toConsent)).toEqual([null, false, true, true]);
    expect(rows.map(toExtent)).toEqual([null, null, 'own', 'all']);
  });

  test('obeys the narrower of the answer that holds and one that waits', () => {
    const obeyed = (waiting_consent: 'own' | 'none') =>
      ([null, 'none', 'own', 'all'] as const).map((answer) =>
        obeyedAnswer({ ...toColumns(answer), waiting_consent }),
      );
    expect(obeyed('none')).toEqual(['none', 'none', 'none', 'none']);
    expect(obeyed('own')).toEqual([null, 'none', 'own', 'own']);
  });

  test('is only a yes, with a reason otherwise', () => {
    for (const photoConsent of ANSWERS) {
      const of = (itemsCount: number) => ({
        ...{ photoConsent, itemsCount, heldBack: false, hasNoFamily: false },
      });
      const isTaken = takesPhotos({ photoConsent });
      expect(isTaken).toBe(photoConsent === true);
      expect(whyNoPhotos('田中 ウメ', photoConsent) === null).toBe(isTaken);
      expect(placeNote(photoConsent) === null).toBe(isTaken);
      expect(awaitsPhoto({ ...of(0), state: 'here' })).toBe(isTaken);
      expect(awaitsPhoto({ ...of(1), state: 'here' })).toBe(false);
      expect(awaitsPhoto({ ...of(0), state: 'here', heldBack: true })).toBe(false);
      expect(awaitsPhoto({ ...of(0), state: 'here', hasNoFamily: true })).toBe(false);
      for (const state of ['away', 'left', 'died'] as const) {
        expect(awaitsPhoto({ ...of(0), state })).toBe(false);
      }
    }
  });

  test('has a text for each answer', () => {
    expect(ANSWERS.map((answer) => consentWords(answer))).toEqual([
      '載せてよい',
      '載せない',
      'まだ伺っていません',
    ]);
    expect(consentWords(true, 'own')).toBe('本人の家族だけ');
    expect(whyNoPhotos('田中 ウメ', null)).toContain('田中 ウメ様の写真を載せてよいか、まだ');
    expect(whyNoPhotos('田中 ウメ', false)).toContain('「載せない」');
  });

  test('names who must not be on a photo that every family sees', () => {
    const of = (name: string, photoConsent: PhotoConsent, isOwn = false) => ({
      ...{ name, photoConsent },
      photoConsentExtent: photoConsent ? (isOwn ? ('own' as const) : ('all' as const)) : null,
    });
    const some = [
      of('山田 ハル', true),
      of('田中 ウメ', true, true),
      of('佐藤 一', false),
      of('鈴木 花', null),
      of('林 実', null),
    ];
    const { question, groups } = whoMustNotBeOn(some) ?? { question: '', groups: [] };
    expect(plain(question)).toBe(
      '載せない方：1人・同意がまだの方：2人・ご本人のご家族だけの方：1人。写っていませんか',
    );
    expect(groups.map(({ head, names }) => plain(`${head}：${names}`))).toEqual([
      '載せない方：佐藤 一様',
      '同意がまだの方：鈴木 花様、林 実様',
      'ご本人のご家族だけの方：田中 ウメ様',
    ]);
    expect(whoMustNotBeOn(some.slice(0, 1))).toBeNull();
  });

  test('for the own family only: it says who sees a photo of several, and why 施設全体 is closed', () => {
    expect(whoSeesText([])).toBeNull();
    expect(whoSeesText(['田中 ウメ'])).toBe(
      'この写真は、田中 ウメ様のご家族だけが見られます。ほかの方のお便りには載りません',
    );
    expect(whoSeesText(['田中 ウメ', '林 実'])).toBe(
      '田中 ウメ様・林 実様は「ご本人のご家族だけ」のため、いっしょの写真はどのご家族にも見えません。お一人ずつの写真にしてください',
    );
    expect(notForAllText([])).toBeNull();
    expect(notForAllText(['林 実'])).toBe('林 実様が写っているため、選べません');
    expect(leftOutText([])).toBe('');
  });
});
