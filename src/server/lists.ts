import type { JoinBuilder, SelectQueryBuilder } from 'kysely';
import type { Database } from '#db/schema.ts';

/**
 * For `in` with a list that may be empty, which matches nothing: Kysely writes it as `()`, which not
 * every database takes. For `not in`, leave the condition out.
 */
export const orNone = <T>(values: readonly T[]): readonly T[] =>
  values.length > 0 ? values : ([null] as never);

/** A statement takes some 32,000 values. */
const ROWS_AT_ONCE = 1000;

/** What one statement inserts at most. */
export const inPieces = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, at) =>
    rows.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE),
  );

/** How many rows a query finds. */
export async function countRows<DB, TB extends keyof DB>(
  query: SelectQueryBuilder<DB, TB, unknown>,
): Promise<number> {
  const { n } = await query
    .clearSelect()
    .select(({ fn }) => fn.countAll().as('n'))
    .$castTo<{ n: number }>()
    .executeTakeFirstOrThrow();
  return n;
}

/** Whether a query finds a row. */
export const findsAny = async <DB, TB extends keyof DB>(
  query: SelectQueryBuilder<DB, TB, unknown>,
): Promise<boolean> => {
  const some = query.clearSelect().select(({ lit }) => lit(1).as('is'));
  return (await some.limit(1).executeTakeFirst()) !== undefined;
};

/** Of the rows that a query finds, changes or deletes. */
export const idsOf = async (query: { execute(): Promise<{ id: string }[]> }): Promise<string[]> =>
  (await query.execute()).map(({ id }) => id);

type Column = { [Table in keyof Database]: keyof Database[Table] & string }[keyof Database];
type Reference = `${string}.${Column}`;

/** Joins rows of one facility: by these columns, and by `host_id` of their tables. */
export const ofOneHost =
  (own: Reference, other: Reference) => (join: JoinBuilder<Database, keyof Database>) =>
    join.onRef(own as never, '=', other as never).onRef(hostOf(own), '=', hostOf(other));

const hostOf = (column: Reference) => column.replace(/\..*/, '.host_id') as never;
