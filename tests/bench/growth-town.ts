import { dataPaths } from '#server/data-folder.ts';
import { paths } from '#lib/paths.ts';
import BetterSqlite3 from 'better-sqlite3';
import type { Ids } from '../support/admin-pages.ts';
import { adminCalls, adminPages } from '../support/admin-pages.ts';
import { signIn } from '../support/http.ts';
import type { Facilities } from './facilities.ts';
import { LOGIN } from './facility.ts';
import { sampleOf, timed } from './growth-pages.ts';
import type { Sample } from './growth-table.ts';
import type { Measured } from './process.ts';

const FAMILIES = 15;
const LAST_PAGE = 40;

/** Pages and calls of one facility among many, and of families of all of them. */
export async function samplesOfTown(
  server: Measured,
  dataDir: string,
  town: Facilities,
): Promise<Sample[]> {
  const n = Math.ceil(town.emails.length / 2);
  const ids = idsOf(dataDir, town.emails[n] ?? '', town.yearMonth);
  const { cookie } = await signIn(server.url, town.emails[n] ?? '', LOGIN.password);
  const samples: Sample[] = [];
  for (const page of [...adminPages(ids, LAST_PAGE), ...adminCalls(ids, LAST_PAGE)]) {
    samples.push(await sampleOf(server, page, ids, { cookie }));
  }
  return [...samples, ...(await samplesOfFamilies(server, town))];
}

/** Each page is opened by other families, for the first time. */
async function samplesOfFamilies(server: Measured, { families, yearMonth }: Facilities) {
  const kinds: [string, (tokens: Facilities['families'][number]) => string][] = [
    ['letter, rendered', (tokens) => paths.letter(yearMonth, tokens)],
    ['shelf, rendered', (tokens) => paths.letters(tokens)],
    ['archive of a letter', (tokens) => paths.letterArchive(yearMonth, tokens)],
    ['call: letters', (tokens) => paths.api.letters + queryOf(tokens)],
    ['call: a letter', (tokens) => paths.api.letter(yearMonth) + queryOf(tokens)],
  ];
  const samples: Sample[] = [];
  for (const [index, [what, addressOf]] of kinds.entries()) {
    const sample: Sample = { what, ms: [], answer: 0 };
    for (let n = 0; n < FAMILIES; n++) {
      const family = families[((index * FAMILIES + n) * 7919) % families.length];
      if (!family) continue;
      const { ms, bytes } = await timed(server, addressOf(family));
      sample.ms.push(ms);
      sample.answer = bytes;
    }
    samples.push(sample);
  }
  return samples;
}

const queryOf = (tokens: Facilities['families'][number]): string => {
  const { search } = new URL(paths.letters(tokens), 'http://localhost');
  return search;
};

function idsOf(dataDir: string, email: string, month: number): Ids {
  const sqlite = new BetterSqlite3(dataPaths(dataDir).database, { readonly: true });
  const ids = sqlite
    .prepare<[string], Omit<Ids, 'month'>>(
      `SELECT items.id AS itemId, items.resident_id AS residentId, families.id AS familyId
       FROM staffs JOIN families ON families.host_id = staffs.host_id
       JOIN items ON items.resident_id = families.resident_id
       WHERE staffs.email = ? ORDER BY items.taken_on DESC LIMIT 1`,
    )
    .get(email);
  sqlite.close();
  if (!ids) throw new Error(`no photos of ${email}`);
  return { ...ids, month };
}
