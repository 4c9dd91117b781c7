import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { restoreBackup } from '../../commands/restore.ts';
import { verifyDataFolder } from '../../commands/verify.ts';
import { familyPhotoAddresses } from '#domains/letter/photo-access.ts';
import { authenticate, startSession } from '#domains/account/session/session-lifecycle.ts';
import { deleteItem } from '#domains/item/delete-items.ts';
import { MANIFEST, findLastBackup, listBackupSets } from '#server/backup-sets.ts';
import { photoKey } from '#server/blobs/keys.ts';
import { dataPaths } from '#server/data-folder.ts';
import { maintain } from '#entry/maintenance.ts';
import { readEnv } from '#server/env.ts';
import { openRuntime } from '#server/runtime.ts';
import { backUp, entriesOf, makeFolder, wrongFilesOf } from '../support/backups.ts';
import { castEachTest, rt, cast, general as actor } from '../support/cast-each-test.ts';
import { CLIENT } from '../support/cast.ts';
import { DAY } from '../support/clock.ts';
import { jpeg } from '../support/pictures.ts';
import { drainJobs, upload, uploadPhoto } from '../support/uploads.ts';
import { storedFiles } from '../support/stored-files.ts';

castEachTest(['general']);

const folder = () => dataPaths(rt.dataDir).backups;
const photo = async (): Promise<string> => {
  const { id } = await uploadPhoto(rt, actor, { bytes: await jpeg({ width: 300, height: 200 }) });
  const row = await rt.db
    .selectFrom('items')
    .select('blob_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.blob_id;
};
const photoFile = (blobId: string, name: string) =>
  path.join(dataPaths(rt.dataDir).photos, blobId.slice(0, 2), blobId, name);
/** Replaces the file, as a failing disk would; the backups keep theirs. */
async function damage(file: string, content = 'damaged'): Promise<void> {
  const { size } = await stat(file);
  await rm(file);
  await writeFile(file, content.padEnd(size));
}

describe('a backup', () => {
  test('contains every file its database refers to, without extra space on the same disk', async () => {
    const ready = await photo();
    await drainJobs(rt);
    const accepted = await photo();
    const { id: stored } = await upload(rt, actor, await jpeg());
    const { at, found } = await backUp(rt.env);
    expect(found).toEqual([]);
    expect(await wrongFilesOf(at)).toEqual([]);
    const names = (await entriesOf(at)).map((entry) => entry.path);
    expect(names).toEqual(
      expect.arrayContaining([
        'tsukidayori.sqlite',
        'secret',
        `uploads/${stored}`,
        `uploads/${accepted}`,
        `photos/${accepted.slice(0, 2)}/${accepted}/360.webp`,
        `photos/${ready.slice(0, 2)}/${ready}/master.jpg`,
      ]),
    );
    const original = await stat(photoFile(ready, 'master.jpg'));
    expect(original.nlink).toBe(2);
    expect((await stat(at)).mode & 0o077).toBe(0);
    expect(await findLastBackup(folder())).not.toBeNull();
  });

  test('restores everything: sessions, links and photos work', async () => {
    const blobId = await photo();
    await drainJobs(rt);
    const tokens = await startSession(rt, actor.id, actor.host.id, CLIENT);
    const link = {
      familyId: cast.family.id,
      familyToken: cast.family.token,
      residentToken: cast.resident.token,
    };
    const address = familyPhotoAddresses(rt.secrets, link)(blobId)('360.webp');
    const before = await rt.stored.read(photoKey(blobId, 'master.jpg'));
    const { at } = await backUp(rt.env);
    const to = path.join(await makeFolder(), 'restored');
    expect(await restoreBackup(at, to)).toMatchObject({ lacking: [], hasSecret: true });
    const restored = await openRuntime(readEnv({ DATA_DIR: to, LOG_LEVEL: 'silent' }), rt.clock);
    expect(await authenticate(restored, tokens.access_token)).toMatchObject({ id: actor.id });
    expect(familyPhotoAddresses(restored.secrets, link)(blobId)('360.webp')).toBe(address);
    expect(
      (await storedFiles(restored.env).read(photoKey(blobId, 'master.jpg'))).equals(before),
    ).toBe(true);
    await restored.close();
    expect((await verifyDataFolder(to, { graceMs: 0 })).findings).toEqual([]);
    expect((await stat(path.join(to, 'photos'))).nlink).toBeGreaterThan(1);
  });

  test('in one file has the same content', async () => {
    await photo();
    await drainJobs(rt);
    const place = await makeFolder();
    const file = path.join(place, 'out.tar');
    const { at } = await backUp(rt.env, { file });
    expect(at).toBe(file);
    expect(await readdir(folder())).toEqual(['.lock']);
    const to = path.join(place, 'restored');
    await restoreBackup(file, to);
    expect((await verifyDataFolder(to, { graceMs: 0 })).findings).toEqual([]);
    expect((await readdir(to)).sort()).toEqual(['photos', 'secret', 'tsukidayori.sqlite']);
  });

  test('omits deleted files, and loses nothing when files are deleted later', async () => {
    const item = await uploadPhoto(rt, actor);
    await drainJobs(rt);
    const first = await backUp(rt.env);
    await deleteItem(rt, actor, item.id);
    rt.clock.advance(2 * DAY);
    await maintain(rt);
    const second = await backUp(rt.env);
    expect(await wrongFilesOf(first.at)).toEqual([]);
    expect(
      (await entriesOf(second.at)).filter((entry) => entry.path.startsWith('photos/')),
    ).toEqual([]);
  });

  test('keeps as many as configured, and removes none before the new one is complete', async () => {
    const env = { ...rt.env, BACKUP_KEEP: 2 };
    const made: string[] = [];
    for (let n = 0; n < 4; n++) {
      made.push(path.basename((await backUp(env, { now: rt.clock.now() })).at));
      rt.clock.advance(DAY);
    }
    expect((await listBackupSets(folder())).map(({ name }) => name)).toEqual(
      made.slice(2).reverse(),
    );
  });

  test('that was interrupted does not count, and is removed with the next', async () => {
    await mkdir(path.join(folder(), '.part-2026-01-01-000000'), { recursive: true });
    await mkdir(path.join(folder(), '2026-01-02-000000'));
    expect(await findLastBackup(folder())).toBeNull();
    await backUp(rt.env);
    expect(await readdir(folder())).not.toContain('.part-2026-01-01-000000');
  });
});

describe('a damaged file', () => {
  test('is reported, and taken from an older backup that has it', async () => {
    const blobId = await photo();
    await drainJobs(rt);
    await backUp(rt.env, { now: rt.clock.now() });
    await damage(photoFile(blobId, 'master.jpg'));
    await rm(photoFile(blobId, '720.webp'));
    rt.clock.advance(DAY);
    const { at, found } = await backUp(rt.env, { now: rt.clock.now() });
    expect(found.map(({ damage: what, rescued }) => ({ what, rescued }))).toEqual([
      { what: 'missing', rescued: true },
      { what: 'changed', rescued: true },
    ]);
    expect(await wrongFilesOf(at)).toEqual([]);
  });

  test('that no backup has makes the backup damaged, which removes no good one', async () => {
    const env = { ...rt.env, BACKUP_KEEP: 1 };
    await photo();
    await drainJobs(rt);
    const good = await backUp(env, { now: rt.clock.now() });
    const blobId = await photo();
    await drainJobs(rt);
    await damage(photoFile(blobId, 'master.jpg'));
    rt.clock.advance(DAY);
    const damaged = await backUp(env, { now: rt.clock.now() });
    expect(damaged.at).toMatch(/\.damaged$/);
    expect(damaged.found).toHaveLength(1);
    expect(await wrongFilesOf(damaged.at)).toEqual([]);
    expect(await wrongFilesOf(good.at)).toEqual([]);
    expect(await findLastBackup(folder())).toEqual(new Date('2026-10-17T03:00:00.000Z'));
    const to = path.join(await makeFolder(), 'restored');
    await expect(restoreBackup(damaged.at, to)).rejects.toThrow(/--accept-damaged/);
    await expect(stat(to)).rejects.toThrow(/ENOENT/);
    const { lacking } = await restoreBackup(damaged.at, to, { acceptDamaged: true });
    expect(lacking).toEqual([`photos/${blobId.slice(0, 2)}/${blobId}/master.jpg`]);
  });

  test('of the backup itself loses nothing else', async () => {
    const [cut, gone] = [await photo(), await photo()];
    await drainJobs(rt);
    const waiting = `uploads/${await photo()}`;
    const { at } = await backUp(rt.env);
    const inBackup = (blobId: string) => `photos/${blobId.slice(0, 2)}/${blobId}/master.jpg`;
    await damage(path.join(at, inBackup(cut)));
    await rm(path.join(at, inBackup(gone)));
    await rm(path.join(at, waiting));
    const to = path.join(await makeFolder(), 'restored');
    await expect(restoreBackup(at, to)).rejects.toThrow(/missing or damaged.+--accept-damaged/);
    const { lacking } = await restoreBackup(at, to, { acceptDamaged: true });
    expect(lacking.sort()).toEqual([inBackup(cut), inBackup(gone), waiting].sort());
    const { findings } = await verifyDataFolder(to, { graceMs: 0 });
    expect(findings.map(({ kind }) => kind)).toEqual(['missing', 'missing', 'missing']);
    await damage(path.join(at, 'tsukidayori.sqlite'));
    await expect(
      restoreBackup(at, path.join(await makeFolder(), 'restored'), { acceptDamaged: true }),
    ).rejects.toThrow(/tsukidayori\.sqlite is missing or damaged/);
  });

  test('that is never accessed is found by the daily backup within a week', async () => {
    const blobId = await photo();
    await drainJobs(rt);
    await backUp(rt.env, { now: rt.clock.now() });
    // Flipped bits: visible through both hard links.
    const file = photoFile(blobId, 'master.jpg');
    const content = await readFile(file);
    content[content.length - 9] = (content[content.length - 9] ?? 0) ^ 1;
    await writeFile(file, content);
    const found: string[] = [];
    for (let day = 0; day < 7; day++) {
      rt.clock.advance(DAY);
      const backup = await backUp(rt.env, { readAll: false, now: rt.clock.now() });
      found.push(...backup.found.map((one) => one.path));
    }
    expect(found).toContain(`photos/${blobId.slice(0, 2)}/${blobId}/master.jpg`);
  });
});

describe('a backup folder', () => {
  test('needs its manifest', async () => {
    const { at: set } = await backUp(rt.env);
    await rm(path.join(set, MANIFEST));
    expect(await findLastBackup(folder())).toBeNull();
    await expect(restoreBackup(set, path.join(await makeFolder(), 'x'))).rejects.toThrow(
      /manifest/,
    );
  });
});
