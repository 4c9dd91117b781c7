import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  DATE_TIME,
  DATE_TIME_DIGITIZED,
  DATE_TIME_ORIGINAL,
  exifBlock,
} from '../../tests/support/exif.ts';
import { isCivilDate } from './calendar.ts';
import { cameraDay } from './camera-day.ts';

const original = (text: string) => ({ tag: DATE_TIME_ORIGINAL, text });
const digitized = (text: string) => ({ tag: DATE_TIME_DIGITIZED, text });
const dayOf = (text: string): string | null =>
  cameraDay({ exif: exifBlock({ exif: [original(text)] }) });

test.each([
  '2026:02:28 10:11:12\0',
  '2026:02:28 10:11:12\0\0',
  '2026:02:28 10:11:12\0\0\0\0 ',
  '2026:02:28 10:11:12',
  '2026:02:28 10:11:12.345\0',
  '2026:02:28 10:11:12+09:00\0',
  '2026:02:28 23:59:59Z\0',
  '2026-02-28 10:11:12\0',
  '2026/02/28 10:11:12\0',
  '2026.02.28 10:11\0',
  '2026-02-28T10:11:12.000-11:00\0',
  '2026:02:28 10:11\0',
  '2026:02:28\0',
  '2026:02:28',
  ' 2026:02:28 10:11:12\0',
  '2026: 2:28 10:11:12\0',
  '2026:2:28 1:02:03\0',
  '2026:02:28   :  :  \0',
  '2026:02:28 24:10:00\0',
  '2026:02:28 24:00:00\0',
  '2026:02:28 23:59:60\0',
  '2026:02:28 23:60:00\0',
  '2026:02:28 99:99:99\0',
])('the day of %j is the one that is written', (text) => {
  expect(dayOf(text)).toBe('2026-02-28');
});

test.each([
  '',
  '\0',
  '0000:00:00 00:00:00\0',
  '    :  :     :  :  \0',
  '                   \0',
  '2026:00:10 10:00:00\0',
  '2026:10:00 10:00:00\0',
  '2026:13:01 10:00:00\0',
  '2026:04:31 10:00:00\0',
  '2026:02:29 10:00:00\0',
  '2026:11:32 10:00:00\0',
  '0026:10:10 10:00:00\0',
  '0000:01:01 00:00:00\0',
  '2026:10\0',
  '2026:1',
  '2026:10:3',
  '2026:10:310\0',
  '10/31/2026 10:00:00\0',
  '31.10.2026 10:00:00\0',
  '26:10:31 10:00:00\0',
  '1793404800\0',
  'Sat Oct 31 10:00:00 2026\0',
])('%j is no day', (text) => {
  expect(dayOf(text)).toBeNull();
});

describe('the day is found', () => {
  const day = '2026:09:30 08:00:00\0';
  const none = ['0000:00:00 00:00:00\0', '    :  :     :  :  \0', '2026:02:30 10:00:00\0', ''];

  test.each(['II', 'MM'] as const)('in either order of bytes (%s)', (order) => {
    expect(cameraDay({ exif: exifBlock({ order, exif: [original(day)] }) })).toBe('2026-09-30');
  });

  test.each([
    ['DateTimeDigitized alone', { exif: [digitized(day)] }],
    ['DateTimeOriginal in the first directory', { image: [original(day)] }],
    ['DateTimeDigitized in the first directory', { image: [digitized(day)] }],
    ...none.map((empty): [string, object] => [
      `behind a DateTimeOriginal of ${JSON.stringify(empty)}`,
      { exif: [original(empty), digitized(day)] },
    ]),
    [
      'in the first directory, behind zeros',
      { image: [original(day)], exif: [original('0000:00:00 00:00:00\0')] },
    ],
    ['the original before the scan', { exif: [digitized('2026:10:02 08:00:00\0'), original(day)] }],
    [
      'not the last change',
      { image: [{ tag: DATE_TIME, text: '2026:11:11 11:11:11\0' }], exif: [original(day)] },
    ],
    ...[1, 3, 5, 7, 129, 0].map((type): [string, object] => [
      `as type ${type}`,
      { exif: [{ ...original(day), type }] },
    ]),
    ...[0, 1, 4, 19, 21, 4_000_000_000].map((count): [string, object] => [
      `with a length of ${count}`,
      { exif: [{ ...original(day), count }] },
    ]),
  ])('%s', (_name, block) => {
    expect(cameraDay({ exif: exifBlock(block) })).toBe('2026-09-30');
  });

  test('with the name of its segment, as libraries hand it over', () => {
    const exif = Buffer.concat([Buffer.from('Exif\0\0'), exifBlock({ exif: [original(day)] })]);
    expect(cameraDay({ exif })).toBe('2026-09-30');
  });

  test.each([
    '<rdf:Description exif:DateTimeOriginal="2026-09-30T08:00:00+09:00" xmp:CreateDate="2026-10-05"/>',
    "<rdf:Description exif:DateTimeOriginal='2026-09-30'/>",
    '<exif:DateTimeOriginal>2026-09-30T08:00:00.25</exif:DateTimeOriginal>',
    '<photoshop:DateCreated>2026-09-30T08:00</photoshop:DateCreated>',
    '<x exif:DateTimeOriginal="" photoshop:DateCreated="2026-09-30"/>',
    '<x exif:DateTimeDigitized="2026-09-30T08:00:00Z"/>',
  ])('in XMP alone: %s', (xmp) => {
    expect(cameraDay({ xmp: Buffer.from(xmp) })).toBe('2026-09-30');
    const exif = exifBlock({ exif: [original('2026:09:01 10:00:00\0')] });
    expect(cameraDay({ exif, xmp: Buffer.from(xmp) })).toBe('2026-09-01');
  });
});

