import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyBackups } from '../../commands/copies/copy.ts';
import { listCopies, openCopy } from '../../commands/copies/fetch.ts';
import { makeSeal } from '../../commands/copies/seal.ts';
import { restoreBackup } from '../../commands/restore.ts';
import { readEnv } from '#server/env.ts';
import {
  PASSPHRASE,
  copyTwoDays,
  isSound,
  makeCopiedFacility,
  without,
} from '../support/copied-facility.ts';
import { entriesOf } from '../support/backups.ts';
import type { PlaceServer } from '../support/copy-places.ts';
import { startDisk } from '../support/copy-places.ts';

const MARKER = 'tsukidayori-copies.json';

/** What is the same for every kind of place, on the fastest. */
describe('copies on any place', () => {
  let server: PlaceServer;
  beforeAll(async () => {
    server = await startDisk();
  });
  afterAll(() => server.stop());

  test('are encrypted with a passphrase, and tell nothing but sizes', async () => {
    const facility = await makeCopiedFacility(server, PASSPHRASE);
    const { rt, place, env, restored, namedBy } = facility;
    await copyTwoDays(facility);
    await isSound(await restored());
    const [newest = ''] = await listCopies(place.url, env);
    const having = (passphrase: string) =>
      readEnv(facility.settingsWith({ BACKUP_COPY_PASSPHRASE: passphrase }));
    await expect(listCopies(place.url, having(''))).rejects.toThrow(/set BACKUP_COPY_PASSPHRASE$/);
    await expect(
      openCopy(place.url, newest, having('another passphrase altogether'), (source) =>
        restoreBackup(source, `${rt.dataDir}-other`),
      ),
    ).rejects.toThrow(/passphrase/);
    const plain = await namedBy(newest);
    const there = await place.files();
    expect(there.filter((name) => plain.has(name))).toEqual([]);
    const secret = await readFile(path.join(rt.dataDir, 'secret'), 'utf8');
    const known = ['SQLite format', 'sha256', 'WEBP', 'JFIF', secret.trim()];
    for (const name of there.filter((one) => /^(?:files|sets)\//.test(one))) {
      const content = await readFile(path.join(new URL(place.url).pathname, name));
      expect(known.filter((text) => content.includes(text))).toEqual([]);
    }
  });

  test('that were interrupted do not count, go on, and cost no earlier one', async () => {
    const { rt, place, env, photo, daily, copy, namedBy, restored } = await makeCopiedFacility(
      server,
      { BACKUP_COPY_KEEP: '1' },
    );
    await photo();
    const first = await daily();
    await copy();
    const second = await photo();
    const name = await daily();
    const fresh = without(await namedBy(name), await namedBy(first));
    // One file of the newer backup is damaged here, so that its copy ends in the middle.
    const row = await rt.db
      .selectFrom('items')
      .select('blob_id')
      .where('id', '=', second)
      .executeTakeFirstOrThrow();
    const file = path.join(
      rt.dataDir,
      `backups/${name}/photos/${row.blob_id.slice(0, 2)}/${row.blob_id}/master.jpg`,
    );
    const content = await readFile(file);
    await rm(file);
    await writeFile(file, content.toReversed());
    expect(await copy()).toMatchObject({
      error: expect.stringMatching(/master\.jpg is damaged/) as string,
    });
    expect(await listCopies(place.url, env)).toEqual([first]);
    await isSound(await restored());
    await writeFile(file, content);
    const sent = await copy();
    expect(sent).toMatchObject({ error: null });
    expect(sent?.files).toBeLessThan(fresh.length);
    expect(await listCopies(place.url, env)).toEqual([name]);
    await isSound(await restored());
  });

  test.each([{}, PASSPHRASE])(
    'that lost files restore all others when told to, %o',
    async (settings: Record<string, string>) => {
      const facility = await makeCopiedFacility(server, settings);
      const { rt, place, photo, daily, copy, restored, restoredWithout } = facility;
      await photo();
      const name = await daily();
      await copy();
      const entries = await entriesOf(path.join(rt.dataDir, 'backups', name));
      const phrase = settings['BACKUP_COPY_PASSPHRASE'];
      const seal = phrase === undefined ? null : makeSeal(phrase);
      const storedAs = (file = ''): string => {
        const { sha256 = '' } = entries.find((entry) => entry.path === file) ?? {};
        const stored = seal?.nameOf(sha256) ?? sha256;
        return `files/${stored.slice(0, 2)}/${stored}`;
      };
      const [cut, gone] = entries
        .map((entry) => entry.path)
        .filter((file) => file.startsWith('photos/'));
      await place.write(storedAs(cut), 'cut');
      await place.remove(storedAs(gone));
      await expect(restored()).rejects.toThrow(/^.+photos\/.+--accept-damaged$/);
      expect((await restoredWithout()).sort()).toEqual([cut, gone].sort());

      await place.write(storedAs('tsukidayori.sqlite'), 'cut');
      await expect(restoredWithout()).rejects.toThrow(/tsukidayori\.sqlite is missing or damaged/);
    },
  );

  test("are not mixed with another server's, nor written to a place that lost its own", async () => {
    const { rt, place, photo, daily, copy, settingsWith } = await makeCopiedFacility(server);
    await photo();
    await daily();
    await copy();
    const other = readEnv({ ...settingsWith(), APP_SECRET: 'x'.repeat(40) });
    const [foreign] = await copyBackups(other, { now: rt.clock.now() });
    expect(foreign?.error).toMatch(/another server's copies/);
    const [sealed] = await copyBackups(readEnv(settingsWith(PASSPHRASE)), { now: rt.clock.now() });
    expect(sealed?.error).toMatch(/BACKUP_COPY_PASSPHRASE as before/);
    for (const name of await place.files()) await place.remove(name);
    expect(await copy({})).toMatchObject({
      error: expect.stringMatching(/is the disk mounted/) as string,
    });
    expect(await place.files()).toEqual([]);
    expect(await copy()).toMatchObject({ error: null });
    expect(await place.files()).toContain(MARKER);
  });
});
