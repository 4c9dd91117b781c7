import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addDays, civilDateOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { noteLinksOfEnded } from '#domains/facility/ending/ended.ts';
import { form } from './row.ts';
import { useSite } from './site.ts';

const site = useSite();
const query = () => {
  const { resident, family } = site().world.cast;
  const tokens = { residentToken: resident.token, familyToken: family.token };
  return paths.letters(tokens).slice('/letters'.length);
};
const ask = (...args: [path: string, options?: ReturnType<typeof form>]) =>
  site().ask('anonymous', ...args);
const setToken = (token: string) =>
  site()
    .factory.db.updateTable('families')
    .set({ token })
    .where('id', '=', site().world.cast.family.id)
    .execute();

/** Months and years that no link has, and names that are none. */
const ODD = [
  ...['/letters/209901', '/letters/202013', '/letters/20201', '/letters/letter'],
  ...['/letters/209901/photos.zip', '/letters/202013/photos/abc'],
  ...['/letters/years/2099', '/letters/years/2099/print', '/letters/years/20'],
  '/letters/years/2099/photos.zip',
];

describe('of a deleted facility', () => {
  beforeEach(async () => {
    const { host, family } = site().world.cast;
    await noteLinksOfEnded(site().factory, host, addDays(civilDateOf(new Date()), -70));
    await setToken(`${family.token}x`);
  });
  afterEach(async () => {
    await setToken(site().world.cast.family.token);
    await site().factory.db.deleteFrom('ended_facilities').execute();
  });

  test('a link reads one sentence, without a script', async () => {
    const { status, text } = await ask(`/letters${query()}`);
    expect(status).toBe(410);
    expect(text).toContain(`${site().world.cast.host.name}のつきだよりは、`);
    expect(text).not.toContain('新しいリンク');
    expect(text).not.toContain('<script');
    const other = { residentToken: 'r'.repeat(43), familyToken: 'f'.repeat(43) };
    expect((await ask(paths.letters(other))).status).toBe(404);
  });

  test.each(ODD)('%s, which no link has, says that it ended', async (path) => {
    const { status, text } = await ask(`${path}${query()}`);
    expect(status).toBe(410);
    expect(text).toContain(`${site().world.cast.host.name}のつきだよりは、`);
  });

  test('what a page still sends is answered alike', async () => {
    expect((await ask(`/letters/209901/answers${query()}`, form({ body: 'あ' }))).status).toBe(410);
  });

  test('such an address is not found by any other link, as before', async () => {
    const other = await ask(`/letters/209901${query().slice(0, -5)}`);
    expect([other.status, other.headers.location]).toEqual([302, paths.notFound]);
  });
});

test.each(ODD)('of a facility that goes on, %s is not found, as before', async (path) => {
  const { host } = site().world.cast;
  for (const isRestored of [false, true]) {
    if (isRestored) await noteLinksOfEnded(site().factory, host, civilDateOf(new Date()));
    const { status, headers } = await ask(`${path}${query()}`);
    expect([status, headers.location]).toEqual([302, paths.notFound]);
  }
  await site().factory.db.deleteFrom('ended_facilities').execute();
});
