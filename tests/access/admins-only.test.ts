import { beforeAll, describe, expect, test } from 'vitest';
import { ADMINS_ONLY_COOKIE } from '#domains/account/session/session.ts';
import { paths } from '#lib/paths.ts';
import { call, signIn } from '../support/http.ts';
import { useSite } from './site.ts';

const site = useSite();
const WORDS = '管理者の方だけが開けます';

let cookies: { general: string; admin: string };
beforeAll(async () => {
  const { world, server } = site();
  const of = async ({ email }: { email: string }) => (await signIn(server.url, email)).cookie;
  cookies = { general: await of(world.cast.general), admin: await of(world.cast.admin) };
});

/** Follows redirects as a browser does, with its cookies. */
async function follow(path: string, who: string): Promise<{ path: string; text: string }> {
  let cookie = who;
  let at = path;
  for (let hops = 0; hops < 5; hops++) {
    const headers = { Cookie: cookie };
    const { headers: answer, text } = await call(site().server.url, at, { headers });
    const set = answer['set-cookie']?.find((one) => one.startsWith(`${ADMINS_ONLY_COOKIE}=`));
    if (set !== undefined) cookie = `${who}; ${set.split(';', 1)[0] ?? ''}`;
    if (answer.location === undefined) return { path: at, text };
    at = answer.location;
  }
  throw new Error(`${path} goes round in circles`);
}

describe("an admin's page", () => {
  test.each([paths.residents, paths.dashboard, paths.families, paths.staffs])(
    '%s tells general staff why they were sent back to the photos',
    async (path) => {
      const { path: reached, text } = await follow(path, cookies.general);
      expect(reached).toBe(paths.items);
      expect(text).toContain(WORDS);
    },
  );

  test('tells them once, and admins never', async () => {
    const url = site().server.url;
    const told = `${ADMINS_ONLY_COOKIE}=1`;
    const first = await call(url, paths.items, {
      headers: { Cookie: `${cookies.general}; ${told}` },
    });
    expect(first.text).toContain(WORDS);
    expect(first.headers['set-cookie']?.join()).toMatch(
      new RegExp(`${ADMINS_ONLY_COOKIE}=(deleted)?; .*(Expires=Thu, 01 Jan 1970|Max-Age=0)`),
    );
    expect((await follow(paths.items, cookies.general)).text).not.toContain(WORDS);
    expect((await follow(paths.items, `${cookies.admin}; ${told}`)).text).not.toContain(WORDS);
    expect((await follow(paths.residents, cookies.admin)).path).toBe(paths.residents);
  });
});

describe('the deadline bar', () => {
  const link = new RegExp(`<a[^>]* href="${paths.dashboard}"[^>]*>今月すること</a>`);

  test('links admins to open tasks without a script, and general staff nowhere', async () => {
    expect((await follow(paths.items, cookies.admin)).text).toMatch(link);
    expect((await follow(paths.items, cookies.general)).text).not.toMatch(link);
  });

  test('links to a page that does not mention backups', async () => {
    const { text } = await follow(paths.dashboard, cookies.admin);
    expect(text).toContain('写真の容量');
    expect(text).not.toContain('バックアップ');
  });
});
