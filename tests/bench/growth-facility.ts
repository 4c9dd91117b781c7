import { PAGE_SIZE } from '#domains/item/item-limits.ts';
import { addMonths, civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { dataPaths } from '#server/data-folder.ts';
import { readEnv } from '#server/env.ts';
import { openRuntime } from '#server/runtime.ts';
import { adminCalls, adminPages, pickIds } from '../support/admin-pages.ts';
import { makeHost, makeStaff } from '../support/factories.ts';
import { signIn } from '../support/http.ts';
import { LARGE, fillFacility } from '../support/large-facility.ts';
import { sampleOf, timed } from './growth-pages.ts';
import type { Sample } from './growth-table.ts';
import { cpuMs, startServer } from './process.ts';

const EMAIL = 'admin@example.jp';
const CHANGES = 15;

/** One facility, with residents in proportion to its photos. */
export async function samplesOfFacility(
  dataDir: string,
  port: number,
  photos: number,
): Promise<Sample[]> {
  const { ids, reader } = await fillLarge(dataDir, photos);
  const server = await startServer(dataDir, port);
  try {
    const { cookie, bearer } = await signIn(server.url, EMAIL);
    const lastPage = Math.ceil(photos / PAGE_SIZE);
    const samples: Sample[] = [{ what: 'start', ms: [cpuMs(server.pid)], answer: 1 }];
    for (const page of [...adminPages(ids, lastPage), ...adminCalls(ids, lastPage)]) {
      samples.push(await sampleOf(server, page, ids, { cookie }));
    }
    const changes: Sample = { what: 'call: change a photo', ms: [], answer: 1 };
    const change = async (): Promise<void> => {
      const body = JSON.stringify({ caption: String(Math.random()) });
      const headers = { 'Content-Type': 'application/json', authorization: bearer };
      const asked = { method: 'PATCH', headers, body };
      changes.ms.push((await timed(server, paths.api.item(ids.itemId), asked)).ms);
    };
    for (const [what, page] of [
      ['letter, rendered', paths.letter(ids.month, reader)],
      ['shelf, rendered', paths.letters(reader)],
    ] as const) {
      const sample: Sample = { what, ms: [], answer: 0 };
      for (let n = 0; n < CHANGES; n++) {
        await change(); // or the page would be ready
        const { ms, bytes } = await timed(server, page);
        sample.ms.push(ms);
        sample.answer = bytes;
      }
      samples.push(sample);
    }
    samples.push(changes);
    return samples;
  } finally {
    await server.stop();
  }
}

/** Rows without files. @returns what its pages and calls need */
export async function fillLarge(dataDir: string, photos: number) {
  const rt = await openRuntime(readEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }));
  try {
    const host = await makeHost(rt);
    const staff = await makeStaff(rt, host.id, { role: 'admin', email: EMAIL });
    const today = civilDateOf(rt.clock.now());
    const residents = Math.ceil((LARGE.residents * photos) / LARGE.photos);
    const size = { ...LARGE, residents, photos };
    const place = { hostId: host.id, staffId: staff.id, today };
    fillFacility(dataPaths(dataDir).database, place, size);
    const ids = await pickIds(rt.db, host.id, addMonths(yearMonthOf(today), -1));
    const reader = await rt.db
      .selectFrom('families')
      .innerJoin('residents', 'residents.id', 'families.resident_id')
      .select(['residents.token as residentToken', 'families.token as familyToken'])
      .where('families.id', '=', ids.familyId)
      .executeTakeFirstOrThrow();
    return { ids, reader };
  } finally {
    await rt.close();
  }
}
