import { describe, expect, test } from 'vitest';
import type { LayoutName } from '#middleware/routes.ts';
import { routeEntry } from '#middleware/routes.ts';
import type { LetterTokens } from '#lib/paths.ts';
import { yearOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { DEVICE_ROUTES } from './device-rows.ts';
import { UNKNOWN } from './row.ts';
import { PAGES } from './rows.ts';
import type { Site, Who } from './site.ts';
import { useSite } from './site.ts';

const site = useSite();

/** Where a page's logo links to (domain.md#pages). */
type Logo = 'home' | 'login' | 'items' | 'shelf';
type Address = (at: Site) => string;

const tokens = ({ world: { cast } }: Site): LetterTokens => ({
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
const preview = ({ world: { yearMonth, cast } }: Site, tail = ''): string =>
  paths.adminLetterPreview(yearMonth, cast.resident.id).replace('?', `${tail}?`);

/** Every page by its file, who can open it, and its layout. */
const LAYOUTS: [LayoutName, Logo, [string, Who?, Address?][]][] = [
  ['landing', 'home', [['/']]],
  ['default', 'home', [['/terms'], ['/privacy']]],
  ['default', 'shelf', [['/letters', 'anonymous', (at) => paths.letters(tokens(at))]]],
  [
    'default',
    'login',
    [
      ['/404'],
      ['/500'],
      ['/company'],
      ['/contacts/new'],
      ['/docs/api'],
      ['/demo/mails'],
      ['/demo/components'],
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
    'admin',
    'items',
    [
      ['/adminstaff/items', 'general'],
      ['/adminstaff/items/held', 'general'],
      ['/adminstaff/items/deleted', 'general'],
      ['/adminstaff/items/residents/[...id]', 'general', () => paths.residentItems(null)],
      ['/adminstaff/answers', 'general'],
      ['/adminstaff/answers/print', 'general'],
      ['/adminstaff/mypage', 'general'],
      ['/adminstaff/mypage/edit', 'general'],
      ['/adminstaff/mypage/emails/edit', 'general'],
      ...['dashboard', 'delivery-settings', 'facility'].map((name) => admin(`/adminstaff/${name}`)),
      admin('/adminstaff/families'),
      ...['new', 'import', 'cards'].map((name) => admin(`/adminstaff/families/${name}`)),
      admin('/adminstaff/families/[id]', ({ world }) => paths.family(world.cast.family.id)),
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
      admin('/adminstaff/residents/[id]', ({ world }) => paths.resident(world.cast.resident.id)),
      admin('/adminstaff/history'),
      admin('/adminstaff/devices'),
      admin('/adminstaff/staffs'),
      admin('/adminstaff/staffs/qrcode'),
    ],
  ],
];

/** What an admin sees of a family's pages, without a family's tokens. */
const PREVIEWS: [string, Address][] = [
  ['/adminstaff/letters/[yearMonth]/preview', preview],
  [
    '/adminstaff/letters/[yearMonth]/preview/photos/[itemId]',
    (at) => preview(at, `/photos/${at.world.items.own.id}`),
  ],
];
/** Not pages: downloads, the target of a form, and a redirect. */
const FILES = [
  '/adminstaff/families/export.csv',
  '/adminstaff/families/template.csv',
  '/adminstaff/residents/export.csv',
  '/adminstaff/residents/template.csv',
  '/letters/[yearMonth]/answers',
  '/letters/[yearMonth]/seen',
  '/adminstaff',
];

const ROWS = LAYOUTS.flatMap(([layout, logo, pages]) =>
  pages.map(([route, who = 'anonymous', address]) => ({ route, who, address, layout, logo })),
);

const logoOf = (text: string): string =>
  /<a class="logo"[^>]* href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? 'no logo';
const targetOf = (logo: Logo): string =>
  ({
    home: paths.home,
    login: paths.login,
    items: paths.items,
    shelf: paths.letters(tokens(site())),
  })[logo];

/** Distinguishes the layouts. */
const featuresOf = (text: string) => ({
  name: /<body data-layout="(\w+)"/.exec(text)?.[1],
  pastLetters: text.includes('過去のお便り一覧</a>'),
  deadlineBar: text.includes('DeadlineBar'),
  sideMenu: text.includes('SideMenu'),
  footer: [paths.terms, paths.privacy].every((path) => text.includes(`href="${path}"`)),
});
const NOTHING = { pastLetters: false, deadlineBar: false, sideMenu: false, footer: false };
const FEATURES: Record<LayoutName, object> = {
  landing: { ...NOTHING, name: 'landing', footer: true },
  default: { ...NOTHING, name: 'default', footer: true },
  letter: { ...NOTHING, name: 'letter', pastLetters: true },
  admin: { ...NOTHING, name: 'admin', deadlineBar: true, sideMenu: true },
};

describe.each(ROWS)('$route', ({ route, who, address, layout, logo }) => {
  test(`has the layout ${layout}, with a logo that links to ${logo}`, async () => {
    const path = address?.(site()) ?? route;
    expect(routeEntry(path.split('?', 1)[0] ?? '').layout).toBe(layout);
    const { text } = await site().ask(who, path);
    expect(featuresOf(text)).toEqual(FEATURES[layout]);
    expect(logoOf(text)).toBe(targetOf(logo));
  });
});

test.each(PREVIEWS)("%s looks like the family's page", async (_route, address) => {
  const { status, text } = await site().ask('admin', address(site()));
  expect(status).toBe(200);
  expect(featuresOf(text).name).toBe('letter');
});

test('every page is listed', () => {
  const listed = [
    ...ROWS.map(({ route }) => route),
    ...PREVIEWS.map(([route]) => route),
    ...DEVICE_ROUTES,
    ...FILES,
  ];
  const routes = PAGES.map(({ call }) => call.replace(/^[A-Z]+ /, ''));
  expect([...new Set(listed)].sort()).toEqual([...new Set(routes)].sort());
});

describe('an error page', () => {
  test.each<[string, Who, Address, () => string]>([
    [
      'of a letter',
      'anonymous',
      (at) => paths.letterPhoto(at.world.yearMonth, UNKNOWN, tokens(at)),
      () => targetOf('shelf'),
    ],
    ['of a wrong link', 'anonymous', () => '/letters', () => paths.home],
    ['of no page', 'anonymous', () => '/nowhere', () => paths.login],
  ])(
    '%s has the default layout, with a logo that links back',
    async (_what, who, address, target) => {
      const { status, text } = await site().ask(who, address(site()));
      expect(status).toBe(404);
      expect(featuresOf(text)).toEqual(FEATURES.default);
      expect(logoOf(text)).toBe(target());
    },
  );

  test.each<[string, Who, string]>([
    ['of no resident', 'admin', paths.resident(UNKNOWN)],
    ['of no page', 'admin', '/adminstaff/nowhere'],
    ['below a page', 'admin', `${paths.dashboard}/nowhere`],
    ['of no page, for general staff', 'general', `${paths.myPage}/nowhere`],
  ])('in the admin pages, %s, keeps header and menu', async (_what, who, path) => {
    const { status, text } = await site().ask(who, path);
    expect(status).toBe(404);
    expect(featuresOf(text)).toEqual(FEATURES.admin);
    expect(logoOf(text)).toBe(paths.items);
  });
});

test("a month without a letter is reported in the letters' layout, with a link back", async () => {
  const address = paths.letter(200001, tokens(site()));
  const { status, text } = await site().ask('anonymous', address);
  expect(status).toBe(404);
  expect(featuresOf(text)).toEqual(FEATURES.letter);
  expect(logoOf(text)).toBe(targetOf('shelf'));
  expect(text).toContain('2000年1月のお便りはありません');
  expect(text).not.toContain('Not Found');
});

test('every footer links to the privacy policy and the operator', async () => {
  const { yearMonth, items } = site().world;
  const letter = tokens(site());
  for (const path of [
    ...['/', '/terms', '/company', '/staffs/login', '/no-such-page'],
    ...[paths.letters(letter), paths.letter(yearMonth, letter), paths.letter(200001, letter)],
    paths.letterPhoto(yearMonth, items.own.id, letter),
  ]) {
    const { text } = await site().ask('anonymous', path);
    const footer = text.slice(text.lastIndexOf('<footer'));
    expect(footer, path).toContain(`href="${paths.privacy}"`);
    expect(footer, path).toContain(`href="${paths.company}"`);
  }
});
