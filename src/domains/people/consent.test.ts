import { describe, expect, test } from 'vitest';
import type { PhotoConsent } from './consent.ts';
import {
  awaitsPhoto,
  consentWords,
  placeNote,
  takesPhotos,
  toConsent,
  toConsentFlag,
  whyNoPhotos,
} from './consent.ts';

const ANSWERS: PhotoConsent[] = [true, false, null];

describe('consent to photos', () => {
  test('is stored as one of three values', () => {
    expect(ANSWERS.map(toConsentFlag)).toEqual([1, 0, null]);
    expect(ANSWERS.map((answer) => toConsent(toConsentFlag(answer)))).toEqual(ANSWERS);
  });

  test('is only a yes, with a reason otherwise', () => {
    for (const photoConsent of ANSWERS) {
      const of = (itemsCount: number) => ({ photoConsent, itemsCount, heldBack: false });
      const isTaken = takesPhotos({ photoConsent });
      expect(isTaken).toBe(photoConsent === true);
      expect(whyNoPhotos('田中 ウメ', photoConsent) === null).toBe(isTaken);
      expect(placeNote(photoConsent) === null).toBe(isTaken);
      expect(awaitsPhoto({ ...of(0), state: 'here' })).toBe(isTaken);
      expect(awaitsPhoto({ ...of(1), state: 'here' })).toBe(false);
      expect(awaitsPhoto({ ...of(0), state: 'here', heldBack: true })).toBe(false);
      for (const state of ['away', 'left', 'died'] as const) {
        expect(awaitsPhoto({ ...of(0), state })).toBe(false);
      }
    }
  });

  test('has a text for each answer', () => {
    expect(ANSWERS.map(consentWords)).toEqual(['載せてよい', '載せない', 'まだ伺っていません']);
    expect(whyNoPhotos('田中 ウメ', null)).toContain('田中 ウメ様の写真を載せてよいか、まだ');
    expect(whyNoPhotos('田中 ウメ', false)).toContain('「載せない」');
  });
});
