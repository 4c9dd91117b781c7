/**
 * A value, or a promise of it: a database in this process answers at once, one elsewhere later.
 * What is built on it stays synchronous where the database is.
 */
export type Later<T> = T | Promise<T>;

/** Goes on with a value as soon as it is there. */
export const after = <T, R>(value: Later<T>, then: (value: T) => Later<R>): Later<R> =>
  value instanceof Promise ? value.then(then) : then(value);

/** Several at once. */
export function together<Values extends readonly unknown[]>(
  values: readonly [...Values],
): Later<{ -readonly [Index in keyof Values]: Awaited<Values[Index]> }> {
  type All = { -readonly [Index in keyof Values]: Awaited<Values[Index]> };
  for (const value of values) if (value instanceof Promise) return Promise.all(values);
  return values as unknown as All;
}
