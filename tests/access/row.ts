import type { Call } from '../support/http.ts';
import type { Site, Who } from './site.ts';

/** A status, or the path of a redirect. */
type Expected = number | string;
export type ByWho = Record<Who, Expected>;

export interface Row {
  /** `METHOD route`, named like the file under src/pages. */
  call: string;
  /** For routes with parameters; created for each caller. */
  path?: (site: Site) => string | Promise<string>;
  /** The URL of something unknown: must have the same response. */
  unknown?: string;
  /** Of an action: the same form for something unknown. */
  unknownOptions?: Call;
  options?: Call | ((site: Site) => Call | Promise<Call>);
  expected: ByWho;
  /** Where an admin who signed in with a PIN may less than general staff. */
  byPin?: Expected;
}

export const everyone = (expected: Expected): ByWho => ({
  anonymous: expected,
  general: expected,
  admin: expected,
  other: expected,
  inactive: expected,
});

/** Calls of staff; `foreign` is for another facility's admin. */
export const staff = (own: Expected, foreign: Expected = own): ByWho => ({
  anonymous: 401,
  general: own,
  admin: own,
  other: foreign,
  inactive: 403,
});

export const admins = (own: Expected, foreign: Expected = own): ByWho => ({
  ...staff(own, foreign),
  general: 403,
});

export const UNKNOWN = 'AAAAAAAAAAAAAAAA';

export const LOGIN = '/staffs/login';
export const ITEMS = '/adminstaff/items';
export const PRICE = '/hosts/price';

export const page = (route: string, expected: ByWho, more: Partial<Row> = {}): Row => ({
  call: `GET ${route}`,
  expected,
  ...more,
});
export const staffPage = (): ByWho => ({ ...everyone(200), anonymous: LOGIN, inactive: PRICE });

export const adminPage = (): ByWho => ({ ...staffPage(), general: LOGIN });

/** Open to admins of an inactive facility, too. */
export const exportPage = (): ByWho => ({ ...adminPage(), inactive: 200 });

export const form = (fields: Record<string, string>): Call => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
});
