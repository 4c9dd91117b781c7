import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createHash } from 'node:crypto';
import { rm, readdir } from 'node:fs/promises';
import path from 'node:path';
import { createItem } from '#domains/item/create-items.ts';
import { readFacts } from '#domains/operator/read-status.ts';
import { judge } from '#domains/operator/status.ts';
import { removeUnclaimedPhotos } from '#domains/photo/make-sizes.ts';
import { PHOTO_FILES } from '#domains/photo/photo.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { deleteItem, forgetDeletedItems } from '#domains/item/delete-items.ts';
import { dataPaths } from '#server/data-folder.ts';
import { backUp, makeFolder } from '../../support/backups.ts';
import type { Ceph } from '../../support/ceph.ts';
import { CEPH_MISSING, hasCeph, makeBucket, startCeph } from '../../support/ceph.ts';
import { makeCast, signedIn } from '../../support/cast.ts';
import { DAY } from '../../support/clock.ts';
import { takeLogged } from '../../support/log.ts';
import { needs } from '../../support/needs.ts';
import { jpeg } from '../../support/pictures.ts';
import type { TestRuntime } from '../../support/runtime.ts';
import { makeRuntime } from '../../support/runtime.ts';
import { photoFile, uploadFile } from '../../support/stored-files.ts';
import { drainJobs, sha256, upload, uploadPhoto } from '../../support/uploads.ts';
import { onlyOnFile } from '../../support/on-file.ts';
import { verified } from '../../support/verified.ts';
import { restoreBackup } from '../../../commands/restore.ts';

