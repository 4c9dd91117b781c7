import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { addressesOf, pair } from './letter-pairs.ts';
import { useSite } from './site.ts';

const site = useSite();
const ROOT = path.resolve(import.meta.dirname, '../../src');

const filesOf = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|astro)$/.test(name) && !name.includes('.test.'))
    .map((name) => path.join(folder, name));

/** All that the code of letters asks a query for. */
const ASKED = ['pages/letters', 'domains/letter', 'domains/line', 'domains/paper']
  .flatMap(filesOf)
  .map((file) => readFileSync(path.join(ROOT, file), 'utf8'))
  .flatMap((code) =>
    [...code.matchAll(/\.(?:get|has)\('([a-z_]+)'\)/g)].map(([, name]) => name ?? ''),
  );
const VALUES: Record<string, string[]> = { done: ['asked', 'changed'] };
const QUERIES = [...new Set(ASKED), 'openExternalBrowser', 'fbclid']
  .filter((name) => !name.endsWith('_token'))
  .flatMap((name) => (VALUES[name] ?? ['1']).map((value) => `${name}=${value}`));

const pagesOf = () => {
  const { world } = site();
  const { resident, family } = world.cast;
  const tokens = pair(resident.token, family.token);
  const forms = [
    paths.letterReceive(tokens),
    paths.letterLine(tokens),
    paths.letterConsent(tokens),
  ];
  return [...addressesOf(world, tokens).pages, ...forms];
};

/** As if nothing had been kept, or counted. */
async function forget(): Promise<void> {
  const { db } = site().factory;
  await db
    .updateTable('hosts')
    .set((eb) => ({ content_version: eb('content_version', '+', 1) }))
    .execute();
  await db.deleteFrom('rate_limits').execute();
}

async function read(address: string) {
  const { status, text } = await site().ask('anonymous', address);
  // What differs in each answer: a code of LINE, the number of a request.
  return `${status} ${text.replaceAll(/\d{5}(?: ?\d{5})+|[\w-]{21,}/g, '')}`;
}

test('no page answers with what another query has left behind, in either order', async () => {
  expect(QUERIES).toEqual(expect.arrayContaining(['done=asked', 'done=changed', 'ended=1']));
  for (const address of pagesOf()) {
    for (const query of QUERIES) {
      const other = `${address}&${query}`;
      await forget();
      const alone = await read(address);
      await forget();
      const withQuery = await read(other);
      expect(await read(address), other).toBe(alone);
      await forget();
      await read(address);
      expect(await read(other), other).toBe(withQuery);
    }
  }
});

test('what was done is told, and only where it was', async () => {
  const address = pagesOf().find((one) => one.startsWith('/letters/receive')) ?? '';
  const told = async (query: string): Promise<string[]> => {
    const { text } = await site().ask('anonymous', address + query);
    return [...text.matchAll(/<p class="told" role="status">(.*?)<\/p>/gs)].map(([, words = '']) =>
      words.replaceAll(/<[^>]+>|\s/g, ''),
    );
  };
  expect(await told('')).toEqual([]);
  expect(await told('&done=asked')).toEqual([
    expect.stringMatching(/^確認のメールをお送りします。/),
  ]);
  expect(await told('&done=changed')).toEqual([expect.stringMatching(/^変わりました。/)]);
  expect(await told('')).toEqual([]);
});
