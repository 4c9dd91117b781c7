import { randomToken } from '#server/secrets.ts';
import type { Random } from '../random.ts';
import type { World } from '../world.ts';
import type { AnyLine, Package } from './package.ts';

/** One column of one row with a value that nobody entered. */
export interface Mutation {
  n: number;
  table: string;
  column: string;
  /** undefined: without the column. */
  value: unknown;
}

const OTHER_COST = `$argon2id$v=19$m=4194304,t=100,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Also what belongs to another facility of the same server. */
const hostileValues = ({ cast, items }: World): unknown[] => [
  ...[undefined, null, true, {}, [], '', ' ', 0, 1, 2, -1, 1.5, 300, 1e300, 9007199254740993],
  ...[202613, 999912, 100001, '0', '1', 'x', 'admin', 'ready', 'queued'],
  ...['\u0000', '山田\u0000太郎', '\ud800', '\u202e', 'あ'.repeat(100_000), 'x'.repeat(300_000)],
  ...['2026-02-31', '2026-13-01', '1000-01-01', '9999-12-31', '0000-00-00', '2026-11-01'],
  ...['2026-02-31T00:00:00.000Z', '2026-11-01T00:00:00Z', '2026-11-01T01:00:00.000Z'],
  ...['+275760-09-13T00:00:00.000Z', '9999-12-31T23:59:59.999Z', 'Invalid Date'],
  ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '</style><svg onload=1>'],
  ...['https://example.jp/', 'javascript:alert(1)', '../../etc/passwd', '%s%n', '{{7*7}}'],
  ...[OTHER_COST, '$2b$31$aaaaaaaaaaaaaaaaaaaaaa', 'a'.repeat(27), randomToken(), 'z'.repeat(16)],
  ...['a'.repeat(32), 'b'.repeat(64), '#12345g', '#aabbcc', 'red', '佐藤', 'サトウ', '1040061'],
  ...['a@example.jp', 'A@example.jp', 'a@b', '03-0000-0000', '0'.repeat(11)],
  ...[cast.foreignResident.id, cast.otherAdmin.id, cast.otherHost.id, cast.foreignFamily.id],
  ...[items.foreign.id, items.foreign.blobId, cast.foreignResident.token],
];

/** Every column of a row of each table with every value. */
export function mutationsOf({ lines }: Package, world: World): Mutation[] {
  const values = hostileValues(world);
  const seen = new Set<string>();
  return lines.flatMap(({ table, row }, n) => {
    if (seen.has(table)) return [];
    seen.add(table);
    return Object.keys(row).flatMap((column) =>
      values.map((value): Mutation => ({ n, table, column, value })),
    );
  });
}

/** @param some of different columns */
export function mutated({ lines }: Package, some: readonly Mutation[]): AnyLine[] {
  const all: AnyLine[] = lines.map(({ table, row }) => ({ table, row: { ...row } }));
  for (const { n, column, value } of some) {
    const line = all[n];
    if (line) line.row[column] = value;
  }
  return all;
}

/** One each of some columns; the facility stays one whose pages open. */
export function apart(taken: readonly Mutation[], random: Random): Mutation[] {
  const some = taken.filter(({ column }) => column !== 'activated_at');
  const byColumn = Map.groupBy(some, ({ table, column }) => `${table}.${column}`);
  return [...byColumn.values()].filter(() => random.chance(0.3)).map((some) => random.pick(some));
}

export const nameOf = ({ table, column, value }: Mutation): string =>
  `${table}.${column} = ${(value === undefined ? 'nothing' : JSON.stringify(value)).slice(0, 60)}`;
