import { importFacility } from '#domains/operator/transfer/import-facility.ts';
import { TABLES } from '#domains/operator/transfer/package.ts';
import { addMonths } from '#lib/calendar.ts';
import { AppError } from '#lib/errors.ts';
import { paths } from '#lib/paths.ts';
import type { Db } from '#server/database.ts';
import { readEnv } from '#server/env.ts';
import type { Runtime } from '#server/runtime.ts';
import { openBeside } from '../../../commands/admin/open.ts';
import { runAdmin } from '../admin-command.ts';
import { adminCalls, adminPages } from '../admin-pages.ts';
import { call, signIn } from '../http.ts';
import type { Site } from '../open-site.ts';
import { makeOperatorAt, operatorLinkIn } from '../operator.ts';
import { Random } from '../random.ts';
import { fillTables } from './fill.ts';
import type { Mutation } from './mutations.ts';
import { mutated, mutationsOf, nameOf } from './mutations.ts';
import type { Package } from './package.ts';
import { exportPackage, sourceOf, withRows } from './package.ts';

export interface Bench {
  rt: Runtime;
  site: Site;
  of: Package;
  operator: string;
}

const EMAIL = 'idou';

/** The world's facility as a package, whose colleagues are not here yet. */
export async function openBench(site: Site): Promise<Bench> {
  const { db } = site.factory;
  await fillTables(db, site.world);
  const rt = await openBeside(
    readEnv({ ...site.settings, DATA_DIR: site.dataDir, LOG_LEVEL: 'silent' }),
  );
  const of = await exportPackage(rt, site.world.cast.host.id);
  for (const [n, { table, row }] of of.lines.entries()) {
    if (table === 'staffs') row['email'] = `${EMAIL}-${n}@example.jp`;
  }
  const { out } = await runAdmin(site, ['operator-link'], { PUBLIC_URL: site.server.url });
  const { cookie } = await makeOperatorAt(site.server.url, operatorLinkIn(out));
  return { rt, site, of, operator: cookie };
}

/** How many rows each table has. */
async function countsOf(db: Db): Promise<string> {
  const counts: number[] = [];
  for (const table of [...TABLES, 'outbox', 'jobs', 'sessions'] as const) {
    const query = db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('n'));
    counts.push((await query.executeTakeFirstOrThrow()).n);
  }
  return counts.join();
}

type Outcome = { hostId: string } | { refused: string };

/** @throws what is no refusal in words */
async function take({ rt, of }: Bench, some: readonly Mutation[]): Promise<Outcome> {
  const source = sourceOf(withRows(of, mutated(of, some)));
  try {
    return { hostId: (await importFacility(rt, source, { same: false })).hostId };
  } catch (error) {
    if (error instanceof AppError && [409, 422].includes(error.status)) {
      return { refused: error.message };
    }
    throw error;
  }
}

const LONGEST_LINE = 200;

/** What is wrong with a refusal's words; null for nothing. */
export function wordsProblem(message: string, { value }: Mutation): string | null {
  const lines = message.split('\n');
  if (lines.length > 12 || lines.some((line) => line.length > LONGEST_LINE)) return 'too long';
  const isDumped = typeof value === 'string' && value.length > 12 && message.includes(value);
  return isDumped ? 'names the value' : null;
}

interface Opened {
  /** Pages and calls that answered with 200. */
  count: number;
  broken: string[];
}

/** Takes a package in, opens everything and removes it; nothing is opened if it is refused. */
export async function tryPages(bench: Bench, some: readonly Mutation[]): Promise<Opened> {
  const taken = await take(bench, some);
  if ('refused' in taken) return { count: 0, broken: [] };
  const { count, broken } = await openAll(bench, taken.hostId);
  await forget(bench, taken.hostId);
  return { count, broken: broken.map((what) => `${what} with ${some.map(nameOf).join('; ')}`) };
}

const OPERATOR_PAGES = [
  ...[paths.operator, paths.operatorFacilities, paths.operatorFigures],
  ...[paths.operatorWaiting, paths.operatorMail],
];

