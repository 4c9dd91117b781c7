import type { Selectable } from 'kysely';
import type { FigureTable } from '#db/schema/figures.ts';
import { daysBefore } from '#lib/durations.ts';
import type { Db } from '#server/database.ts';
import { keepFigures } from '#server/figures/keep.ts';
import type { Kind } from '#server/figures/recorder.ts';
import { KINDS } from '#server/figures/recorder.ts';
import type { Levels } from '#server/figures/levels.ts';
import type { Span } from '#server/figures/spans.ts';
import { addSpread, emptySpread, quantile, readSpread } from '#server/figures/spread.ts';
import type { Runtime } from '#server/runtime.ts';
import type { KindFigures, Sum } from './judge.ts';
import { whatIsWrong } from './judge.ts';
import type { Range } from './range.ts';
import { RANGES, fullAt, stepsOf } from './range.ts';

interface VersionFigures {
  version: string;
  /** Start of the first day. */
  since: string;
  sums: { kind: Kind; sum: Sum }[];
}

export interface LevelFigures {
  steps: { at: string; levels: Levels | null }[];
  now: Levels | null;
  /** The first day of up to thirty; null where that is today. */
  before: { at: string; levels: Levels } | null;
  fullAt: Date | null;
}

type Parts = Pick<Runtime, 'db' | 'clock' | 'wakeMails' | 'wakeJobs' | 'log'>;

/** Writes what this process still has in memory, so that the page shows it. */
export const keepForPage = (rt: Parts): Promise<void> =>
  keepFigures(rt).catch((error: unknown) => rt.log.warn({ err: error }, 'figures were not kept'));

export async function readKinds({ db, clock }: Parts, range: Range): Promise<KindFigures[]> {
  const steps = stepsOf(range, clock.now());
  const rows = await listFigures(db, RANGES[range].span, steps[0] ?? '');
  return KINDS.map((kind) => {
    const own = rows.filter((row) => row.kind === kind);
    return {
      kind,
      total: sumOf(own),
      steps: steps.map((at) => ({ at, ...sumOf(own.filter((row) => row.at === at)) })),
    };
  });
}

type Row = Selectable<FigureTable>;

function sumOf(rows: readonly Row[]): Sum {
  const spread = emptySpread();
  for (const row of rows) addSpread(spread, readSpread(row.spread));
  return {
    requests: rows.reduce((sum, row) => sum + row.requests, 0),
    errors: rows.reduce((sum, row) => sum + row.errors, 0),
    p50: quantile(spread, 0.5),
    p95: quantile(spread, 0.95),
  };
}

const VERSION_DAYS = 60;
const SHOWN_VERSIONS = 6;

/** What each update changed; the newest first. */
export async function readVersionFigures({ db, clock }: Parts): Promise<VersionFigures[]> {
  const rows = await listFigures(db, 'day', daysBefore(clock.now(), VERSION_DAYS));
  const firsts = new Map<string, string>();
  for (const { version, at } of rows) if (!firsts.has(version)) firsts.set(version, at);
  return [...firsts]
    .reverse()
    .slice(0, SHOWN_VERSIONS)
    .map(([version, since]) => ({
      version,
      since,
      sums: KINDS.map((kind) => ({
        kind,
        sum: sumOf(rows.filter((row) => row.version === version && row.kind === kind)),
      })),
    }));
}

const GROWTH_DAYS = 30;

export async function readLevels({ db, clock }: Parts, range: Range): Promise<LevelFigures> {
  const now = clock.now();
  const starts = stepsOf(range, now);
  const rows = await listLevels(db, RANGES[range].span, starts[0] ?? '');
  const days = await listLevels(db, 'day', daysBefore(now, GROWTH_DAYS));
  const latest = await listLevels(db, 'minutes', daysBefore(now, 1));
  const [first] = days;
  return {
    steps: starts.map((at) => ({ at, levels: rows.find((row) => row.at === at) ?? null })),
    now: latest.at(-1) ?? days.at(-1) ?? null,
    before: first && days.length > 1 ? { at: first.at, levels: first } : null,
    fullAt: fullAt(
      days.flatMap(({ at, disk_free }) => (disk_free === null ? [] : [{ at, free: disk_free }])),
    ),
  };
}

/** What the operator's first page says is slow or broken; nothing if nothing is. */
export async function readWhatIsWrong(rt: Parts): Promise<string[]> {
  await keepForPage(rt);
  const { fullAt: full } = await readLevels(rt, 'hour');
  return whatIsWrong(await readKinds(rt, 'hour'), full, rt.clock.now());
}

const listFigures = (db: Db, span: Span, from: string): Promise<Row[]> =>
  db
    .selectFrom('figures')
    .selectAll()
    .where('span', '=', span)
    .where('at', '>=', from)
    .orderBy('at')
    .execute();

const listLevels = (db: Db, span: Span, from: string) =>
  db
    .selectFrom('levels')
    .selectAll()
    .where('span', '=', span)
    .where('at', '>=', from)
    .orderBy('at')
    .execute();
