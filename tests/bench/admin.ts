import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildIfStale } from '../../scripts/build.ts';
import { PAGE_SIZE } from '#domains/item/item-limits.ts';
import { addMonths, civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { dataPaths } from '#server/data-folder.ts';
import { readEnv } from '#server/env.ts';
import { openRuntime } from '#server/runtime.ts';
import type { Ids } from '../support/admin-pages.ts';
import { adminCalls, adminPages, pickIds } from '../support/admin-pages.ts';
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

/** Server time of every admin page of a large, old facility (performance.md#budgets). */
export async function measureAdmin(dataDir: string, port: number): Promise<Row[]> {
  const ids = await makeLargeFacility(dataDir);
  const server = await startServer(dataDir, port);
  try {
    const { cookie } = await signIn(server.url, EMAIL);
    const rows: Row[] = [];
    for (const page of [...adminPages(ids, LAST_PAGE), ...adminCalls(ids, LAST_PAGE)]) {
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

async function makeLargeFacility(dataDir: string): Promise<Ids> {
  const rt = await openRuntime(readEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }));
  try {
    const host = await makeHost(rt);
    const staff = await makeStaff(rt, host.id, { role: 'admin', email: EMAIL });
    const today = civilDateOf(rt.clock.now());
    const file = dataPaths(dataDir).database;
    fillFacility(file, { hostId: host.id, staffId: staff.id, today }, LARGE);
    return await pickIds(rt.db, host.id, addMonths(yearMonthOf(today), -1));
  } finally {
    await rt.close();
  }
}

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
    await report(
      await measureAdmin(path.join(folder, 'data'), PORT),
      path.join(ROOT, 'bench-results'),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
