import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildIfStale } from '../../scripts/build.ts';
import { PAGE_SIZE } from '#features/item/item.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { addMonths, civilDateOf, firstDayOf, lastDayOf, yearMonthOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { dataPaths } from '#server/data-folder.ts';
import type { Db } from '#server/database.ts';
import { readEnv } from '#server/env.ts';
import { openRuntime } from '#server/runtime.ts';
import { makeHost, makeStaff } from '../support/factories.ts';
import { call, signIn } from '../support/http.ts';
import { LARGE, fillFacility } from '../support/large-facility.ts';
import { ROOT, startServer } from './process.ts';
import type { Row } from './report.ts';
import { report } from './report.ts';

const EMAIL = 'admin@example.jp';
const BUDGET_MS = 100;
const WARM_UP = 3;
const TRIES = 15;
const PORT = 4394;
const LAST_PAGE = Math.ceil(LARGE.photos / PAGE_SIZE);

/** Server time of every admin page of a large, old facility (performance.md#lessons). */
export async function measureAdmin(dataDir: string, port: number): Promise<Row[]> {
  const ids = await makeLargeFacility(dataDir);
  const server = await startServer(dataDir, port);
  try {
    const { cookie } = await signIn(server.url, EMAIL);
    const rows: Row[] = [];
    for (const page of pagesOf(ids)) {
      const { ms, kilobytes } = await measurePage(server.url, page, cookie);
      rows.push({
        what: `${nameOf(page, ids)}, ${kilobytes} KB`,
        value: ms,
        unit: 'ms',
        budget: BUDGET_MS,
      });
    }
    return rows;
  } finally {
    await server.stop();
  }
}

interface Ids {
  residentId: string;
  familyId: string;
  itemId: string;
  month: YearMonth;
}

async function makeLargeFacility(dataDir: string): Promise<Ids> {
  const rt = await openRuntime(readEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }));
  try {
    const host = await makeHost(rt);
    const staff = await makeStaff(rt, host.id, { role: 'admin', email: EMAIL });
    const today = civilDateOf(rt.clock.now());
    const file = dataPaths(dataDir).database;
    fillFacility(file, { hostId: host.id, staffId: staff.id, today }, LARGE);
    return await pickIds(rt.db, addMonths(yearMonthOf(today), -1));
  } finally {
    await rt.close();
  }
}

/** A photo of a month, its resident, and one of the families. */
async function pickIds(db: Db, month: YearMonth): Promise<Ids> {
  const { itemId, residentId, familyId } = await db
    .selectFrom('items')
    .innerJoin('families', 'families.resident_id', 'items.resident_id')
    .innerJoin('residents', 'residents.id', 'items.resident_id')
    .select(['items.id as itemId', 'families.resident_id as residentId', 'families.id as familyId'])
    .where('residents.left_on', 'is', null)
    .where('taken_on', '>=', firstDayOf(month))
    .where('taken_on', '<=', lastDayOf(month))
    .limit(1)
    .executeTakeFirstOrThrow();
  return { itemId, residentId, familyId, month };
}

const pagesOf = ({ residentId, familyId, itemId, month }: Ids): string[] => [
  paths.dashboard,
  paths.items,
  `${paths.items}?yearMonth=all`,
  `${paths.items}?yearMonth=all&page=${LAST_PAGE}`,
  `${paths.residentItems(null)}?yearMonth=all`,
  `${paths.residentItems(residentId)}?yearMonth=all`,
  paths.residents,
  `${paths.residents}?search=999`,
  paths.resident(residentId),
  paths.newResident,
  paths.importResidents,
  paths.exportResidents,
  paths.families,
  `${paths.families}?q=999`,
  paths.newFamily,
  paths.family(familyId),
  paths.adminLetters,
  paths.adminLetter(month),
  paths.adminDeliveries(month),
  paths.adminLetterPreview(month),
  paths.letterPhoto(month, itemId, { previewFor: residentId }),
  paths.deliverySettings,
  paths.staffs,
  paths.qrCode,
  paths.myPage,
  paths.editMyPage,
  paths.editMyEmail,
  `${paths.api.items}?page=1`,
  `${paths.api.items}?page=${LAST_PAGE}`,
  `${paths.api.items}?page=1&yearMonth=${month}&residentId=${residentId}`,
  paths.api.counts,
  `${paths.api.counts}?yearMonth=${month}`,
  paths.api.adminResidents,
  paths.api.families,
  paths.api.adminLetters,
  paths.api.adminLetter(month),
];

/** A URL with placeholders for identifiers. */
const nameOf = (page: string, ids: Ids): string =>
  Object.entries(ids).reduce((name, [key, id]) => name.replaceAll(String(id), `:${key}`), page);

async function measurePage(url: string, page: string, cookie: string) {
  const times: number[] = [];
  let bytes = 0;
  for (let n = 0; n < WARM_UP + TRIES; n++) {
    const started = performance.now();
    const { status, body } = await call(url, page, { headers: { cookie } });
    if (n >= WARM_UP) times.push(performance.now() - started);
    if (status !== 200) throw new Error(`${page} responded ${status}`);
    bytes = body.length;
  }
  const median = times.toSorted((a, b) => a - b)[Math.floor(TRIES / 2)] ?? 0;
  return { ms: Math.round(median * 10) / 10, kilobytes: Math.round(bytes / 1024) };
}

if (import.meta.main) {
  await buildIfStale();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tsukidayori-bench-'));
  try {
    report(await measureAdmin(path.join(folder, 'data'), PORT), path.join(ROOT, 'bench-results'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
