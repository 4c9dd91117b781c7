import { expect, test } from 'vitest';
import { acceptedThatMatter, isOfTheServer } from './same-refusal.ts';

test.each([
  [1, 0, false],
  [2, 0, true],
  [2, 1, false],
  [3, 27, true],
  [3, 28, false],
  [3, 200, false],
  [40, 360, true],
])('%i mailboxes refused, %i mails accepted: the server’s? %s', (refused, accepted, is) => {
  expect(isOfTheServer({ refused, accepted }, false)).toBe(is);
});

test('a bare code is doubted sooner', () => {
  expect(isOfTheServer({ refused: 3, accepted: 100 }, true)).toBe(true);
  expect(isOfTheServer({ refused: 3, accepted: 200 }, true)).toBe(false);
  expect(isOfTheServer({ refused: 1, accepted: 0 }, true)).toBe(false);
});

test('what is counted at most decides as all would', () => {
  for (const refused of [1, 2, 3, 17]) {
    for (const isBare of [true, false]) {
      const most = acceptedThatMatter(refused, isBare);
      const by = (accepted: number) => isOfTheServer({ refused, accepted }, isBare);
      expect(by(most)).toBe(by(most * 100));
    }
  }
});
