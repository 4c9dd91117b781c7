import { describe, expect, test } from 'vitest';
import { yearOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { asReadBy } from '../support/compat/css.ts';
import { STYLE_EXCEPTIONS, unexplained } from '../support/compat/exceptions.ts';
import { OLDEST } from '../support/compat/targets.ts';
import { faultsOf } from '../support/markup.ts';
import { useSite } from './site.ts';

const site = useSite();

const photoPath = () => {
  const { cast, yearMonth, items } = site().world;
  const reader = { residentToken: cast.resident.token, familyToken: cast.family.token };
  return paths.letterPhoto(yearMonth, items.own.id, reader);
};

/** With a new caption: ready pages follow what is written about a photo, whose shape never changes. */
async function reshape(width: number, height: number): Promise<void> {
  const { factory, world } = site();
  const { id, blobId } = world.items.own;
  await factory.db.updateTable('blobs').set({ width, height }).where('id', '=', blobId).execute();
  await factory.db
    .updateTable('items')
    .set({ caption: `${width}` })
    .where('id', '=', id)
    .execute();
}

/** The same photo in other shapes, as families and staff are shown it. */
describe.each([
  ['a panorama', 20_000, 1500],
  ['a long screenshot', 1500, 20_000],
  ['a line', 65_000, 1],
])('%s', (_what, width, height) => {
  test('is shown by sound pages that old phones understand', async () => {
    const { cast, yearMonth, items } = site().world;
    await reshape(width, height);
    const reader = { residentToken: cast.resident.token, familyToken: cast.family.token };
    const preview = paths.letterPhoto(yearMonth, items.own.id, { previewFor: cast.resident.id });
    for (const [who, address] of [
      ['anonymous', paths.letters(reader)],
      ['anonymous', paths.letter(yearMonth, reader)],
      ['anonymous', photoPath()],
      ['anonymous', paths.letterYear(yearOf(yearMonth), reader)],
      ['anonymous', paths.letterYearPrint(yearOf(yearMonth), reader)],
      ['admin', preview],
    ] as const) {
      const { status, text } = await site().ask(who, address);
      expect(status, address).toBe(200);
      expect(await faultsOf(text), address).toEqual([]);
      // As a word: a random token may contain these letters.
      expect(text, address).not.toMatch(/\bNaN(?:[a-z]{2,3})?\b/);
      const [, css = ''] = /<style[^>]*>([^]*?)<\/style>/.exec(text) ?? [];
      expect(unexplained(asReadBy(OLDEST, css).missing, STYLE_EXCEPTIONS), address).toEqual([]);
    }
    expect((await site().ask('anonymous', paths.letter(yearMonth, reader))).text).toContain(
      width > height ? '横に長い写真です' : '縦に長い写真です',
    );
  });
});

test('an ordinary photo has nothing of it', async () => {
  await reshape(4000, 3000);
  const { text } = await site().ask('anonymous', photoPath());
  expect(text).not.toMatch(/長い写真|along|part-/);
});
