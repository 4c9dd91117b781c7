import { describe, expect, test } from 'vitest';
import type { LastLetterState } from './last-letter.ts';
import { lastPhrasesOf } from './last-letter.ts';
import { lifeWords } from './life-words.ts';

const TODAY = '2026-11-21';
const HERE = { state: 'here', awaySince: null, leftOn: null, diedOn: null } as const;
const last = (more: Partial<LastLetterState> = {}): LastLetterState => ({
  choice: 'none',
  words: '',
  yearMonth: 202611,
  isOut: false,
  ...more,
});
const lettersOf = (...args: Parameters<typeof lifeWords>): string | undefined =>
  lifeWords(...args)?.letters;

describe('what a state means for the letters', () => {
  test('is nothing to say of someone who is here', () => {
    expect(lifeWords(HERE, null, TODAY)).toBeNull();
  });

  test('of someone who is away, who leaves, who left', () => {
    const away = { ...HERE, state: 'away', awaySince: '2026-11-03' } as const;
    expect(lettersOf(away, null, TODAY)).toMatch(/^11月号は、ご本人の写真があるときだけ/);
    const leaving = { ...HERE, leftOn: '2026-12-05' };
    expect(lettersOf(leaving, null, TODAY)).toMatch(/^12月号までを、いつもどおり/);
    const left = { ...HERE, state: 'left', leftOn: '2026-10-12' } as const;
    expect(lettersOf(left, null, TODAY)).toMatch(/^今月の11月号は、お届けしません。/);
  });

  test('of someone who died, until the choice and after it', () => {
    const died = { ...HERE, state: 'died', diedOn: '2026-11-18' } as const;
    expect(lifeWords(died, last(), TODAY)).toEqual({
      state: '令和8年（2026年）11月18日に亡くなられました。',
      letters:
        '11月号を含めて、お便りも、メールやLINEも、お届けしません。これまでのお便りは、ご家族がいつでもご覧になれます。',
    });
    const chosen = lettersOf(died, last({ choice: 'last' }), TODAY);
    expect(chosen).toMatch(/^11月号を最後のお便りとして、12月1日\(火\)にお届けします。/);
    const out = lettersOf(died, last({ choice: 'last', isOut: true }), '2026-12-03');
    expect(out).toMatch(/^11月号が、最後のお便りになりました。/);
  });

  test('is said quietly, without words that condolences avoid', () => {
    const texts = lastPhrasesOf('高橋 ハル');
    expect(texts).toHaveLength(3);
    for (const text of texts) {
      expect(text).toContain('高橋 ハル 様');
      expect(text).not.toMatch(/[!！]|また|再び|重ね|ますます|たびたび|いよいよ|続い|追って|死/);
    }
  });
});
