import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_UPLOAD_BYTES } from './photo-limits.ts';
import type { Upload } from './upload.ts';
import {
  EMPTY_TALLY,
  backOffMs,
  convertingText,
  groupFailures,
  mayWorkLater,
  overallProgress,
  refusalOf,
  tallyText,
} from './upload.ts';

const file = (type: string, size = 1000) => ({ type, size });

describe('files refused at once', () => {
  it('accept JPEG and PNG, and HEIC, which becomes one', () => {
    for (const type of ['image/jpeg', 'image/png', 'image/heic', 'image/heif'])
      expect(refusalOf(file(type))).toBeNull();
    expect(refusalOf(file('image/jpeg', MAX_UPLOAD_BYTES))).toBeNull();
  });

  it('name the problem of anything else', () => {
    expect(refusalOf(file('video/quicktime'))).toContain('動画');
    expect(refusalOf(file('image/gif'))).toContain('JPEGかPNG');
    expect(refusalOf(file(''))).toContain('JPEGかPNG');
    expect(refusalOf(file('', 0))).toContain('空');
    expect(refusalOf(file('image/jpeg', 0))).toContain('空');
    expect(refusalOf(file('image/heic', MAX_UPLOAD_BYTES + 1))).toContain('25.1MB');
  });
});

describe('HEIC', () => {
  const heic = (state: Upload['state'], isHeic = true): Upload => ({
    ...{ id: '', name: '', size: 1, place: null, isHeic, state },
    ...{ percent: 0, reason: null, preview: null },
  });

  it('is counted while one becomes a JPEG', () => {
    const uploads = [heic('sending'), heic('sending', false), heic('waiting'), heic('waiting')];
    const tally = { ...EMPTY_TALLY, converted: 2 };
    expect(convertingText(tally, uploads)).toBe('HEICの写真をJPEGに変えています（3/5）');
    expect(convertingText(tally, uploads.slice(1))).toBeNull();
    expect(convertingText(tally, [])).toBeNull();
  });
});

describe('progress', () => {
  const sending = (percent: number): Upload => ({
    id: String(percent),
    name: '',
    size: 1000,
    place: null,
    isHeic: false,
    state: 'sending',
    percent,
    reason: null,
    preview: null,
  });

  it('counts finished files and parts of those in progress', () => {
    const tally = { ...EMPTY_TALLY, total: 4, added: 1, duplicates: 1 };
    expect(overallProgress(tally, [sending(50), sending(50)])).toBe(0.75);
    expect(overallProgress(EMPTY_TALLY, [])).toBe(0);
  });

  it('stays between 0 and 1', () => {
    const counts = fc.nat({ max: 300 });
    fc.assert(
      fc.property(
        counts,
        counts,
        counts,
        fc.array(fc.nat({ max: 100 })),
        (total, added, failed, parts) => {
          const share = overallProgress(
            { ...EMPTY_TALLY, total, added, failed },
            parts.map(sending),
          );
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it('is summarised in one sentence', () => {
    expect(tallyText({ ...EMPTY_TALLY, total: 8, added: 8, held: 2 })).toBe(
      '8枚を追加しました・8枚のうち2枚は日付を確認してください',
    );
    expect(tallyText({ ...EMPTY_TALLY, total: 13, added: 12, duplicates: 1 })).toBe(
      '12枚を追加しました・1枚は登録済みでした',
    );
    expect(tallyText({ ...EMPTY_TALLY, total: 1, failed: 1, refused: 1 })).toBe(
      '2枚は追加できませんでした',
    );
  });

  it('waits longer each time, up to half a minute', () => {
    expect([0, 1, 2, 9, 500].map(backOffMs)).toEqual([1000, 2000, 4000, 30_000, 30_000]);
  });
});

describe('failures', () => {
  const upload = (id: string, state: Upload['state'], reason: string | null): Upload => ({
    id,
    name: `${id}.jpg`,
    size: 1000,
    place: null,
    isHeic: false,
    state,
    percent: 0,
    reason,
    preview: null,
  });

  it('are grouped by reason, in order of occurrence', () => {
    const groups = groupFailures([
      upload('a', 'failed', '満杯'),
      upload('b', 'sending', null),
      upload('c', 'refused', 'HEIC'),
      upload('d', 'failed', '満杯'),
      upload('e', 'refused', '満杯'),
    ]);
    expect(
      groups.map(({ reason, canRetry, uploads }) => [
        reason,
        canRetry,
        uploads.map(({ id }) => id).join(''),
      ]),
    ).toEqual([
      ['満杯', true, 'ad'],
      ['HEIC', false, 'c'],
      ['満杯', false, 'e'],
    ]);
  });

  it.each([
    [0, true],
    [401, true],
    [403, false],
    [404, false],
    [410, true],
    [413, false],
    [415, false],
    [422, false],
    [429, true],
    [500, true],
    [507, true],
  ])('with status %s can be retried: %s', (status, may) => {
    expect(mayWorkLater(status, true)).toBe(may);
  });

  it("for lack of space can be retried, for the file's content not", () => {
    expect([mayWorkLater(422, false), mayWorkLater(422, true)]).toEqual([true, false]);
  });
});
