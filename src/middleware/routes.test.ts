import type { APIContext } from 'astro';
import { describe, expect, test } from 'vitest';
import { runGuard } from './route-guards.ts';
import type { GuardName, LayoutName } from './routes.ts';
import { routeEntry } from './routes.ts';

const TABLE: [string, GuardName[], LayoutName][] = [
  ['/', ['none'], 'landing'],
  ['/privacy', ['none'], 'default'],
  ['/terms', ['none'], 'default'],
  ['/company', ['none'], 'default'],
  ['/accessibility', ['none'], 'default'],
  ['/contacts/new', ['none'], 'default'],
  ['/404', ['none'], 'default'],
  ['/letters', ['token'], 'default'],
  ['/letters/line', ['token'], 'letter'],
  ['/letters/consent', ['token'], 'letter'],
  ['/letters/receive', ['token'], 'letter'],
  ['/letters/202410', ['month', 'token'], 'letter'],
  ['/letters/202410/photos/abc', ['month', 'token'], 'letter'],
  ['/letters/2024', ['month', 'token'], 'letter'],
  ['/hosts/new', ['guest'], 'default'],
  ['/staffs/login', ['guest'], 'default'],
  ['/hosts/confirmations/new', ['none'], 'default'],
  ['/hosts/signup', ['none'], 'default'],
  ['/staffs/new', ['none'], 'default'],
  ['/staffs/confirmations/new', ['none'], 'default'],
  ['/staffs/signup', ['none'], 'default'],
  ['/staffs/passwords/new', ['none'], 'default'],
  ['/staffs/passwords/edit', ['none'], 'default'],
  ['/staffs/emails/edit', ['none'], 'default'],
  ['/hosts/price', ['inactiveHost'], 'default'],
  ['/adminstaff/items', ['staff'], 'admin'],
  ['/adminstaff/items/held', ['staff'], 'admin'],
  ['/adminstaff/items/held/more', ['adminstaff'], 'admin'],
  ['/adminstaff/items/residents', ['staff'], 'admin'],
  ['/adminstaff/items/residents/abc', ['staff'], 'admin'],
  ['/adminstaff/mypage', ['staff'], 'admin'],
  ['/adminstaff/mypage/edit', ['staff'], 'admin'],
  ['/adminstaff/mypage/emails/edit', ['staff'], 'admin'],
  ['/adminstaff', ['staff'], 'admin'],
  ['/adminstaffs', ['token'], 'default'],
  ['/adminstaff/dashboard', ['adminstaff'], 'admin'],
  ['/adminstaff/delivery-settings', ['adminstaff'], 'admin'],
  ['/adminstaff/families', ['adminstaff'], 'admin'],
  ['/adminstaff/letters', ['adminstaff'], 'admin'],
  ['/adminstaff/letters/202410', ['adminstaff', 'adminMonth'], 'admin'],
  ['/adminstaff/letters/2024', ['adminstaff', 'adminMonth'], 'admin'],
  ['/adminstaff/letters/202410/more', ['adminstaff', 'adminMonth'], 'admin'],
  ['/adminstaff/letters/202410/preview', ['adminstaff', 'adminMonth'], 'letter'],
  ['/adminstaff/residents', ['adminstaff'], 'admin'],
  ['/adminstaff/residents/export.csv', ['exports'], 'admin'],
  ['/adminstaff/families/export.csv', ['exports'], 'admin'],
  ['/adminstaff/history/export.csv', ['exports'], 'admin'],
  ['/adminstaff/facility/entrusted', ['adminstaff'], 'admin'],
  ['/adminstaff/facility/ending', ['adminstaff'], 'admin'],
  ['/adminstaff/facility/ending/print', ['exports'], 'default'],
  ['/adminstaff/facility/letters.zip', ['exports'], 'admin'],
  ['/adminstaff/residents/abc/letters.zip', ['exports'], 'admin'],
  ['/adminstaff/residents/abc/book', ['exports'], 'letter'],
  ['/adminstaff/residents/template.csv', ['adminstaff'], 'admin'],
  ['/adminstaff/letters/export.csv', ['adminstaff', 'adminMonth'], 'admin'],
  ['/adminstaff/history', ['adminstaff'], 'admin'],
  ['/adminstaff/meeting-sheet', ['adminstaff'], 'admin'],
  ['/adminstaff/staffs', ['adminstaff'], 'admin'],
  ['/adminstaff/staffs/qrcode', ['adminstaff'], 'admin'],
  ['/adminstaff/items/other', ['adminstaff'], 'admin'],
  ['/adminstaff/items/residents/abc/more', ['adminstaff'], 'admin'],
  ['/anything/else', ['token'], 'default'],
  ['/lettersandmore', ['token'], 'default'],
  ['/privacyx', ['token'], 'default'],
];

test.each(TABLE)('%s has the guards %j and the layout %s', (path, guards, layout) => {
  expect(routeEntry(path)).toMatchObject({ guards, layout });
});

test.each(TABLE.filter(([path]) => path !== '/'))('%s/ is the same page', (path, guards) => {
  expect(routeEntry(`${path}/`).guards).toEqual(guards);
});

describe('guards', () => {
  const context = (path: string) =>
    ({ url: new URL(path, 'http://localhost'), locals: { actor: null } }) as unknown as APIContext;

  test.each(['nosuchguard', 'toString', '__proto__', ''])(
    'the unknown name %j is an error',
    async (name) => {
      await expect(runGuard(name, context('/'))).rejects.toThrow(`unknown guard ${name}`);
    },
  );

  test('private always shows the not-found page', async () => {
    expect(await runGuard('private', context('/x'))).toBe('/404');
  });

  test.each(['close', 'onlyRoot'])(
    '%s redirects everything but the root to the root',
    async (name) => {
      expect(await runGuard(name, context('/terms'))).toBe('/');
      expect(await runGuard(name, context('/'))).toBeNull();
    },
  );
});