describe('photos in a real S3 store', needs(hasCeph(), CEPH_MISSING), () => {
  let ceph: Ceph;
  let rt: TestRuntime;
  let actor: Actor;
  let count = 0;
  beforeAll(async () => {
    ceph = await startCeph();
    await makeBucket(ceph, 'kept');
    for (const [key, value] of Object.entries(ceph.env)) vi.stubEnv(key, value);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await ceph.stop();
  });
  beforeEach(async () => {
    rt = await makeRuntime({ PHOTO_STORE: `s3://kept/${++count}` });
    actor = await signedIn(rt, (await makeCast(rt)).general);
  });

  const away = { status: 503, message: expect.stringContaining('失われていません') as string };
  const left = () => readdir(dataPaths(rt.dataDir).temporary);
  const verify = async (dataDir = rt.dataDir) =>
    (await verified({ env: { ...rt.env, DATA_DIR: dataDir } })).findings;
  const blobOf = async (id: string) => {
    const items = rt.db.selectFrom('items').select('blob_id').where('id', '=', id);
    return (await items.executeTakeFirstOrThrow()).blob_id;
  };

  test('an upload becomes a photo with all its files, and the data folder keeps none', async () => {
    const { id } = await uploadPhoto(rt, actor, { bytes: await jpeg({ gps: true }) });
    await drainJobs(rt);
    const blobId = await blobOf(id);
    expect((await rt.blobs.listPhoto(blobId)).sort()).toEqual([...PHOTO_FILES].sort());
    expect([await rt.blobs.listUploads(), await left()]).toEqual([[], []]);
    const rows = await rt.db.selectFrom('blob_files').selectAll().execute();
    for (const { name: file, sha256: hash } of rows) {
      expect(sha256(await rt.stored.read(photoFile(blobId, file)))).toBe(hash);
    }
    for (const folder of ['photos', 'uploads']) {
      expect(await readdir(path.join(rt.dataDir, folder))).toEqual([]);
    }
    expect(await verify()).toEqual([]);
  });

  // Before the gateway is killed, which its settings would wait for.
  test('while it is full, uploads are refused with 507, and nothing else suffers (P3)', async () => {
    const { id } = await uploadPhoto(rt, actor);
    await drainJobs(rt);
    await ceph.allow(1);
    const bytes = await jpeg({ width: 444 });
    await expect(upload(rt, actor, bytes)).rejects.toMatchObject({ status: 507 });
    const photo = await rt.blobs.open(await blobOf(id), PHOTO_FILES[0] ?? '');
    expect((await photo.read()).length).toBe(photo.byteSize);
    await ceph.allow(null);
    await upload(rt, actor, bytes);
    expect([await verify(), await left()]).toEqual([[], []]);
  });

  test('while it is away, everything is refused with 503, kept, and done afterwards', async () => {
    const photo = await uploadPhoto(rt, actor);
    await drainJobs(rt);
    const bytes = await jpeg({ width: 333 });
    const slot = await upload(rt, actor, bytes);
    const waiting = await uploadPhoto(rt, actor, { bytes: await jpeg({ width: 334 }) });
    await ceph.gateway.kill();
    await expect(upload(rt, actor, await jpeg({ width: 335 }))).rejects.toMatchObject(away);
    const input = { residentId: null, caption: '', blob: slot.signed_id };
    await expect(createItem(rt, actor, input)).rejects.toMatchObject(away);
    await expect(rt.blobs.open(await blobOf(photo.id), 'master.jpg')).rejects.toMatchObject(away);
    await drainJobs(rt);
    expect(judge(await readFacts(rt), 0).storage).toBe(false);
    await ceph.gateway.start();
    expect(judge(await readFacts(rt), 0).storage).toBe(true);
    // The job waited, and has not failed.
    const job = await rt.db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow();
    expect(job).toMatchObject({ state: 'queued', failures: 0 });
    rt.clock.set(job.run_at);
    await createItem(rt, actor, input);
    await drainJobs(rt);
    expect((await rt.blobs.listPhoto(await blobOf(waiting.id))).length).toBe(PHOTO_FILES.length);
    expect([await verify(), await left()]).toEqual([[], []]);
    expect(takeLogged().map(({ msg }) => msg)).toContain('job failed');
  });

  test('killed in the middle of uploads: what was acknowledged is there (P1, P16)', async () => {
    const pictures = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => jpeg({ width: 400 + n })));
    const acknowledged = new Map<string, string>();
    const sending = pictures.map(async (bytes) => {
      const { id } = await upload(rt, actor, bytes);
      acknowledged.set(id, createHash('sha256').update(bytes).digest('hex'));
    });
    await Promise.race(sending);
    await ceph.gateway.kill();
    await Promise.allSettled(sending);
    await ceph.gateway.start();
    expect(acknowledged.size).toBeGreaterThan(0);
    for (const [id, hash] of acknowledged) {
      expect(sha256(await rt.stored.read(uploadFile(id)))).toBe(hash);
    }
    expect(await left()).toEqual([]);
  });

  test('an upload that is gone there is asked for again: 422', async () => {
    const slot = await upload(rt, actor, await jpeg());
    await rt.stored.remove(uploadFile(slot.id));
    const input = { residentId: null, caption: '', blob: slot.signed_id };
    await expect(createItem(rt, actor, input)).rejects.toMatchObject({ status: 422 });
  });

  test('a photo deleted while it is away goes later', async () => {
    const { id } = await uploadPhoto(rt, actor);
    await drainJobs(rt);
    const blobId = await blobOf(id);
    await deleteItem(rt, actor, id);
    rt.clock.advance(4 * DAY);
    await ceph.gateway.kill();
    await forgetDeletedItems(rt);
    await removeUnclaimedPhotos(rt);
    await ceph.gateway.start();
    expect(takeLogged().map(({ msg }) => msg)).toContain('photo not removed yet');
    await removeUnclaimedPhotos(rt);
    expect([await rt.blobs.listPhoto(blobId), await verify()]).toEqual([[], []]);
  });

  test('missing, damaged and foreign objects are found (P16)', async () => {
    const { id } = await uploadPhoto(rt, actor);
    await drainJobs(rt);
    const blobId = await blobOf(id);
    await rt.stored.remove(photoFile(blobId, '360.webp'));
    await rt.stored.write(photoFile(blobId, 'master.jpg'), 'x');
    await rt.stored.write('photos/zz/zzgone/360.webp', 'x');
    const found = (await verify()).map(({ kind, what }) => `${kind} ${what}`);
    expect(found.sort()).toEqual([
      `damaged ${photoFile(blobId, 'master.jpg')}`,
      'foreign photos/zz/zzgone/360.webp',
      `missing ${photoFile(blobId, '360.webp')}`,
    ]);
  });

  test(
    'a backup holds the database, and fits the bucket again (P15)',
    onlyOnFile('backups copy the file'),
    async () => {
      await uploadPhoto(rt, actor);
      await drainJobs(rt);
      const { at, found } = await backUp(rt.env);
      expect(found).toEqual([]);
      await uploadPhoto(rt, actor, { bytes: await jpeg({ width: 555 }) });
      const to = path.join(await makeFolder(), 'restored');
      const places = { PHOTO_STORE: rt.env.PHOTO_STORE };
      expect(await restoreBackup(at, to, places)).toMatchObject({ lacking: [] });
      const missing = (await verify(to)).filter(({ kind }) => kind !== 'foreign');
      expect(missing).toEqual([]);
      await rm(to, { recursive: true });
      await rt.stored.remove(
        (await rt.stored.list('photos')).find((key) => key.endsWith('jpg')) ?? '',
      );
      await expect(restoreBackup(at, to, places)).rejects.toThrow(/missing/);
    },
  );
});
