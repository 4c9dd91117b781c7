import type { LayoutName } from '#middleware/routes.ts';
import type { LetterTokens } from '#lib/paths.ts';
import { yearOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { makeAnswer } from '../support/factories.ts';
import { UNKNOWN } from './row.ts';
import type { Site, Who } from './site.ts';

/** Where a page's logo links to (domain.md#pages). */
export type Logo = 'home' | 'login' | 'items' | 'shelf' | 'none';
export type Address = (at: Site) => string | Promise<string>;

export const tokens = ({ world: { cast } }: Site): LetterTokens => ({
  residentToken: cast.resident.token,
  familyToken: cast.family.token,
});
const withToken = (path: string): [string, Who, Address] => [
  path,
  'anonymous',
  () => `${path}?token=${UNKNOWN}`,
];
const admin = (path: string, address?: Address): [string, Who, Address?] =>
  address ? [path, 'admin', address] : [path, 'admin'];
/** Of a relative's own page. */
export const APPLIED = 'applied'.padEnd(27, 'x');
export const preview = ({ world: { yearMonth, cast } }: Site, tail = ''): string =>
  paths.adminLetterPreview(yearMonth, cast.resident.id).replace('?', `${tail}?`);

/** Every page by its file, who can open it, and its layout. */
export const LAYOUTS: [LayoutName, Logo, [string, Who?, Address?][]][] = [
  ['landing', 'home', [['/']]],
  ['default', 'home', [['/terms'], ['/privacy']]],
  ['default', 'shelf', [['/letters', 'anonymous', (at) => paths.letters(tokens(at))]]],
  ['default', 'items', [admin('/adminstaff/facility/ending/print')]],
  [
    'default',
    'login',
    [
      ['/404'],
      ['/500'],
      ['/company'],
      ['/accessibility'],
      ['/contacts/new'],
      ['/docs/api'],
      ['/demo/mails'],
      ['/design'],
      ['/hosts/new'],
      ['/hosts/confirmations/new'],
      ['/hosts/price', 'inactive'],
      ['/staffs/login'],
      ['/staffs/logout'],
      ['/staffs/new'],
      ['/staffs/confirmations/new'],
      ['/staffs/passwords/new'],
      withToken('/hosts/signup'),
      withToken('/staffs/signup'),
      withToken('/staffs/passwords/edit'),
      withToken('/staffs/emails/edit'),
    ],
  ],
  [
    'letter',
    'shelf',
    [
      ['/letters/line', 'anonymous', (at) => paths.letterLine(tokens(at))],
      ['/letters/consent', 'anonymous', (at) => paths.letterConsent(tokens(at))],
      ['/letters/receive', 'anonymous', (at) => paths.letterReceive(tokens(at))],
      ['/letters/[yearMonth]', 'anonymous', (at) => paths.letter(at.world.yearMonth, tokens(at))],
      [
        '/letters/[yearMonth]/photos/[itemId]',
        'anonymous',
        (at) => paths.letterPhoto(at.world.yearMonth, at.world.items.own.id, tokens(at)),
      ],
      [
        '/letters/years/[year]',
        'anonymous',
        (at) => paths.letterYear(yearOf(at.world.yearMonth), tokens(at)),
      ],
      [
        '/letters/years/[year]/print',
        'anonymous',
        (at) => paths.letterYearPrint(yearOf(at.world.yearMonth), tokens(at)),
      ],
    ],
  ],
  [
    'letter',
    'none',
    [
      admin('/adminstaff/residents/[id]/book', (at) =>
        paths.residentBook(at.world.cast.resident.id),
      ),
    ],
  ],
  // A relative without a link has no shelf.
  [
    'letter',
    'none',
    [
      ['/families/join'],
      ['/families/application', 'anonymous', () => paths.ownApplication(APPLIED)],
      withToken('/families/proof'),
      withToken('/families/address'),
      withToken('/letters/stop'),
    ],
  ],
  [
    'admin',
    'items',
    [
      ['/adminstaff/items', 'general'],
      ['/adminstaff/items/held', 'general'],
      ['/adminstaff/items/deleted', 'general'],
      ['/adminstaff/items/upload', 'general'],
      ['/adminstaff/items/residents/[...id]', 'general', () => paths.residentItems(null)],
      ['/adminstaff/answers', 'general'],
      ['/adminstaff/answers/print', 'general'],
      admin('/adminstaff/answers/[id]', async ({ factory, world }) =>
        paths.answer((await makeAnswer(factory, world.cast.family)).id),
      ),
      ['/adminstaff/mypage', 'general'],
      ['/adminstaff/mypage/guide', 'general'],
      ['/adminstaff/mypage/edit', 'general'],
      ['/adminstaff/mypage/emails/edit', 'general'],
      ['/adminstaff/mypage/sign-in', 'general'],
      ...[
        'dashboard',
        'delivery-settings',
        'facility',
        'facility/entrusted',
        'facility/ending',
      ].map((name) => admin(`/adminstaff/${name}`)),
      admin('/adminstaff/families'),
      ...['new', 'import', 'cards', 'applications'].map((name) =>
        admin(`/adminstaff/families/${name}`),
      ),
      admin('/adminstaff/families/[id]', ({ world }) => paths.family(world.cast.family.id)),
      admin('/adminstaff/residents/sheets'),
      admin('/adminstaff/residents/sheets/postcards'),
      admin('/adminstaff/residents/consents'),
      admin('/adminstaff/residents/consents/print'),
      admin('/adminstaff/letters'),
      admin('/adminstaff/letters/[yearMonth]', ({ world }) => paths.adminLetter(world.yearMonth)),
      admin('/adminstaff/letters/[yearMonth]/deliveries', ({ world }) =>
        paths.adminDeliveries(world.yearMonth),
      ),
      admin('/adminstaff/letters/[yearMonth]/handovers', ({ world }) =>
        paths.adminHandovers(world.yearMonth),
      ),
      admin('/adminstaff/letters/[yearMonth]/print', ({ world }) =>
        paths.printLetters(world.yearMonth),
      ),
      admin('/adminstaff/residents'),
      admin('/adminstaff/residents/new'),
      admin('/adminstaff/residents/import'),
      admin('/adminstaff/residents/readings'),
      admin('/adminstaff/residents/[id]', ({ world }) => paths.resident(world.cast.resident.id)),
      admin('/adminstaff/history'),
      admin('/adminstaff/meeting-sheet'),
      admin('/adminstaff/devices'),
      admin('/adminstaff/devices/pins'),
      admin('/adminstaff/staffs'),
      admin('/adminstaff/staffs/qrcode'),
      admin('/adminstaff/staffs/second-step'),
    ],
  ],
];
