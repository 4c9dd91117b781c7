/**
 * For `in` with a list that may be empty, which matches nothing: Kysely writes it as `()`, which not
 * every database takes. For `not in`, leave the condition out.
 */
export const orNone = <T>(values: readonly T[]): readonly T[] =>
  values.length > 0 ? values : ([null] as never);
