import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { openBeside } from '#server/open-database.ts';
import { readEnv } from '#server/env.ts';
import type { CopiedWorld } from '../support/copied-world.ts';
import { copyWorld } from '../support/copied-world.ts';
import type { Answer } from '../support/http.ts';
import { call, signIn } from '../support/http.ts';
import type { TestServer } from '../support/server.ts';
import { startServer } from '../support/server.ts';

let server: TestServer;
let copied: CopiedWorld;
let cookie: string;
const world = inject('world');

beforeAll(async () => {
  copied = await copyWorld(world);
  const { dataDir, settings } = copied;
  server = await startServer(dataDir, { ...settings, TRUST_PROXY: '1' });
  cookie = (await signIn(server.url, world.cast.admin.email)).cookie;
  const database = await openBeside(readEnv({ ...settings, DATA_DIR: dataDir }));
  if (!database) throw new Error('the schema is old');
  for (const table of ['items', 'sessions', 'residents', 'families', 'hosts', 'rate_limits']) {
    await sql.raw(`ALTER TABLE ${table} RENAME TO lost_${table}`).execute(database.db);
  }
  await database.close();
});
afterAll(async () => {
  await server.stop('SIGKILL');
  await copied.remove();
});

const open = (address: string): Promise<Answer> =>
  call(server.url, address, { headers: { Accept: 'text/html', Cookie: cookie } });
const letter = paths.letter(world.yearMonth, {
  residentToken: world.cast.resident.token,
  familyToken: world.cast.family.token,
});

describe('when the database does not respond', () => {
  test.each([paths.items, paths.residents, letter, '/letters'])('%s says so', async (address) => {
    const { status, headers, text } = await open(address);
    expect(status).toBe(500);
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(text).toContain('システムエラーが起きました');
    expect(text).toContain(`お問い合わせ番号: ${String(headers['x-request-id'])}`);
    expect(text).toContain('</html>');
    expect(text).not.toMatch(/no such table|SqliteError|relation|DatabaseError/i);
    const family = text.includes('お便りはなくなっていません');
    expect(family).toBe(address.startsWith('/letters'));
  });

  test('the API says so in JSON', async () => {
    const { status, headers, text } = await open(paths.api.items);
    expect(status).toBe(500);
    expect(JSON.parse(text)).toEqual({
      msg: expect.stringContaining(String(headers['x-request-id'])) as string,
    });
  });

  test('pages without queries work while signed out', async () => {
    for (const address of [paths.home, paths.terms, paths.login, paths.contact]) {
      expect((await call(server.url, address)).status, address).toBe(200);
    }
  });

  test('the error is in the log under its id', async () => {
    const { headers } = await open(paths.items);
    const id = String(headers['x-request-id']);
    await expect.poll(() => server.errors().some((line) => line.includes(id))).toBe(true);
  });

  test('and contains no path or token, whoever wrote the message', async () => {
    await open(letter);
    const lines = server.output().trim().split('\n');
    const tokens = [world.cast.resident.token, world.cast.family.token, String(world.yearMonth)];
    expect(lines.filter((line) => !line.startsWith('{"level":'))).toEqual([]);
    expect(lines.filter((line) => tokens.some((token) => line.includes(token)))).toEqual([]);
  });
});
