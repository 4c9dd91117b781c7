import { stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { removeUnclaimedPhotos } from '#domains/photo/make-sizes.ts';
import { command } from '../support/backups.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { makeCast, signedIn } from '../support/cast.ts';
import { DAY, MINUTE } from '../support/clock.ts';
import { jpeg } from '../support/pictures.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { drainJobs, upload, uploadPhoto } from '../support/uploads.ts';
import { verified } from '../support/verified.ts';

let rt: TestRuntime;
let actor: Actor;
let blobId: string;
beforeEach(async () => {
  rt = await makeRuntime();
  actor = await signedIn(rt, (await makeCast(rt)).general);
  blobId = await photo();
  await drainJobs(rt);
});

const photo = async (): Promise<string> => {
  const { id } = await uploadPhoto(rt, actor);
  const { blob_id } = await rt.db
    .selectFrom('items')
    .select('blob_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return blob_id;
};
const under = (...parts: string[]) => path.join(rt.dataDir, ...parts);
const folderOf = (id: string) => path.join('photos', id.slice(0, 2), id);
const put = (file: string): Promise<void> => rt.stored.write(file, 'x');
const verify = async () => (await verified(rt)).findings.map(({ kind, what }) => `${kind} ${what}`);

describe('a folder in good order', () => {
  test('has no findings, whatever is in progress', async () => {
    await photo();
    await upload(rt, actor, await jpeg());
    const found = await verified(rt);
    expect(found).toMatchObject({ findings: [], rows: 3, files: 8, onTheirWay: 0 });
  });

  test('has none either while a photo is being removed', async () => {
    await rt.db.updateTable('blobs').set({ state: 'removing' }).execute();
    expect(await verify()).toEqual([]);
    await rt.blobs.removePhoto(blobId);
    expect(await verify()).toEqual([]);
  });
});

describe('findings', () => {
  test('a missing file, a truncated one, and one with other bytes', async () => {
    const master = path.join(folderOf(blobId), 'master.jpg');
    const { size } = await stat(under(master));
    await rt.stored.remove(path.join(folderOf(blobId), '720.webp'));
    await rt.stored.write(path.join(folderOf(blobId), '1080.webp'), 'x');
    await rt.stored.write(master, 'x'.repeat(size));
    expect((await verify()).sort()).toEqual([
      `damaged ${folderOf(blobId)}/1080.webp`,
      `damaged ${master}`,
      `missing ${folderOf(blobId)}/720.webp`,
    ]);
  });

  test('unreferenced files, including a folder left when rendering raced with the sweep', async () => {
    await put('photos/zz/zzgone/360.webp');
    await put(`${folderOf(blobId)}/extra.webp`);
    await put('uploads/unclaimed');
    await put(`uploads/${blobId}`);
    await put('tmp/1-1/720.webp');
    expect((await verify()).sort()).toEqual([
      `foreign ${folderOf(blobId)}/extra.webp`,
      'foreign photos/zz/zzgone/360.webp',
      'foreign uploads/unclaimed',
      `leftover uploads/${blobId}`,
      'temporary tmp/1-1/720.webp',
    ]);
  });

  test('files that may be in progress only after a quarter of an hour', async () => {
    await put('tmp/1-1');
    await put('photos/zz/zzgone/360.webp');
    expect(await verified(rt, 15 * MINUTE)).toMatchObject({ findings: [], onTheirWay: 2 });
    const old = new Date(Date.now() - 16 * 60_000);
    // The test's clock is frozen, the file system's is not.
    await utimes(under('tmp/1-1'), old, old);
    expect((await verified(rt, 15 * MINUTE)).findings).toEqual([
      { kind: 'temporary', what: 'tmp/1-1' },
    ]);
  });

  test('unfinished photos without a job, and portraits without a photo', async () => {
    const waiting = await photo();
    await rt.db.deleteFrom('jobs').execute();
    await rt.db.deleteFrom('blob_files').where('name', '=', 'photo.jpg').execute();
    await rt.db.updateTable('residents').set({ portrait_blob_id: 'gone' }).execute();
    const found = await verify();
    expect(found).toContain(`unfinished photo ${waiting}`);
    expect(found).toContain(`unfinished photo ${blobId}`);
    expect(found).toContain(`foreign ${folderOf(blobId)}/photo.jpg`);
    expect(found.filter((line) => line.startsWith('nothing portrait of resident'))).not.toEqual([]);
  });

  test('and nothing is repaired', async () => {
    await rt.stored.remove(path.join(folderOf(blobId), '720.webp'));
    await put('photos/zz/zzgone/360.webp');
    const before = await verify();
    expect(await verify()).toEqual(before);
    expect((await stat(under('photos/zz/zzgone/360.webp'))).size).toBe(1);
  });
});

test('maintenance leaves no findings', async () => {
  await upload(rt, actor, await jpeg());
  rt.clock.advance(2 * DAY);
  await removeUnclaimedPhotos(rt);
  expect(await verify()).toEqual([]);
});

describe('the command', () => {
  const run = (...args: string[]) => {
    const { DATABASE_URL } = rt.env;
    const settings = { DATA_DIR: rt.dataDir, ...(DATABASE_URL !== undefined && { DATABASE_URL }) };
    return command('commands/verify.ts', args, settings);
  };

  test('reports to people and programs', async () => {
    expect(await run('--stopped')).toMatchObject({ code: 0 });
    await rt.blobs.removePhoto(blobId);
    const { code, stdout } = await run('--stopped');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^5 findings \(1 photos, 5 files/);
    expect(stdout).toContain('missing (5): files that rows refer to: the photo cannot be shown');
    const json = await run('--json');
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({ rows: 1, findings: { length: 5 } });
  });
});
