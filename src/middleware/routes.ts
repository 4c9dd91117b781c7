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

const exactly = (...paths: string[]): RegExp => new RegExp(`^(?:${paths.join('|')})/?$`);

const row = (path: RegExp, guards: GuardName[], layout: LayoutName) => ({ path, guards, layout });

/** The first match wins. */
const ROUTES = [
  row(/^\/$/, ['none'], 'landing'),
  row(
    exactly('/privacy', '/terms', '/company', '/accessibility', '/contacts/new', '/404', '/500'),
    ['none'],
    'default',
  ),
  row(exactly('/letters'), ['token'], 'default'),
  row(exactly('/letters/line', '/letters/consent', '/letters/receive'), ['token'], 'letter'),
  row(
    exactly(
      '/letters/stop',
      '/families/join',
      '/families/application',
      '/families/proof',
      '/families/address',
    ),
    ['none'],
    'letter',
  ),
  row(/^\/letters\/years(?:\/|$)/, ['year', 'token'], 'letter'),
  row(/^\/letters\//, ['month', 'token'], 'letter'),
  row(exactly('/hosts/new', '/staffs/login'), ['guest'], 'default'),
  row(
    exactly(
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
    ['none'],
    'default',
  ),
  row(exactly('/hosts/price'), ['inactiveHost'], 'default'),
  row(
    /^\/adminstaff(?:\/items(?:\/deleted|\/held|\/upload|\/residents(?:\/[^/]+)?)?|\/answers(?:\/print)?|\/mypage(?:\/.*)?)?\/?$/,
    ['staff'],
    'admin',
  ),
  // What a facility has written and photographed stays its own, also once its trial is over.
  row(
    /^\/adminstaff\/(?:(?:facility|residents\/[^/]+)\/letters\.zip|(?:residents|families|history)\/export\.csv)\/?$/,
    ['exports'],
    'admin',
  ),
  // Also once its last day is over, where staff have no desk.
  row(exactly('/adminstaff/facility/ending/print'), ['exports'], 'default'),
  // Shows what a family sees, in the families' layout; taken home like an archive.
  row(/^\/adminstaff\/residents\/[^/]+\/book\/?$/, ['exports'], 'letter'),
  row(/^\/adminstaff\/letters\/[^/]+\/preview(?:\/|$)/, ['adminstaff', 'adminMonth'], 'letter'),
  row(/^\/adminstaff\/letters\/[^/]/, ['adminstaff', 'adminMonth'], 'admin'),
  row(/^\/adminstaff(?:\/|$)/, ['adminstaff'], 'admin'),
  row(exactly('/operator/login'), ['operatorGuest'], 'operator'),
  row(exactly('/operator/account'), ['operatorLink'], 'operator'),
  row(/^\/operator(?:\/|$)/, ['operator'], 'operator'),
];

const DEFAULT_ENTRY = row(/^/, ['token'], 'default');

export const routeEntry = (path: string) =>
  ROUTES.find((entry) => entry.path.test(path)) ?? DEFAULT_ENTRY;
