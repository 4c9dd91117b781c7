import fc from 'fast-check';
import type { YearMonth } from '#lib/calendar.ts';
import { firstDayOf } from '#lib/calendar.ts';
import type { LetterTokens } from '#lib/paths.ts';
import type { Factory } from './factories.ts';
import { makeFamily, makeHost, makeLetter, makeResident } from './factories.ts';
import { makeItem } from './items.ts';

const EVIL = ['', ' & ', '<b>', '"', "'", '$&', '</style>', '\u{1f338}', '&amp;', '\u3000'];
const words = fc
  .array(fc.oneof(fc.constantFrom(...EVIL), fc.constantFrom('月見', '花', 'Ab')), { maxLength: 4 })
  .map((parts) => parts.join(''));

/** Counted back from the current month. */
const monthsAgo = fc.nat(3);
const place = fc.nat(2);

/** A facility whose letters show, or lack, everything a letter may show. */
const drawnLetters = fc.record({
  name: words,
  phone: fc.constantFrom('', '03-1234-5678', '+81 (3) 1234'),
  earlyLook: fc.boolean(),
  texts: fc.uniqueArray(fc.record({ monthsAgo, title: words, body: words }), {
    selector: (text) => text.monthsAgo,
    maxLength: 3,
  }),
  residents: fc.array(
    fc.record({ name: words, leftAgo: fc.option(monthsAgo), isHidden: fc.boolean() }),
    { minLength: 1, maxLength: 3 },
  ),
  photos: fc.array(
    fc.record({
      /** Beyond the residents: facility-wide. */
      place,
      monthsAgo,
      day: fc.integer({ min: 1, max: 9 }),
      caption: words,
      width: fc.constantFrom(200, 500, 900, 4000),
      color: fc.constantFrom('#a1b2c3', '#ffffff', '#000000'),
      isHeld: fc.boolean(),
      isCopied: fc.boolean(),
    }),
    { maxLength: 24 },
  ),
});

type Drawn = typeof drawnLetters extends fc.Arbitrary<infer Value> ? Value : never;

export const drawLetters = (seed: number, count: number): Drawn[] =>
  fc.sample(drawnLetters, { seed, numRuns: count });

/** @param months the current one first. @returns the links of two families for each resident */
export async function insertLetters(
  rt: Factory,
  drawn: Drawn,
  months: readonly YearMonth[],
): Promise<LetterTokens[]> {
  const monthOf = (ago: number): YearMonth => months[ago] ?? 0;
  const host = await makeHost(rt, { name: drawn.name, phone: drawn.phone });
  const settings = { host_id: host.id, early_look: drawn.earlyLook ? 1 : 0 } as const;
  await rt.db.insertInto('delivery_settings').values(settings).execute();
  for (const { monthsAgo: ago, title, body } of drawn.texts) {
    await makeLetter(rt, host.id, monthOf(ago), { title, body: body.replaceAll('花', '\n\n') });
  }
  const residents: string[] = [];
  const links: LetterTokens[] = [];
  for (const { name, leftAgo, isHidden } of drawn.residents) {
    const left_on = leftAgo === null ? null : firstDayOf(monthOf(leftAgo));
    const photos_hidden = isHidden ? 1 : 0;
    const resident = await makeResident(rt, host.id, { name, left_on, photos_hidden });
    residents.push(resident.id);
    for (let household = 0; household < 2; household++) {
      const { token } = await makeFamily(rt, resident);
      links.push({ residentToken: resident.token, familyToken: token });
    }
  }
  for (const photo of drawn.photos) await insertPhoto(rt, host.id, photo, residents, monthOf);
  return links;
}

async function insertPhoto(
  rt: Factory,
  hostId: string,
  photo: Drawn['photos'][number],
  residents: readonly string[],
  monthOf: (ago: number) => YearMonth,
): Promise<void> {
  const { caption, isHeld, width, color, day } = photo;
  const takenOn = `${firstDayOf(monthOf(photo.monthsAgo)).slice(0, 8)}0${day}`;
  const residentId = residents[photo.place] ?? null;
  const row = await makeItem(rt, hostId, { residentId, takenOn, caption, isHeld });
  const size = { width, height: Math.round(width * 0.7), color };
  await rt.db.updateTable('blobs').set(size).where('id', '=', row.blob_id).execute();
  if (!photo.isCopied || residentId === null) return;
  const copy = {
    ...row,
    id: `${row.id.slice(0, 12)}copy`,
    resident_id: null,
    is_upload: 0 as const,
  };
  await rt.db.insertInto('items').values(copy).execute();
}
