import { describe, expect, it } from 'vitest';
import type { ResidentShort } from '#domains/people/resident.ts';
import { NO_OTHERS, firstNames, namesInRow } from './first-names.ts';

const resident = (n: number): ResidentShort => ({
  id: `r${n}`,
  name: `方 ${n}`,
  nameKana: '',
  room: null,
  portraitUrl: null,
  itemsCount: n % 2,
  photoConsent: true,
  photoConsentExtent: 'all',
  ownWish: '',
  hasNoFamily: false,
  state: 'here' as const,
  heldBack: false,
});
const many = (count: number) => Array.from({ length: count }, (_, n) => resident(n));
const ids = (residents: readonly ResidentShort[]) => residents.map(({ id }) => id);

describe('firstNames', () => {
  it('are all of them in a facility of the usual size', () => {
    expect(firstNames(many(150), 'all')).toEqual({ residents: many(150), others: NO_OTHERS });
    expect(firstNames([], 'none', 3)).toEqual({ residents: [], others: NO_OTHERS });
  });

  it('are a hundred of more, and say what is missing', () => {
    const { residents, others } = firstNames(many(250), 'all');
    expect(residents).toEqual(many(100));
    expect(others).toEqual({ count: 150, missing: 75, nextPart: 2 });
  });

  it('include the shown resident', () => {
    const { residents, others } = firstNames(many(250), 'r249');
    expect(ids(residents)).toEqual([...ids(many(100)), 'r249']);
    expect(others).toEqual({ count: 149, missing: 75, nextPart: 2 });
    expect(firstNames(many(250), 'r3').residents).toEqual(many(100));
  });

  it('reach everybody in parts, which begin again after the last', () => {
    const parts = [1, 2, 3].map((part) => firstNames(many(250), 'all', part));
    expect(parts.flatMap((part) => part.residents)).toEqual(many(250));
    expect(parts.map(({ others }) => others.nextPart)).toEqual([2, 3, 1]);
  });
});

describe('the row', () => {
  it('keeps its names when the others arrive', () => {
    for (const shown of ['all', 'r5', 'r200']) {
      const start = firstNames(many(250), shown);
      const before = namesInRow(start, start.others, shown);
      expect(namesInRow({ residents: many(250) }, NO_OTHERS, shown)).toEqual(before);
    }
    expect(namesInRow({ residents: many(150) }, NO_OTHERS, 'r149')).toEqual(many(150));
  });

  it('begins with the shown one who is not among the first', () => {
    const start = firstNames(many(250), 'r200');
    const expected = ['r200', ...ids(many(100))];
    expect(ids(namesInRow(start, start.others, 'r200'))).toEqual(expected);
    const second = firstNames(many(250), 'r0', 2);
    const later = ['r0', ...ids(many(200).slice(100))];
    expect(ids(namesInRow(second, second.others, 'r0'))).toEqual(later);
  });
});