async function openAll({ site, operator }: Bench, hostId: string): Promise<Opened> {
  const { url } = site.server;
  const broken: string[] = [];
  let count = 0;
  const open = async (path: string, headers: Record<string, string> = {}): Promise<void> => {
    const { status } = await call(url, path, { headers });
    if (status === 200) count++;
    if (status >= 500) broken.push(`${path}: ${status}`);
  };
  for (const path of [...OPERATOR_PAGES, paths.operatorFacility(hostId)]) {
    await open(path, { Cookie: operator });
  }
  const cookie = await signInAt(site, hostId);
  if (cookie !== null) {
    for (const path of await pagesOf(site, hostId)) await open(path, { cookie });
  }
  const links = await site.factory.db
    .selectFrom('families')
    .innerJoin('residents', 'residents.id', 'families.resident_id')
    .select(['residents.token as residentToken', 'families.token as familyToken'])
    .where('families.host_id', '=', hostId)
    .execute();
  const { yearMonth } = site.world;
  for (const tokens of links) {
    const year = Math.floor(yearMonth / 100);
    for (const path of [
      paths.letters(tokens),
      paths.letter(yearMonth, tokens),
      paths.letter(addMonths(yearMonth, -1), tokens),
      paths.letterYear(year, tokens),
      paths.letterYearPrint(year, tokens),
      paths.letterYearPrint('all', tokens),
      paths.letterArchive(yearMonth, tokens),
    ]) {
      await open(path);
    }
  }
  return { count, broken };
}

/** The hash in the package is of another cost, so nobody could sign in. */
async function signInAt({ factory: { db }, server, world }: Site, hostId: string) {
  const { password_hash: known } = await db
    .selectFrom('staffs')
    .select('password_hash')
    .where('id', '=', world.cast.admin.id)
    .executeTakeFirstOrThrow();
  const admin = await db
    .updateTable('staffs')
    .set({ password_hash: known })
    .where('host_id', '=', hostId)
    .where('role', '=', 'admin')
    .where('confirmed_at', 'is not', null)
    .returning('email')
    .executeTakeFirst();
  if (!admin?.email) return null;
  await db.deleteFrom('rate_limits').execute();
  return (await signIn(server.url, admin.email)).cookie;
}

async function pagesOf({ factory: { db }, world }: Site, hostId: string): Promise<string[]> {
  const first = (table: 'residents' | 'families' | 'items') =>
    db.selectFrom(table).select('id').where('host_id', '=', hostId).executeTakeFirstOrThrow();
  const ids = {
    ...{ residentId: (await first('residents')).id, familyId: (await first('families')).id },
    ...{ itemId: (await first('items')).id, month: world.yearMonth },
  };
  return [
    ...[...adminPages(ids, 1), ...adminCalls(ids, 1)],
    ...[paths.exportFamilies, paths.printAnswers, paths.facilityArchive],
    ...[
      paths.printLetters(world.yearMonth),
      paths.familyCards,
      paths.residentArchive(ids.residentId),
    ],
  ];
}

/** As removing a facility does in the end, at once. */
async function forget({ rt, site }: Bench, hostId: string): Promise<void> {
  const { db } = site.factory;
  const of = db.selectFrom('blobs').select('id').where('host_id', '=', hostId);
  const blobs = await of.execute();
  for (const table of ['families', 'items', 'audit_logs'] as const) {
    await db.deleteFrom(table).where('host_id', '=', hostId).execute();
  }
  await db.deleteFrom('hosts').where('id', '=', hostId).execute();
  for (const { id } of blobs) await rt.blobs.removePhoto(id);
}

/** Draws cases of which each is refused in words, with nothing written, or taken. */
export async function tryEach(
  bench: Bench,
  { seed, count }: { seed: number; count: number },
): Promise<{ cases: number; taken: Mutation[]; broken: string[] }> {
  const all = mutationsOf(bench.of, bench.site.world);
  const random = new Random(seed);
  const chosen = count >= all.length ? all : Array.from({ length: count }, () => random.pick(all));
  const [taken, broken]: [Mutation[], string[]] = [[], []];
  const before = await countsOf(bench.rt.db);
  for (const mutation of chosen) {
    const outcome = await take(bench, [mutation]).catch((error: unknown) => String(error));
    if (typeof outcome === 'string') broken.push(`${nameOf(mutation)}: ${outcome}`);
    else if ('hostId' in outcome) {
      taken.push(mutation);
      await forget(bench, outcome.hostId);
    } else {
      const problem = wordsProblem(outcome.refused, mutation);
      if (problem !== null) broken.push(`${nameOf(mutation)}: ${problem}`);
    }
  }
  const after = await countsOf(bench.rt.db);
  // An import notes itself in the history of the facility that is gone again.
  if (after !== before) broken.push(`rows: ${before} became ${after}`);
  return { cases: chosen.length, taken, broken };
}
