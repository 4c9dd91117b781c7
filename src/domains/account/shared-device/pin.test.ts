import { describe, expect, test } from 'vitest';
import { NewPinInput, PinInput, isTrivialPin } from './pin.ts';

describe('a PIN', () => {
  test.each([
    ['482913', '482913'],
    [' ４８２ ９１３ ', '482913'],
    ['482-913', '482913'],
  ])('%j is read as %s', (typed, pin) => {
    expect(PinInput.parse(typed)).toBe(pin);
  });

  test.each(['', '48291', '4829130', '48291a', '四八二九一三', '４８２９1'])(
    '%j is refused',
    (typed) => {
      expect(PinInput.safeParse(typed).success).toBe(false);
    },
  );

  test.each([
    ...['000000', '777777', '121212', '112112', '100000'],
    ...['123456', '234567', '890123', '654321', '987654', '135791'],
    ...['112233', '998877', '482482', '147258', '159357', '789456'],
    ...['580312', '031258', '991231', '195803', '200112'],
  ])('%s is too easy to guess', (pin) => {
    expect(isTrivialPin(pin)).toBe(true);
    expect(NewPinInput.safeParse(pin).success).toBe(false);
    // It may have been chosen before the rule.
    expect(PinInput.safeParse(pin).success).toBe(true);
  });

  test('nine of ten are fit', () => {
    const all = Array.from({ length: 1_000_000 }, (_, n) => String(n).padStart(6, '0'));
    expect(all.filter(isTrivialPin).length).toBeLessThan(100_000);
    expect(isTrivialPin('482913')).toBe(false);
  });
});
