import { yearOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { PAGES } from '../access/rows.ts';
import type { Call } from './http.ts';
import type { Site } from './open-site.ts';

/** Where stored texts leave the server. */
export interface Way {
  path: string;
  options: Call;
}

/** Every page, list and archive of staff with readings, and what the family of the cast reads. */
export async function waysOut(site: Site): Promise<Way[]> {
  const { cast, yearMonth, items } = site.world;
  const reader = { residentToken: cast.resident.token, familyToken: cast.family.token };
  const year = yearOf(yearMonth);
  const asked = await Promise.all(
    PAGES.map(async (row) => (await row.path?.(site)) ?? row.call.replace(/^GET /, '')),
  );
  const staff = [
    ...asked.filter((page) => !page.startsWith('/letters')),
    ...[
      paths.api.user,
      paths.residentArchive(cast.resident.id),
      '/adminstaff/facility/letters.zip',
    ],
  ];
  const family = [
    ...[paths.letters(reader), paths.letter(yearMonth, reader), paths.letterYear(year, reader)],
    paths.letterPhoto(yearMonth, items.own.id, reader),
    paths.letterYearPrint(year, reader),
    paths.letters(reader).replace('/letters', `/letters/${yearMonth}/photos.zip`),
  ];
  const headers = { 'Accept-Encoding': 'gzip, br' };
  const Cookie = `${site.signed.admin.cookie}; furigana=1`;
  return [
    ...staff.map((path) => ({ path, options: { headers: { ...headers, Cookie } } })),
    ...family.map((path) => ({ path, options: { headers } })),
  ];
}
