import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, inject, test, vi } from 'vitest';
import { paths } from '#lib/paths.ts';
import { dataPaths } from '#server/data-folder.ts';
import type { CopiedWorld } from '../support/copied-world.ts';
import { copyWorld } from '../support/copied-world.ts';
import { call } from '../support/http.ts';
import { onlyOnFile } from '../support/on-file.ts';
import { startServer } from '../support/server.ts';

const world = inject('world');
const { resident, family } = world.cast;
const link = { residentToken: resident.token, familyToken: family.token };
const letter = paths.letter(world.yearMonth, link);

const folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-health-'));
const disk = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-read-only-'));
const worlds: CopiedWorld[] = [];
const breakDisk = mountDisk(disk);
if (!breakDisk) console.warn('health: a disk that turns read-only cannot be made here');

afterAll(async () => {
  if (breakDisk) spawnSync('umount', ['-l', disk]);
  for (const copied of worlds) await copied.remove();
  for (const made of [folder, disk, `${disk}.img`])
    await rm(made, { recursive: true, force: true });
});

/** A disk that the kernel can be told to fail. @returns a function that does, or null */
function mountDisk(at: string): (() => void) | null {
  const image = `${at}.img`;
  const run = (program: string, ...args: string[]) =>
    spawnSync(program, args, { encoding: 'utf8' });
  run('truncate', '-s', '64M', image);
  if (run('mkfs.ext4', '-q', '-O', '^has_journal', image).status !== 0) return null;
  if (run('mount', '-o', 'loop,errors=remount-ro', image, at).status !== 0) return null;
  const device = path.basename(run('findmnt', '-no', 'SOURCE', at).stdout.trim());
  return () => writeFileSync(`/sys/fs/ext4/${device}/trigger_fs_error`, '1');
}

/** Starts a server, damages its data, and waits until `/healthz` reports it. */
async function breakUnder(data: string, damage: () => void) {
  const copied = await copyWorld(world, data);
  worlds.push(copied);
  const server = await startServer(data, copied.settings);
  const statusOf = async (address: string) => (await call(server.url, address)).status;
  expect(await statusOf('/healthz')).toBe(200);
  damage();
  // A result is cached for five seconds.
  await vi.waitFor(async () => expect(await statusOf('/healthz')).toBe(503), {
    timeout: 120_000,
    interval: 250,
  });
  return { server, statusOf };
}

describe.concurrent('a server is unhealthy', () => {
  test('once its database is corrupt', onlyOnFile('the bytes of the file'), async () => {
    const { database } = dataPaths(folder);
    const { server } = await breakUnder(folder, () =>
      writeFileSync(database, randomBytes(statSync(database).size)),
    );
    await server.stop('SIGKILL');
  });

  test.skipIf(!breakDisk)(
    'on a disk that became read-only, though letters still open',
    async () => {
      const { server, statusOf } = await breakUnder(path.join(disk, 'data'), () => breakDisk?.());
      expect(await statusOf(letter)).toBe(200);
      await server.stop('SIGKILL');
    },
  );
});
