import type { Call } from '../support/http.ts';
import type { Site, Who } from './site.ts';

/** A status, or the path that one is sent to. */
type Expected = number | string;
export type ByWho = Record<Who, Expected>;

/** One way to use one address. */
export interface Row {
  /** `METHOD route`; the route as its file is named under src/pages. */
  call: string;
  /** The address, when the route has parts to fill in; created for each caller. */
  path?: (site: Site) => string | Promise<string>;
  /** The same address for something that does not exist: must be answered alike. */
  unknown?: string;
  /** Of an action: the same form for something that does not exist. */
  unknownOptions?: Call;
  options?: Call | ((site: Site) => Call | Promise<Call>);
  expected: ByWho;
}

export const everyone = (expected: Expected): ByWho => ({
  anonymous: expected,
  general: expected,
  admin: expected,
  other: expected,
  inactive: expected,
});

/** Calls of staff: `foreign` is what another facility's admin gets. */
export const staff = (own: Expected, foreign: Expected = own): ByWho => ({
  anonymous: 401,
  general: own,
  admin: own,
  other: foreign,
  inactive: 403,
});

/** Calls of admins. */
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

export const form = (fields: Record<string, string>): Call => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
});
