import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, inject, onTestFinished, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { breakServer } from '../../support/broken-server.ts';
import { copyWorld } from '../../support/copied-world.ts';
import { call } from '../../support/http.ts';
import { needs } from '../../support/needs.ts';

const folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-read-only-'));
const disk = path.join(folder, 'disk');
const breakDisk = mountDisk(path.join(folder, 'image'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A disk that the kernel can be told to fail. @returns a function that does, or null */
function mountDisk(image: string): (() => void) | null {
  const run = (program: string, ...args: string[]) =>
    spawnSync(program, args, { encoding: 'utf8' });
  run('mkdir', disk);
  run('truncate', '-s', '64M', image);
  if (run('mkfs.ext4', '-q', '-O', '^has_journal', image).status !== 0) return null;
  if (run('mount', '-o', 'loop,errors=remount-ro', image, disk).status !== 0) return null;
  const device = path.basename(run('findmnt', '-no', 'SOURCE', disk).stdout.trim());
  return () => writeFileSync(`/sys/fs/ext4/${device}/trigger_fs_error`, '1');
}

test(
  'a server on a disk that became read-only is unhealthy, though letters still open',
  needs(breakDisk !== null, 'a disk that turns read-only cannot be made here (it needs root)'),
  async () => {
    const world = inject('world');
    const { resident, family } = world.cast;
    const link = { residentToken: resident.token, familyToken: family.token };
    const copied = await copyWorld(world, path.join(disk, 'data'));
    onTestFinished(async () => {
      // Nothing can be removed from it.
      spawnSync('umount', ['-l', disk]);
      await copied.remove();
    });
    const { server, health } = await breakServer(copied, () => breakDisk?.());
    expect(health).toEqual([200, 503]);
    expect((await call(server.url, paths.letter(world.yearMonth, link))).status).toBe(200);
    await server.stop('SIGKILL');
  },
);
