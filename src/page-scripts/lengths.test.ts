import { expect, it } from 'vitest';
import { lines } from '#lib/input.ts';
import { lengthOf } from './lengths.ts';

it.each(['', ' あ ', 'あ\r\nい', 'あ\n\nい\r', '\u3000花\u3000', '👵🏻', 'か\u3099'])(
  '%j has the same length as on the server',
  (text) => {
    const takes = (max: number): boolean => lines({ label: '文', max }).safeParse(text).success;
    expect(takes(lengthOf(text))).toBe(true);
    if (lengthOf(text) > 0) expect(takes(lengthOf(text) - 1)).toBe(false);
  },
);
