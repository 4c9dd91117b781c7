import { beforeAll, describe, expect, test } from 'vitest';
import type { LayoutName } from '#middleware/routes.ts';
import { routeEntry } from '#middleware/routes.ts';
import { paths } from '#lib/paths.ts';
import { hashToken } from '#server/secrets.ts';
import { makeApplication } from '../support/applications.ts';
import { DEVICE_ROUTES } from './device-rows.ts';
import { OPERATOR_ROUTES } from './operator-rows.ts';
import { UNKNOWN } from './row.ts';
import type { Address, Logo } from './layout-rows.ts';
import { APPLIED, LAYOUTS, preview, tokens } from './layout-rows.ts';
import { PAGES } from './rows.ts';
import type { Who } from './site.ts';
import { useSite } from './site.ts';

const site = useSite();
beforeAll(async () => {
  const { factory, world } = site();
  await makeApplication(factory, world.cast.resident, { token_hash: hashToken(APPLIED) });
});

/** What an admin sees of a family's pages, without a family's tokens. */
const PREVIEWS: [string, Address][] = [
  ['/adminstaff/letters/[yearMonth]/preview', preview],
  [
    '/adminstaff/letters/[yearMonth]/preview/photos/[itemId]',
    (at) => preview(at, `/photos/${at.world.items.own.id}`),
  ],
];
/** Not pages: downloads, the target of a form, redirects, and what is shown in a page's place. */
const FILES = [
  '/adminstaff/families/export.csv',
  '/adminstaff/families/template.csv',
  '/adminstaff/history/export.csv',
  '/adminstaff/residents/export.csv',
  '/adminstaff/residents/template.csv',
  '/letters/[yearMonth]/answers',
  '/letters/[yearMonth]/seen',
  '/adminstaff',
  '/adminstaff/confirm',
];

const ROWS = LAYOUTS.flatMap(([layout, logo, pages]) =>
  pages.map(([route, who = 'anonymous', address]) => ({ route, who, address, layout, logo })),
);

const logoOf = (text: string): string =>
  /<a class="logo[^>]* href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? 'no logo';
const targetOf = (logo: Logo): string =>
  ({
    home: paths.home,
    login: paths.login,
    items: paths.items,
    shelf: paths.letters(tokens(site())),
    none: 'no logo',
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
  letter: { ...NOTHING, name: 'letter', pastLetters: true, footer: true },
  admin: { ...NOTHING, name: 'admin', deadlineBar: true, sideMenu: true },
  operator: { ...NOTHING, name: 'operator' },
};

describe.each(ROWS)('$route', ({ route, who, address, layout, logo }) => {
  test(`has the layout ${layout}, with a logo that links to ${logo}`, async () => {
    const path = (await address?.(site())) ?? route;
    expect(routeEntry(path.split('?', 1)[0] ?? '').layout).toBe(layout);
    const { text } = await site().ask(who, path);
    const pastLetters = logo === 'none' ? { pastLetters: false } : {};
    expect(featuresOf(text)).toEqual({ ...FEATURES[layout], ...pastLetters });
    expect(logoOf(text)).toBe(targetOf(logo));
  });
});

test.each(PREVIEWS)("%s looks like the family's page", async (_route, address) => {
  const { status, text } = await site().ask('admin', await address(site()));
  expect(status).toBe(200);
  expect(featuresOf(text).name).toBe('letter');
});

test('every page is listed', () => {
  const listed = [
    ...ROWS.map(({ route }) => route),
    ...PREVIEWS.map(([route]) => route),
    ...DEVICE_ROUTES,
    ...OPERATOR_ROUTES,
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
    ['of a wrong link', 'anonymous', () => '/letters', () => 'no logo'],
    ['of no page', 'anonymous', () => '/nowhere', () => paths.login],
  ])(
    '%s has the default layout, with a logo that links back if it can',
    async (_what, who, address, target) => {
      const { status, text } = await site().ask(who, await address(site()));
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

test("a month without a letter is the shelf with a sentence, in the letters' layout", async () => {
  const address = paths.letter(200001, tokens(site()));
  const { status, text } = await site().ask('anonymous', address);
  expect(status).toBe(404);
  expect(featuresOf(text)).toEqual(FEATURES.letter);
  expect(logoOf(text)).toBe(targetOf('shelf'));
  expect(text).toContain('2000年1月のお便りはありません');
  expect(text).toContain('<ul class="cards">');
  expect(text).not.toContain('Not Found');
});

test('every footer links to the introduction, the terms, the privacy policy and the operator', async () => {
  const { yearMonth, items } = site().world;
  const letter = tokens(site());
  for (const path of [
    ...['/', '/terms', '/company', '/staffs/login', '/no-such-page'],
    ...[paths.letters(letter), paths.letter(yearMonth, letter), paths.letter(200001, letter)],
    paths.letterPhoto(yearMonth, items.own.id, letter),
  ]) {
    const { text } = await site().ask('anonymous', path);
    const footer = text.slice(text.lastIndexOf('<footer'));
    for (const target of [paths.home, paths.terms, paths.privacy, paths.contact, paths.company]) {
      expect(footer, path).toContain(`href="${target}"`);
    }
  }
});
