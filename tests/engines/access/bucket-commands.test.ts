import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MASTER, PREVIEW } from '#lib/picture-recipe.ts';
import { CEPH_MISSING, hasCeph } from '../../support/ceph.ts';
import type { Ended } from '../../support/command.ts';
import { command } from '../../support/command.ts';
import { uploadByHttp } from '../../support/http-upload.ts';
import { openLetter } from '../../support/moving.ts';
import { needs } from '../../support/needs.ts';
import { jpeg } from '../../support/pictures.ts';
import { photoFile } from '../../support/stored-files.ts';
import { useBucketSite } from './bucket-site.ts';

describe('the commands beside a server with a bucket', needs(hasCeph(), CEPH_MISSING), () => {
  const site = useBucketSite();
  let place: string;
  beforeAll(async () => {
    place = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-place-'));
  });
  afterAll(() => rm(place, { recursive: true, force: true }));

  const run = (file: string, args: string[] = [], more = {}): Promise<Ended> =>
    command(`commands/${file}.ts`, args, {
      ...site().settings,
      DATA_DIR: site().dataDir,
      BACKUP_DIR: place,
      ...more,
    });
  const backUp = async (): Promise<string> => {
    expect(await run('backup')).toMatchObject({ code: 0, stderr: '' });
    const sets = (await readdir(place)).filter((one) => /^\d/.test(one));
    return path.join(place, sets.toSorted().at(-1) ?? '');
  };
  const { own, hall } = {
    own: () => site().world.items.own.blobId,
    hall: () => site().world.items.hall.blobId,
  };
  const expectAgreement = async (): Promise<void> =>
    expect(await run('verify', ['--stopped'])).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^Rows and files agree: \d+ photos, \d\d+ files/) as string,
    });
  /** Done by someone in the bucket, and undone. */
  async function without(key: string, meanwhile: () => Promise<void>): Promise<void> {
    const content = await site().stored.read(key);
    await site().stored.remove(key);
    await meanwhile().finally(() => site().stored.write(key, content));
  }

  test('verify compares the rows with the bucket, both ways (P16)', async () => {
    const { stored } = site();
    await expectAgreement();
    const damaged = photoFile(hall(), MASTER);
    const before = await stored.read(damaged);
    await stored.write(damaged, Buffer.concat([before.subarray(0, -1), Buffer.from('x')]));
    const foreign = ['photos/zz/zzgone/360.webp', 'uploads/zzgone'];
    for (const key of foreign) await stored.write(key, 'x');
    await without(photoFile(own(), PREVIEW), async () => {
      const { code, stdout } = await run('verify', ['--stopped', '--json']);
      const { findings } = JSON.parse(stdout) as { findings: { kind: string; what: string }[] };
      expect([code, findings.map(({ kind, what }) => `${kind} ${what}`).toSorted()]).toEqual([
        1,
        [
          `damaged ${damaged}`,
          ...foreign.map((key) => `foreign ${key}`),
          `missing ${photoFile(own(), PREVIEW)}`,
        ],
      ]);
    });
    // It repaired nothing.
    expect(await stored.list('uploads')).toEqual(['uploads/zzgone']);
    await stored.write(damaged, before);
    for (const key of foreign) await stored.remove(key);
  });

  test('a backup is restored with the bucket as it is now, and its letters open (P15)', async () => {
    const { server, signed, settings, stored, ceph } = site();
    const set = await backUp();
    expect((await readdir(set, { recursive: true })).join()).not.toMatch(/webp|jpg|uploads/);
    const later = await jpeg({ width: 777, height: 500 });
    expect(await uploadByHttp(server.url, signed.general.bearer, later)).toBe(201);
    await expect.poll(() => stored.list('uploads')).toEqual([]);
    const to = path.join(place, 'restored');
    const refused = path.join(place, 'refused');
    await without(photoFile(own(), MASTER), async () => {
      const { code, stdout, stderr } = await run('restore', [set, '--to', refused]);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^Nothing was restored: .*\nmissing \(1\):.*master.jpg\n/s);
      expect(stderr).toMatch(/bring back the old versions .* in the bucket photos/);
      expect(existsSync(refused) ? await readdir(refused) : []).toEqual([]);
    });
    const restored = await run('restore', [set, '--to', to]);
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect(restored.stdout).toContain(`start the server with DATA_DIR=${to}`);
    // The photo that came later is in no row; a young one is not judged.
    const { code, stdout } = await run('verify', [], { DATA_DIR: to });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Rows and files agree: 5 photos/)]);
    expect(await openLetter({ ...settings, DATA_DIR: to }, ceph.env)).toBeGreaterThan(1);
  });

  test('without the store, or with a wrong key, they say so in one line', async () => {
    const set = await backUp();
    const to = path.join(place, 'away');
    const expectOneLine = ({ code, stdout, stderr }: Ended): void => {
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^(Not verified|Nothing was restored): [^\n]+\n$/);
      expect(stderr).not.toMatch(/secret-key|photos\//);
    };
    expectOneLine(await run('verify', [], { AWS_SECRET_ACCESS_KEY: 'another-secret-key' }));
    await site().ceph.gateway.kill();
    expectOneLine(await run('restore', [set, '--to', to]));
    expect(existsSync(to) ? await readdir(to) : []).toEqual([]);
    // The database's own backup does not need the bucket.
    const file = path.join(place, 'away.tar');
    expect(await run('backup', ['--file', file])).toMatchObject({ code: 0, stderr: '' });
    await site().ceph.gateway.start();
    await expectAgreement();
  });
});
