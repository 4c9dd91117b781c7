import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { copyBackups } from '../../../commands/copies/copy.ts';
import { listCopies } from '../../../commands/copies/fetch.ts';
import { backUp } from '../../support/backups.ts';
import { makeCast, signedIn } from '../../support/cast.ts';
import { DAY } from '../../support/clock.ts';
import { needs } from '../../support/needs.ts';
import { noise } from '../../support/pictures.ts';
import { DISK_MISSING } from '../../support/small-disk.ts';
import type { TestRuntime } from '../../support/runtime.ts';
import { makeRuntime } from '../../support/runtime.ts';
import { drainJobs, uploadPhoto } from '../../support/uploads.ts';

const disk = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-usb-'));
const mount = () =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', disk]).status === 0;
const unmount = () => execFileSync('umount', [disk]);
const isMounted = mount();

describe('a second disk', needs(isMounted, DISK_MISSING), () => {
  let rt: TestRuntime;
  const url = `file://${disk}/copies`;
  const next = async () => {
    rt.clock.advance(DAY);
    await backUp(rt.env, { now: rt.clock.now() });
    const [copied] = await copyBackups(rt.env, { now: rt.clock.now() });
    return copied?.error ?? null;
  };
  afterAll(async () => {
    spawnSync('umount', ['-l', disk]);
    await rm(disk, { recursive: true });
  });

  test('is used without a word; while it is away or full, nothing is lost and nothing else filled', async () => {
    rt = await makeRuntime({ BACKUP_COPY: url });
    const actor = await signedIn(rt, (await makeCast(rt)).general);
    expect(await next()).toBeNull();

    // Full by others.
    const { bavail, bsize } = statfsSync(disk);
    await writeFile(path.join(disk, 'others'), Buffer.alloc(bavail * bsize - 600_000));
    await uploadPhoto(rt, actor, { bytes: await noise() });
    await drainJobs(rt);
    expect(await next()).toBe(`not enough space in ${disk}/copies`);
    expect(await listCopies(url, rt.env)).toHaveLength(1);
    await rm(path.join(disk, 'others'));
    expect(await next()).toBeNull();
    expect(await listCopies(url, rt.env)).toHaveLength(2);

    // Its mount point is an empty folder of the system's disk.
    unmount();
    expect(await next()).toMatch(/the earlier copies are not there: is the disk mounted\?/);
    expect(await readdir(disk)).toEqual([]);
    // A new disk needs a word.
    expect(mount()).toBe(true);
    expect(await next()).toMatch(/backup copy --new-place/);
    const [copied] = await copyBackups(rt.env, { now: rt.clock.now(), isSure: true });
    expect(copied?.error).toBeNull();
  });

  test('that was never there is not filled in its place', async () => {
    unmount();
    rt = await makeRuntime({ BACKUP_COPY: url });
    expect(await next()).toMatch(
      /is on the (?:same disk as DATA_DIR|system's disk): is the disk mounted/,
    );
    expect(await readdir(disk)).toEqual([]);
  });
});
