import type { SelectQueryBuilder } from 'kysely';

/**
 * For `in` with a list that may be empty, which matches nothing: Kysely writes it as `()`, which not
 * every database takes. For `not in`, leave the condition out.
 */
export const orNone = <T>(values: readonly T[]): readonly T[] =>
  values.length > 0 ? values : ([null] as never);

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
