export type GuardName =
  | 'none'
  | 'token'
  | 'month'
  | 'year'
  | 'adminMonth'
  | 'guest'
  | 'staff'
  | 'adminstaff'
  | 'exports'
  | 'inactiveHost'
  | 'operator'
  | 'operatorGuest'
  | 'operatorLink'
  | 'private'
  | 'close'
  | 'onlyRoot';
export type LayoutName = 'landing' | 'letter' | 'admin' | 'operator' | 'default';

interface RouteEntry {
  path: RegExp;
  guards: GuardName[];
  layout: LayoutName;
}

const exactly = (...paths: string[]): RegExp => new RegExp(`^(?:${paths.join('|')})/?$`);

/** The first match wins. */
const ROUTES: RouteEntry[] = [
  { path: /^\/$/, guards: ['none'], layout: 'landing' },
  {
    path: exactly(
      '/privacy',
      '/terms',
      '/company',
      '/accessibility',
      '/contacts/new',
      '/404',
      '/500',
    ),
    guards: ['none'],
    layout: 'default',
  },
  { path: exactly('/letters'), guards: ['token'], layout: 'default' },
  {
    path: exactly('/letters/line', '/letters/consent', '/letters/receive'),
    guards: ['token'],
    layout: 'letter',
  },
  {
    path: exactly(
      '/letters/stop',
      '/families/join',
      '/families/application',
      '/families/proof',
      '/families/address',
    ),
    guards: ['none'],
    layout: 'letter',
  },
  { path: /^\/letters\/years(?:\/|$)/, guards: ['year', 'token'], layout: 'letter' },
  { path: /^\/letters\//, guards: ['month', 'token'], layout: 'letter' },
  {
    path: exactly('/hosts/new', '/staffs/login'),
    guards: ['guest'],
    layout: 'default',
  },
  {
    path: exactly(
      '/hosts/confirmations/new',
      '/hosts/signup',
      '/staffs/new',
      '/staffs/confirmations/new',
      '/staffs/signup',
      '/staffs/passwords/new',
      '/staffs/passwords/edit',
      '/staffs/emails/edit',
      '/staffs/device(?:/[^/]+)?',
    ),
    guards: ['none'],
    layout: 'default',
  },
  { path: exactly('/hosts/price'), guards: ['inactiveHost'], layout: 'default' },
  {
    path: /^\/adminstaff(?:\/items(?:\/deleted|\/held|\/upload|\/residents(?:\/[^/]+)?)?|\/answers(?:\/print)?|\/mypage(?:\/.*)?)?\/?$/,
    guards: ['staff'],
    layout: 'admin',
  },
  // What a facility has written and photographed stays its own, also once its trial is over.
  {
    path: /^\/adminstaff\/(?:(?:facility|residents\/[^/]+)\/letters\.zip|(?:residents|families|history)\/export\.csv)\/?$/,
    guards: ['exports'],
    layout: 'admin',
  },
  // Also once its last day is over, where staff have no desk.
  {
    path: exactly('/adminstaff/facility/ending/print'),
    guards: ['exports'],
    layout: 'default',
  },
  // Shows what a family sees, in the families' layout; taken home like an archive.
  {
    path: /^\/adminstaff\/residents\/[^/]+\/book\/?$/,
    guards: ['exports'],
    layout: 'letter',
  },
  {
    path: /^\/adminstaff\/letters\/[^/]+\/preview(?:\/|$)/,
    guards: ['adminstaff', 'adminMonth'],
    layout: 'letter',
  },
  {
    path: /^\/adminstaff\/letters\/[^/]/,
    guards: ['adminstaff', 'adminMonth'],
    layout: 'admin',
  },
  { path: /^\/adminstaff(?:\/|$)/, guards: ['adminstaff'], layout: 'admin' },
  { path: exactly('/operator/login'), guards: ['operatorGuest'], layout: 'operator' },
  { path: exactly('/operator/account'), guards: ['operatorLink'], layout: 'operator' },
  { path: /^\/operator(?:\/|$)/, guards: ['operator'], layout: 'operator' },
];

const DEFAULT_ENTRY: RouteEntry = { path: /^/, guards: ['token'], layout: 'default' };

export const routeEntry = (path: string): RouteEntry =>
  ROUTES.find((entry) => entry.path.test(path)) ?? DEFAULT_ENTRY;
