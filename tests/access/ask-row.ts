import type { Answer } from '../support/http.ts';
import type { Row } from './row.ts';
import type { Site, Who } from './site.ts';

export const routeOf = (row: Row): string => row.call.slice(row.call.indexOf(' ') + 1);
export const methodOf = (row: Row): string => row.call.slice(0, row.call.indexOf(' '));
export const actionOf = (row: Row): string => `/_actions/${routeOf(row)}`;

/** Sends a row's request. @param address instead of the row's own */
export async function askRow(who: Who, row: Row, at: Site, address?: string): Promise<Answer> {
  const options = typeof row.options === 'function' ? await row.options(at) : row.options;
  const target = address ?? (await row.path?.(at)) ?? routeOf(row);
  return at.ask(who, target, options);
}
