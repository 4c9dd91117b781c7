import { describe, expect, test } from 'vitest';
import type { Family } from '#domains/people/family.ts';
import type { LetterTokens } from '#lib/paths.ts';
import { paths } from '#lib/paths.ts';
import { json } from '../support/http.ts';
import { form } from './row.ts';
import { useSite } from './site.ts';

const site = useSite();

const status = async (path: string) => (await site().ask('anonymous', path)).status;

/** Added by an admin through the API. */
async function addFamily(fields: object = {}): Promise<Family> {
  const { id } = site().world.cast.resident;
  const body = { residentId: id, name: '田中 花', nameKana: '', delivery: 'link', ...fields };
  const { text } = await site().ask('admin', paths.api.families, json(body));
  return (JSON.parse(text) as { family: Family }).family;
}

/** Everything that a household's link opens, requested twice: also from the cache. */
async function everythingOf({ familyToken }: Family): Promise<string[]> {
  const { world } = site();
  const tokens: LetterTokens = { residentToken: world.cast.resident.token, familyToken };
  const pages = [
    paths.letters(tokens),
    paths.letter(world.yearMonth, tokens),
    paths.letterPhoto(world.yearMonth, world.items.own.id, tokens),
  ];
  const { text } = await site().ask('anonymous', pages[1] ?? '');
  const [photo = ''] = /\/photos\/family\/[^" ]+\/photo\.jpg/.exec(text) ?? [];
  const all = [...pages, photo];
  for (const path of [...all, ...all]) expect(await status(path), path).toBe(200);
  return all;
}

const on = ({ id }: Family, method: string, body?: unknown) =>
  site().ask('admin', paths.api.family(id), {
    ...(body === undefined ? {} : json(body)),
    method,
  });

describe('a link revoked by an admin', () => {
  test.each<[string, object]>([
    ['a call', { rotateToken: true }],
    ["an address that was another's", { email: 'hana.new@example.jp', addressWasAnothers: true }],
  ])('renewed by %s: page and pictures are gone, the new ones open', async (_what, change) => {
    const family = await addFamily({ delivery: 'email', email: 'hana@example.jp' });
    const old = await everythingOf(family);
    const { text } = await on(family, 'PATCH', change);
    for (const path of old) expect(await status(path), path).toBe(404);
    await everythingOf((JSON.parse(text) as { family: Family }).family);
  });

  test.each<[string, object]>([
    ['another address', { email: 'hana.own@example.jp' }],
    ['another way of delivery', { delivery: 'link' }],
  ])('is kept by %s', async (_what, change) => {
    const family = await addFamily({ delivery: 'email', email: 'hana@example.jp' });
    const all = await everythingOf(family);
    expect((await on(family, 'PATCH', change)).status).toBe(200);
    for (const path of all) expect(await status(path), path).toBe(200);
  });

  test('renewed by a form, or with its household deleted: the same', async () => {
    const [one, two, three] = [await addFamily(), await addFamily(), await addFamily()];
    const [first, second, third] = [
      await everythingOf(one),
      await everythingOf(two),
      await everythingOf(three),
    ];
    await site().ask('admin', '/_actions/families.renewLink', form({ id: one.id }));
    expect((await on(two, 'DELETE')).status).toBe(204);
    for (const path of [...first, ...second]) expect(await status(path), path).toBe(404);
    for (const path of third) expect(await status(path), path).toBe(200);
    expect((await on(two, 'DELETE')).status).toBe(404);
  });
});

test('each form on a page of a renewed link: 401 in words, with what was written', async () => {
  const family = await addFamily();
  const { cast, yearMonth } = site().world;
  const tokens = { residentToken: cast.resident.token, familyToken: family.familyToken };
  await on(family, 'PATCH', { rotateToken: true });
  const words = 'うれしく<b>拝見</b>しました。';
  for (const [path, fields] of [
    [paths.letterSeen(yearMonth, tokens), {}],
    [paths.letterAnswers(yearMonth, tokens), { body: words }],
    [paths.letterConsent(tokens), { answer: 'own', by: 'relative', byName: '田中', note: words }],
    [paths.letterReceive(tokens), { press: 'stop' }],
    [paths.letterLine(tokens), { press: 'join' }],
  ] as const) {
    const { status, text } = await site().ask('anonymous', path, form(fields));
    expect(status, path).toBe(401);
    expect(text).toContain('まだお伝えできていません');
    expect(text).toContain('新しいリンクをください');
    const isKept = text.includes('うれしく&lt;b&gt;拝見&lt;/b&gt;しました。');
    expect(isKept, path).toBe(Object.values(fields).includes(words));
  }
});

test('two households of one resident: neither page nor call names the other', async () => {
  const sister = await addFamily({ name: '佐藤 秋子', email: 'akiko@example.jp' });
  const brother = await addFamily({ name: '田中 冬樹', email: 'fuyuki@example.jp' });
  for (const [own, other] of [
    [sister, brother],
    [brother, sister],
  ] as const) {
    const { world } = site();
    const tokens = {
      residentToken: world.cast.resident.token,
      familyToken: own.familyToken,
    };
    const query = paths.letters(tokens).slice('/letters'.length);
    const addresses = [
      ...(await everythingOf(own)).slice(0, 3),
      paths.api.letters + query,
      paths.api.letter(world.yearMonth) + query,
    ];
    for (const address of addresses) {
      const { text } = await site().ask('anonymous', address);
      const secrets = [other.id, other.name, other.email ?? '', other.familyToken];
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    }
  }
});

describe('one relative of two residents', () => {
  const shelfOf = async ({ lettersUrl }: Family) => {
    const { pathname, search } = new URL(lettersUrl);
    return site().ask('anonymous', pathname + search);
  };
  /** As it is written in a page. */
  const hrefTo = ({ lettersUrl }: Family): string => {
    const { pathname, search } = new URL(lettersUrl);
    return (pathname + search).replaceAll('&', '&amp;');
  };
  const both = async (email: string) => {
    const hers = { name: '高橋 由美', email, delivery: 'email' };
    const { neighbour } = site().world.cast;
    const one = await addFamily(hers);
    const two = await addFamily({ ...hers, residentId: neighbour.id });
    expect((await shelfOf(one)).text).not.toContain(two.familyToken);
    expect((await shelfOf(two)).text).toContain(one.familyToken);
    return together(one, two);
  };
  /** Both with new links, which lead to each other. */
  const together = async (one: Family, two: Family) =>
    [
      read(await on(one, 'PATCH', { rotateToken: true })),
      read(await on(two, 'PATCH', {})),
    ] as const;
  const read = ({ text }: { text: string }) => (JSON.parse(text) as { family: Family }).family;

  test('finds the other shelf, and the letters tell nothing of it', async () => {
    const [one, two] = await both('yumi-a@example.jp');
    for (const [own, other] of [
      [one, two],
      [two, one],
    ] as const) {
      const shelf = await shelfOf(own);
      expect(shelf.text).toContain(`<b>${other.residentName} 様</b>`);
      expect(shelf.text).toContain(hrefTo(other));
      expect(shelf.text).not.toContain('<script');
    }
    for (const path of (await everythingOf(one)).slice(1, 3)) {
      expect((await site().ask('anonymous', path)).text).not.toContain(two.familyToken);
    }
  });

  test('loses the way with the next request: another address, a renewed link, removed', async () => {
    const [one, two] = await both('yumi-b@example.jp');
    expect((await shelfOf(one)).text).toContain(two.familyToken);
    const elsewhere = read(
      await on(two, 'PATCH', { email: 'kiyo-takahashi@example.jp', addressWasAnothers: true }),
    );
    expect((await shelfOf(one)).text).not.toContain('お便りへ ›');
    const corrected = read(await on(two, 'PATCH', { email: one.email, addressWasAnothers: true }));
    expect((await shelfOf(one)).text).not.toContain('お便りへ ›');
    for (const old of [two, elsewhere]) expect((await shelfOf(old)).status).toBe(404);
    expect((await shelfOf(corrected)).text).toContain(one.familyToken);
    const [renewed, other] = await together(one, two);
    for (const old of [one, corrected]) expect((await shelfOf(old)).status).toBe(404);
    expect((await shelfOf(renewed)).text).toContain(hrefTo(other));
    await on(two, 'DELETE');
    expect((await shelfOf(renewed)).text).not.toContain('お便りへ ›');
    await on(one, 'DELETE');
  });
});

describe('admin pages', () => {
  test("show one household, and nothing of the resident's others", async () => {
    const sister = await addFamily({ name: '佐藤 春子', email: 'haruko@example.jp' });
    const brother = await addFamily({ name: '田中 夏樹', email: 'natsuki@example.jp' });
    const { text } = await site().ask('admin', paths.family(sister.id));
    expect(text).toContain(sister.familyToken);
    const secrets = [brother.id, brother.name, brother.familyToken, 'natsuki'];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });

  test('have no inline style and no inline script', async () => {
    const { id } = await addFamily();
    const confirm = `${paths.family(id)}?confirm=delete`;
    for (const path of [paths.families, paths.newFamily, paths.family(id), confirm]) {
      const { text } = await site().ask('admin', path);
      expect(text, path).not.toMatch(/\sstyle=|\son\w+="|javascript:/i);
    }
  });
});