test.each([
  ['when the file was changed', { image: [{ tag: DATE_TIME, text: '2026:11:11 11:11:11\0' }] }],
  ['the satellites, which tell UTC', { gpsDate: '2026:11:11' }],
  ['nothing', {}],
])('what says only %s has no day', (_name, block) => {
  expect(cameraDay({ exif: exifBlock(block) })).toBeNull();
});

test('XMP that says only when it was written has no day', () => {
  const xmp =
    '<x xmp:CreateDate="2026-11-11" xmp:ModifyDate="2026-11-11" photoshop:DateCreated="2026-11"/>';
  expect(cameraDay({ xmp: Buffer.from(xmp) })).toBeNull();
});

/** The figures of a day, as some text of the bytes has them. */
const holds = (bytes: Uint8Array, day: string): boolean => {
  const [year, month, date] = day.split('-').map(Number);
  const figures = `${year}[-:/.] ?0?${month}[-:/.] ?0?${date}`;
  return new RegExp(figures).test(Buffer.from(bytes).toString('latin1'));
};

test('whatever the bytes are, the day is one of the calendar and stands in them, or there is none', () => {
  const text = fc.oneof(
    fc
      .tuple(fc.nat(9999), fc.nat(14), fc.nat(34), fc.constantFrom(':', '-', '/', ' '), fc.string())
      .map(([year, month, day, sign, rest]) => {
        const pad = (value: number, length: number): string => String(value).padStart(length, '0');
        return `${pad(year, 4)}${sign}${pad(month, 2)}${sign}${pad(day, 2)}${rest}`;
      }),
    fc.string(),
  );
  const block = fc
    .record({
      order: fc.constantFrom('II' as const, 'MM' as const),
      exif: fc.array(
        fc.record({ tag: fc.constantFrom(DATE_TIME_ORIGINAL, DATE_TIME_DIGITIZED), text }),
      ),
      image: fc.array(fc.record({ tag: fc.constantFrom(DATE_TIME_ORIGINAL, DATE_TIME), text })),
    })
    .map((parts): Uint8Array => exifBlock(parts));
  const damaged = fc
    .tuple(block, fc.array(fc.tuple(fc.nat(400), fc.nat(255))), fc.nat(400))
    .map(([bytes, changes, length]) => {
      const changed = Uint8Array.from(bytes);
      for (const [at, value] of changes) if (at < changed.length) changed[at] = value;
      return changed.subarray(0, length);
    });
  let found = 0;
  const tell = (bytes: Uint8Array, day: string | null): void => {
    if (day === null) return;
    found += 1;
    expect([day, isCivilDate(day), holds(bytes, day)]).toEqual([day, true, true]);
  };
  fc.assert(
    fc.property(fc.oneof(block, damaged, fc.uint8Array()), (bytes) => {
      tell(bytes, cameraDay({ exif: bytes }));
      tell(bytes, cameraDay({ xmp: bytes }));
    }),
    { numRuns: 2000 },
  );
  expect(found).toBeGreaterThan(100);
});
