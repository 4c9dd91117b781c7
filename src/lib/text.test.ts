import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneLine, severalLines } from './text.ts';

const HIDDEN =
  /[\p{Cc}\p{Cs}\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFFE\uFFFF\uFDD0-\uFDEF]/u;

describe('one line', () => {
  test.each([
    ['a kanji variant', '辻󠄀 花子'],
    ['an emoji variant', '❤️'],
    ['a joined emoji', '👩‍🍳 👨‍👩‍👧‍👦 👩🏽‍⚕️'],
    ['a key', '1️⃣'],
    ['a flag of a region', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['Sinhala', 'ශ්‍රී ලංකා'],
    ['Persian', 'می‌خواهم'],
    ['Korean', '고토 ハナ'],
    ['private-use characters', '\uE000田'],
    ['wide spaces between words', '佐藤　花子'],
  ])('keeps %s', (_what, text) => {
    expect(oneLine(text)).toBe(text);
  });

  test.each([
    ['NUL', 'a\0b', 'ab'],
    ['bidirectional controls', '\u202Egpj.\u2066x\u2069', 'gpj.x'],
    ['zero-width spaces', '\uFEFFひ\u200Bだ\u2060ま\u00ADり', 'ひだまり'],
    ['a lone surrogate', 'a\ud800b\udc00', 'ab'],
    ['noncharacters', 'a\uFFFFb\u{1FFFE}\uFDD0', 'ab'],
    ['a joiner between letters', 'ex\u200Dam\u200Cple', 'example'],
    ['a variant selector without a base', 'あ\uFE0Fい\u{E0100}', 'あい'],
    ['a joiner after such a selector', 'あ\uFE0F\u200D👩', 'あ👩'],
    ['hidden words', 'い\u{E0041}\u{E0042}', 'い'],
    ['fillers', '\u3164\uFFA0\u115F', ''],
    ['line breaks', 'a\r\nb\u2028c\td', 'a b c d'],
    ['surrounding space', ' \u3000あ\n', 'あ'],
    ['two Unicode forms', 'か\u3099', 'が'],
    ['what stood between two that compose', 'か\u200B\u3099', 'が'],
    ['a selector whose base NFC takes apart', '\u{1D15E}\u{E0101}', '\u{1D157}\u{1D165}'],
  ])('removes %s', (_what, text, left) => {
    expect(oneLine(text)).toBe(left);
  });
});

test('several lines keep line breaks and tabs, and no other invisible characters', () => {
  expect(severalLines('  a\r\nb\rc\u2029d\u0085e\tf\0\u202E\n')).toBe('a\nb\nc\nd\ne\tf');
});

test('is idempotent, composed, and leaves nothing hidden', () => {
  const odd =
    '\0\u200B\u200D\uFE0F\u202E\u061C\ud800\u{E0101}\u{E0041}🏴👩辻あa1か\u3099\u{1D15E}\u2ADC\u0958\u0344';
  const hidden = fc.constantFrom(...Array.from(odd));
  const text = fc.array(fc.oneof(hidden, fc.string({ unit: 'binary' })), { maxLength: 12 });
  fc.assert(
    fc.property(text, (parts) => {
      const once = oneLine(parts.join(''));
      expect(oneLine(once)).toBe(once);
      expect(once.normalize('NFC')).toBe(once);
      expect(once).not.toMatch(HIDDEN);
    }),
    { numRuns: 2000 },
  );
});
