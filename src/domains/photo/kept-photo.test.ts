import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/durations.ts';
import type { KeptPhoto } from './kept-photo.ts';
import { KEPT_DAYS, KEPT_FORM, sortKept } from './kept-photo.ts';

const NOW = 1_800_000_000_000;
const kept = (change: Partial<Record<keyof KeptPhoto, unknown>> = {}) => ({
  ...{ id: '1', form: KEPT_FORM, owner: 'me', page: 'gone', place: 'resident' },
  ...{ name: 'a.jpg', type: 'image/jpeg', addedAt: NOW, blob: 'signed', refusal: null },
  ...change,
});
const sorted = (...records: unknown[]) =>
  sortKept(records, {
    ...{ owner: 'me', page: 'this', now: NOW },
    isOpen: (page) => page === 'open' || page === 'this',
    hasFile: (id) => !id.startsWith('lost'),
  });
const NOTHING = { mine: [], missing: [], expired: [], expiredOwn: 0, elsewhere: 0, others: 0 };

describe('photos on a device', () => {
  it('are taken over from pages that are gone, in the order they were chosen', () => {
    const [first, second] = [kept(), kept({ id: '2', place: ['one', 'two'] })];
    expect(sorted(second, first)).toEqual({ ...NOTHING, mine: [first, second] });
  });

  it('are left to a page that is open, and to the page that asks', () => {
    expect(sorted(kept({ page: 'open' }), kept({ page: 'this' }))).toEqual({
      ...NOTHING,
      elsewhere: 1,
    });
  });

  it('of another account are only counted', () => {
    expect(sorted(kept({ owner: 'colleague' }))).toEqual({ ...NOTHING, others: 1 });
  });

  it('without a file are missing', () => {
    expect(sorted(kept({ id: 'lost' }))).toEqual({ ...NOTHING, missing: ['lost'] });
  });

  it('go after some days, whoever chose them', () => {
    const addedAt = NOW - KEPT_DAYS * DAY_MS - 1;
    expect(sorted(kept({ addedAt }), kept({ id: '2', addedAt, owner: 'colleague' }))).toEqual({
      ...NOTHING,
      expired: ['1', '2'],
      expiredOwn: 1,
    });
    expect(sorted(kept({ addedAt: addedAt + 1 })).mine).toHaveLength(1);
  });

  it('of another form keep their files, and are asked about again', () => {
    const [photo] = sorted(kept({ form: 2, place: { month: 1 }, blob: { id: 3 } })).mine;
    expect(photo).toMatchObject({ id: '1', form: KEPT_FORM, place: undefined, blob: null });
    expect(sorted(kept({ place: 7 })).mine[0]?.place).toBeUndefined();
  });

  it.each([null, 'text', {}, { id: 5 }])('that make no sense are passed over: %j', (record) => {
    expect(sorted(record)).toEqual(NOTHING);
  });
});
