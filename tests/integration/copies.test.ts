import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CopyOptions } from '../../commands/copies/copy.ts';
import { copyBackups } from '../../commands/copies/copy.ts';
import { listCopies, openCopy } from '../../commands/copies/fetch.ts';
import { restoreBackup } from '../../commands/restore.ts';
import { verifyDataFolder } from '../../commands/verify.ts';
import { deleteItem } from '#features/item/item.service.ts';
import type { Actor } from '#features/session/session.ts';
import { maintain } from '#entry/maintenance.ts';
import { readPlaceStates } from '#server/copies/state.ts';
import type { Env } from '#server/env.ts';
import { readEnv } from '#server/env.ts';
import { backUp, command, entriesOf, makeFolder } from '../support/backups.ts';
import { makeCast, signedIn } from '../support/cast.ts';
import { DAY } from '../support/clock.ts';
import type { PlaceServer } from '../support/copy-places.ts';
import { KINDS } from '../support/copy-places.ts';
import { jpeg } from '../support/pictures.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { drainJobs, uploadPhoto } from '../support/uploads.ts';

const PASSPHRASE = { BACKUP_COPY_PASSPHRASE: 'a passphrase of the operator' };
const MARKER = 'tsukidayori-copies.json';
const LISTS = /^sets\//;
const CONTENTS = /^files\//;

const without = (all: Set<string> | undefined, some: Set<string>): string[] =>
  [...(all ?? [])].filter((name) => !some.has(name));

describe.each(KINDS)('copies on $name', ({ missing, start }) => {
  if (missing !== null) {
    test.skip(missing, () => undefined);
    return;
  }

  let server: PlaceServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());

  let rt: TestRuntime;
  let actor: Actor;
  let env: Env;
  let place: Awaited<ReturnType<PlaceServer['fresh']>>;
  beforeEach(async () => {
    for (const [name, value] of Object.entries(server.env)) vi.stubEnv(name, value);
    rt = await makeRuntime();
    actor = await signedIn(rt, (await makeCast(rt)).general);
    place = await server.fresh();
    setting({});
    return () => void vi.unstubAllEnvs();
  });

  const settingsOf = (more: Record<string, string>) => ({
    DATA_DIR: rt.dataDir,
    BACKUP_COPY: place.url,
    ...server.settings,
    ...more,
  });
  const setting = (more: Record<string, string>): void => void (env = readEnv(settingsOf(more)));
  const photo = async (): Promise<string> => {
    const { id } = await uploadPhoto(rt, actor, { bytes: await jpeg({ width: 300, height: 200 }) });
    await drainJobs(rt);
    return id;
  };
  const daily = async (): Promise<string> => {
    rt.clock.advance(DAY);
    return path.basename((await backUp(env, { now: rt.clock.now() })).at);
  };
  const copy = async (options: CopyOptions = { isSure: true }) => {
    const [one] = await copyBackups(env, { now: rt.clock.now(), ...options });
    return one;
  };
  const namedBy = async (name: string): Promise<Set<string>> => {
    const entries = await entriesOf(path.join(rt.dataDir, 'backups', name));
    return new Set(entries.map(({ sha256 }) => `files/${sha256.slice(0, 2)}/${sha256}`));
  };
  const count = async (what: RegExp) =>
    (await place.files()).filter((name) => what.test(name)).length;
  const restored = async (name?: string): Promise<string> => {
    const to = path.join(await makeFolder(), 'restored');
    await openCopy(place.url, name, env, (source) => restoreBackup(source, to));
    return to;
  };
  const isSound = async (folder: string): Promise<void> => {
    expect((await verifyDataFolder(folder, { graceMs: 0 })).findings).toEqual([]);
  };

  test.each([
    ['readable', {}],
    ['encrypted', PASSPHRASE],
  ])('%s ones take only what is new, and restore everything', async (_name, more) => {
    setting(more);
    await photo();
    const before = await namedBy(await daily());
    expect(await copy()).toMatchObject({ error: null, files: before.size });
    await photo();
    const newest = await daily();
    const fresh = without(await namedBy(newest), before);
    expect(await copy()).toMatchObject({ error: null, files: fresh.length });
    expect(fresh.length).toBeLessThan(before.size);
    expect(await copy()).toMatchObject({ error: null, files: 0 });
    expect(await count(LISTS)).toBe(2);
    expect(await listCopies(place.url, env)).toHaveLength(2);
    const to = await restored();
    await isSound(to);
    expect((await stat(path.join(to, 'secret'))).size).toBeGreaterThan(0);
    expect(readPlaceStates(env)).toMatchObject([{ lastSet: newest, kept: 2, error: null }]);
  });

  test('are restored by command, as an operator would', async () => {
    setting(PASSPHRASE);
    await photo();
    const first = await daily();
    await copy();
    const place_ = await makeFolder();
    const settings = { ...settingsOf(PASSPHRASE), ...server.env, DATA_DIR: path.join(place_, 'x') };
    const listed = await command('commands/restore.ts', ['--from', place.url, '--list'], settings);
    expect(listed).toEqual({ code: 0, stdout: `${first}\n`, stderr: '' });
    const to = path.join(place_, 'new');
    const args = ['--from', place.url, first, '--to', to];
    const said = await command('commands/restore.ts', args, settings);
    expect(said).toMatchObject({ code: 0, stderr: '' });
    await isSound(to);
    const without = { ...settings, BACKUP_COPY_PASSPHRASE: '' };
    const refused = await command('commands/restore.ts', ['--from', place.url], without);
    expect(refused.stderr).toMatch(/^Nothing was restored: .* set BACKUP_COPY_PASSPHRASE\n$/);
    const wrong = { ...settings, BACKUP_COPY_PASSPHRASE: 'another passphrase altogether' };
    const failed = await command('commands/restore.ts', ['--from', place.url], wrong);
    expect(failed.stderr).toMatch(/^Nothing was restored: .*passphrase/);
  });

  test('keep as many as set, and the files that these name', async () => {
    setting({ BACKUP_COPY_KEEP: '2' });
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

  test('that were interrupted do not count, go on, and cost no earlier one', async () => {
    setting({ BACKUP_COPY_KEEP: '1' });
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

  test('with a file that is cut short there are mended by the next', async () => {
    await photo();
    await daily();
    await copy();
    const [victim = ''] = (await place.files()).filter((name) => CONTENTS.test(name));
    await place.write(victim, 'cut');
    await expect(restored()).rejects.toThrow(/is damaged/);
    await daily();
    await copy();
    await isSound(await restored());
  });

  test("are not mixed with another server's, nor written to a place that lost its own", async () => {
    await photo();
    await daily();
    await copy();
    const other = readEnv({ ...settingsOf({}), APP_SECRET: 'x'.repeat(40) });
    const [foreign] = await copyBackups(other, { now: rt.clock.now() });
    expect(foreign?.error).toMatch(/another server's copies/);
    const [sealed] = await copyBackups(readEnv(settingsOf(PASSPHRASE)), { now: rt.clock.now() });
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
