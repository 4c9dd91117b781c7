import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { copyWorld } from '../support/copied-world.ts';
import { call, json } from '../support/http.ts';
import { onlyOnFile } from '../support/on-file.ts';
import type { TestServer } from '../support/server.ts';
import { startServer } from '../support/server.ts';

const world = inject('world');

/** Runs on a copy of the data. @returns the entries of its log */
async function logOf(
  settings: (folder: string) => Promise<Record<string, string>>,
  use: (server: TestServer) => Promise<unknown>,
) {
  const copied = await copyWorld(world);
  const server = await startServer(copied.dataDir, {
    ...copied.settings,
    ...(await settings(copied.dataDir)),
  });
  await use(server);
  await server.stop();
  await copied.remove();
  const lines = server.output().trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('guessing shows in the log, without names; polls of an unready server do not', async () => {
  const login = json({ email: 'no-one@example.jp', password: 'GuessedPassword1' });
  const lines = await logOf(
    () => Promise.resolve({ READY_FREE_MB: '1000000' }),
    async ({ url }) => {
      expect((await call(url, paths.api.login, login)).status).toBe(401);
      expect((await call(url, paths.api.user)).status).toBe(401);
      for (let n = 0; n < 3; n++) expect((await call(url, '/readyz')).status).toBe(503);
    },
  );
  const noted = lines.filter(({ msg }) => msg === 'request');
  expect(noted).toMatchObject([
    { level: 30, method: 'POST', status: 401, route: expect.stringContaining('/api/') as string },
    { level: 30, method: 'GET', status: 401 },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/no-one|Guessed|127\.0\.0\.1"/);
});

const NO_BACKUPS = 'a database of its own is not backed up by the server';

test(
  'a backup folder that cannot be written is found at the start, which goes on',
  onlyOnFile(NO_BACKUPS),
  async () => {
    const lines = await logOf(
      async (folder) => {
        await writeFile(path.join(folder, 'file'), '');
        return { BACKUP_DIR: path.join(folder, 'file', 'backups') };
      },
      async ({ url }) => expect((await call(url, '/healthz')).status).toBe(200),
    );
    const said = lines.filter(({ level }) => level === 50);
    expect(said).toMatchObject([{ msg: 'BACKUP_DIR cannot be written; no backup will be taken' }]);
  },
);
