import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { deleteItem } from '#domains/item/delete-items.ts';
import { copyBackups } from '../../commands/copies/copy.ts';
import { listCopies } from '../../commands/copies/fetch.ts';
import { maintain } from '#entry/maintenance.ts';
import { readPlaceStates } from '#server/copies/state.ts';
import { command, makeFolder } from './backups.ts';
import {
  CONTENTS,
  PASSPHRASE,
  copyTwoDays,
  isSound,
  makeCopiedFacility,
  without,
} from './copied-facility.ts';
import { DAY } from './clock.ts';
import type { PlaceKind, PlaceServer } from './copy-places.ts';
import { needs } from './needs.ts';
import { BARE_ENV, ROOT } from './server.ts';

/** What must be so on a real server of each kind. */
export function testCopies({ name, missing, start }: PlaceKind): void {
  describe(`copies on ${name}`, needs(missing === null, missing ?? ''), () => {
    let server: PlaceServer;
    beforeAll(async () => {
      server = await start();
    });
    afterAll(() => server.stop());
    beforeEach(() => {
      for (const [name, value] of Object.entries(server.env)) vi.stubEnv(name, value);
      return () => void vi.unstubAllEnvs();
    });

    test('take only what is new, restore everything, and mend a file that is cut short', async () => {
      const facility = await makeCopiedFacility(server);
      const { place, env, daily, copy, namedBy, restored } = facility;
      await copyTwoDays(facility);
      const copies = await listCopies(place.url, env);
      expect(copies).toHaveLength(2);
      const [newest = ''] = copies;
      const to = await restored();
      await isSound(to);
      expect((await stat(path.join(to, 'secret'))).size).toBeGreaterThan(0);
      expect(readPlaceStates(env)).toMatchObject([{ kept: 2, error: null }]);
      const [victim = ''] = await namedBy(newest);
      await place.write(victim, 'cut');
      await expect(restored()).rejects.toThrow(/is missing or damaged/);
      await daily();
      await copy();
      await isSound(await restored());
    });

    test('leave what others keep there, whatever its folder is called', async () => {
      const settings = { BACKUP_COPY_KEEP: '1' };
      const { place, env, photo, daily, copy } = await makeCopiedFacility(server, settings);
      await photo();
      await daily();
      await copy();
      const foreign = [
        'files/album.jpg',
        'files/2026/trip.jpg',
        'sets/list.txt',
        'tmp/draft/a.txt',
      ];
      for (const name of foreign) await place.write(name, 'of another program');
      await photo();
      const newest = await daily();
      expect(await copy()).toMatchObject({ error: null });
      expect(await listCopies(place.url, env)).toEqual([newest]);
      expect(await place.files()).toEqual(expect.arrayContaining(foreign));
    });

    test('are restored by command, as an operator would', async () => {
      const { place, photo, daily, copy, settingsWith } = await makeCopiedFacility(
        server,
        PASSPHRASE,
      );
      await photo();
      const first = await daily();
      await copy();
      const place_ = await makeFolder();
      const settings = { ...settingsWith(), ...server.env, DATA_DIR: path.join(place_, 'x') };
      const listed = await command(
        'commands/restore.ts',
        ['--from', place.url, '--list'],
        settings,
      );
      expect(listed).toEqual({ code: 0, stdout: `${first}\n`, stderr: '' });
      const to = path.join(place_, 'new');
      const args = ['--from', place.url, first, '--to', to];
      const said = await command('commands/restore.ts', args, settings);
      expect(said).toMatchObject({ code: 0, stderr: '' });
      await isSound(to);
    });

    test('keep as many as set, and the files that these name', async () => {
      const { rt, actor, place, env, photo, daily, copy, namedBy, restored } =
        await makeCopiedFacility(server, { BACKUP_COPY_KEEP: '2' });
      const listed = new Map<string, Set<string>>();
      const next = async (): Promise<string> => {
        const name = await daily();
        listed.set(name, await namedBy(name));
        await copy();
        return name;
      };
      const removed = await photo();
      const first = await next();
      await photo();
      await deleteItem(rt, actor, removed);
      rt.clock.advance(DAY);
      await maintain(rt);
      const second = await next();
      expect(await listCopies(place.url, env)).toEqual([second, first]);
      // The lists of this machine's backups are not needed.
      await rm(path.join(rt.dataDir, 'backups'), { recursive: true });
      const third = await next();
      expect(await listCopies(place.url, env)).toEqual([third, second]);
      const named = new Set([second, third].flatMap((name) => [...(listed.get(name) ?? [])]));
      const there = (await place.files()).filter((name) => CONTENTS.test(name));
      expect(there.toSorted()).toEqual([...named].toSorted());
      expect(without(listed.get(first), named)).not.toEqual([]);
      await isSound(await restored());
      await isSound(await restored(second));
    });

    test('that were killed do not count, and go on where they ended', async () => {
      const { rt, place, env, photo, daily, namedBy, restored, settingsWith } =
        await makeCopiedFacility(server);
      await photo();
      await daily();
      const settings = { ...settingsWith({ BACKUP_COPY_RATE: '1' }), ...server.env };
      const child = spawn(process.execPath, ['commands/backup.ts', 'copy', '--new-place'], {
        cwd: ROOT,
        stdio: 'ignore',
        env: { ...BARE_ENV, ...settings },
      });
      const contents = async () => (await place.files()).filter((name) => CONTENTS.test(name));
      await expect.poll(contents).not.toEqual([]);
      child.kill('SIGKILL');
      await once(child, 'exit');
      await expect(listCopies(place.url, env)).rejects.toThrow(/there are no copies/);
      const there = await contents();
      const all = await namedBy(await daily());
      const [sent] = await copyBackups(env, { now: rt.clock.now() });
      expect(sent?.error).toBeNull();
      // The database of the earlier day is the only one that may not be of use.
      expect(sent?.files).toBeLessThanOrEqual(all.size - there.length + 1);
      expect((await place.files()).filter((name) => name.startsWith('tmp/'))).toEqual([]);
      await isSound(await restored());
    });
  });
}
