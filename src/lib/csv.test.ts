import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCsv, toCsv, unguarded } from './csv.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('toCsv', () => {
  it('starts with a byte order mark and quotes cells if needed', () => {
    expect(
      toCsv([
        ['氏名', 'a"b'],
        ['x,y', 'あ\nい'],
      ]),
    ).toBe('\uFEFF氏名,"a""b"\r\n"x,y","あ\nい"\r\n');
  });

  it.each(['=1+1', '+81', '-1', '@SUM(A1)', '\tx', '＝1+1', "'=1", "=cmd|' /C calc'!A0"])(
    'turns %j into text',
    (cell) => {
      const [row] = parse(toCsv([[cell]]), { bom: true });
      expect(row).toEqual([`'${cell}`]);
    },
  );

  it('survives a round trip with any content', () => {
    const cells = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 2 });
    const nasty = fc.array(fc.stringMatching(/^['=+\-@"\n\r,a]*$/), { minLength: 2, maxLength: 2 });
    fc.assert(
      fc.property(fc.array(fc.oneof(cells, nasty), { minLength: 1, maxLength: 5 }), (rows) => {
        const read = parse(toCsv(rows), { bom: true, record_delimiter: '\r\n' });
        expect(read.map((row) => row.map(unguarded))).toEqual(rows);
      }),
    );
  });
});

describe('decodeCsv', () => {
  it('reads UTF-8 with and without a byte order mark', () => {
    expect(decodeCsv(utf8('氏名'))).toEqual({ text: '氏名' });
    expect(decodeCsv(utf8('\uFEFF氏名'))).toEqual({ text: '氏名' });
  });

  it("reads Excel's Shift_JIS with kanji variants of names", () => {
    const bytes = [0xfb, 0xfc, 0x8b, 0xb4, 0x2c, 0xca, 0xd9, 0x2c, 0x87, 0x40];
    expect(decodeCsv(Uint8Array.from(bytes))).toEqual({ text: '髙橋,ﾊﾙ,①' });
  });

  it.each([
    ['an Excel file', [0x50, 0x4b, 3, 4], 'エクセル'],
    ['UTF-16', [0xff, 0xfe, 0x0f, 0x6c], 'Unicode'],
    ['a picture', [0xff, 0xd8, 0xff, 0xe0, 0, 0x10], '読み取れません'],
    ['a PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0], '読み取れません'],
    ['zeros', [0, 0, 0], '読み取れません'],
  ])('reports what is wrong with %s', (_, bytes, text) => {
    expect(decodeCsv(Uint8Array.from(bytes)).problem).toContain(text);
  });
});
