import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { paths } from '#lib/paths.ts';
import { dataPaths } from '#server/data-folder.ts';
import { readEnv } from '#server/env.ts';
import { command } from '../support/backups.ts';
import type { CopiedWorld } from '../support/copied-world.ts';
import { copyWorld } from '../support/copied-world.ts';
import { call, json, signIn } from '../support/http.ts';
import { uploadByHttp } from '../support/http-upload.ts';
import { VERSIONS, makeOldDatabase } from '../support/old-database.ts';
import { onFile, onlyOnFile } from '../support/on-file.ts';
import { noise } from '../support/pictures.ts';
import { ALL_POSTCODES } from '../support/postcode-file.ts';
import { BARE_ENV, ROOT, startServer } from '../support/server.ts';
import { storedFiles } from '../support/stored-files.ts';

const world = inject('world');
const PATIENT = { timeout: 120_000, interval: 50 };
const FILE = 'backups, copies and the demo are of the file';
const toRemove: CopiedWorld[] = [];
/** The npm commands; the last test fails for one that no test tries. */
const tried = new Set<string>();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-private-'));
});
afterAll(async () => {
  for (const copied of toRemove) await copied.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Every file and folder with its mode, including `top`. */
async function modesUnder(top: string): Promise<[string, string, isFolder: boolean][]> {
  const names = await readdir(top, { recursive: true });
  const found = await Promise.all(
    ['.', ...names].map(async (name) => [name, await statIfThere(path.join(top, name))] as const),
  );
  return found.flatMap(([name, of]) =>
    of ? [[name, (of.mode & 0o7777).toString(8), of.isDirectory()]] : [],
  );
}

/** A server that runs tries its folders with files that are gone at once. */
const statIfThere = (file: string) =>
  stat(file).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });

async function openUnder(top: string): Promise<string[]> {
  const modes = await modesUnder(top);
  return modes
    .filter(([, mode, isFolder]) => mode !== (isFolder ? '700' : '600'))
    .map(([name, mode]) => `${name} ${mode}`);
}

async function setModes(top: string, file: number, directory: number): Promise<void> {
  for (const [name] of await modesUnder(top)) {
    const at = path.join(top, name);
    await chmod(at, (await stat(at)).isDirectory() ? directory : file);
  }
}

/** From a shell with the test's umask. */
async function run(file: string, args: string[], settings: Record<string, string>) {
  tried.add(file);
  const ended = await command(file, args, settings);
  expect(ended, file).toMatchObject({ code: 0, stderr: '' });
  return ended;
}

/** A world of its own, and its photos. */
async function copyTo(dataDir: string) {
  const copied = await copyWorld(world, dataDir);
  toRemove.push(copied);
  const stored = storedFiles(readEnv({ ...copied.settings, DATA_DIR: dataDir }));
  return { ...copied, stored };
}

const listed = (dir: string) => readdir(dir).catch(() => []);

const UMASKS = ['000', '022'];

describe.each(UMASKS)('under umask %s', (umask) => {
  let before: number;
  let place: string;
  const at = (name: string): string => path.join(place, name);
  beforeAll(async () => {
    place = path.join(folder, umask);
    await mkdir(place);
    before = process.umask(parseInt(umask, 8));
  });
  afterAll(() => void process.umask(before));

  test('all files of a server are private', async () => {
    const data = at('data');
    const { settings, stored } = await copyTo(data);
    await setModes(data, 0o600, 0o700);
    const server = await startServer(data, settings);
    const { bearer } = await signIn(server.url, world.cast.general.email);
    expect(await uploadByHttp(server.url, bearer, await noise())).toBe(201);
    const forgotten = json({ email: world.cast.admin.email });
    expect((await call(server.url, paths.api.resetPasswords, forgotten)).status).toBe(204);
    const { mail } = dataPaths(data);
    if (onFile) await vi.waitFor(async () => expect(await listed(mail)).not.toEqual([]), PATIENT);
    // The upload is deleted once all variants exist.
    await vi.waitFor(async () => expect(await stored.list('uploads')).toEqual([]), PATIENT);
    expect((await stored.list('photos')).length).toBeGreaterThan(15);
    expect(await openUnder(data)).toEqual([]);
    await server.stop();
    expect(await openUnder(data)).toEqual([]);
  });

  test('so are a new folder and the copy before an upgrade', onlyOnFile(FILE), async () => {
    const [fresh, old] = [at('fresh'), at('old')];
    await (await startServer(fresh)).stop();
    expect(await openUnder(fresh)).toEqual([]);
    await mkdir(old);
    await makeOldDatabase(old, VERSIONS[3] ?? '');
    await (await startServer(old)).stop();
    expect(await listed(dataPaths(old).backups)).toHaveLength(1);
    expect(await openUnder(old)).toEqual([]);
  });

  test('an open folder is closed at startup, and stays closed', async () => {
    const data = at('left-open');
    const { settings } = await copyTo(data);
    await mkdir(dataPaths(data).mail);
    await setModes(data, 0o644, 0o755);
    const server = await startServer(data, settings);
    const { photos, ...others } = dataPaths(data);
    // Older files are protected by the closed folder above them.
    const open = (await openUnder(data)).filter((name) => !/^photos\/./.test(name));
    expect(open).toEqual([]);
    expect((await stat(photos)).mode & 0o777).toBe(0o700);
    if (onFile) expect((await stat(others.database)).mode & 0o777).toBe(0o600);
    await server.stop();
  });

  test("the operator's commands write private files", async () => {
    const copied = await copyTo(at('commands'));
    const settings = {
      ...copied.settings,
      DATA_DIR: copied.dataDir,
      BACKUP_DIR: at('backups'),
    };
    // As a server leaves it, which creates this in any case.
    await mkdir(dataPaths(settings.DATA_DIR).photos, { recursive: true });
    await setModes(settings.DATA_DIR, 0o600, 0o700);
    await writeFile(at('utf_ken_all.zip'), zipSync({ 'a.csv': Buffer.from(ALL_POSTCODES) }));
    await run('commands/postcodes.ts', [at('utf_ken_all.zip')], settings);
    await run('commands/admin.ts', ['new-facility', 'taro@example.jp'], settings);
    await run('commands/verify.ts', ['--stopped'], settings);
    expect(await openUnder(settings.DATA_DIR)).toEqual([]);
  });

  test('and so do backups and what is restored from them', onlyOnFile(FILE), async () => {
    const settings = { DATA_DIR: at('backed-up'), BACKUP_DIR: at('backups') };
    await copyTo(settings.DATA_DIR);
    await setModes(settings.DATA_DIR, 0o600, 0o700);
    await run('commands/backup.ts', [], settings);
    await run('commands/backup.ts', ['--file', at('all.tar')], settings);
    await mkdir(at('there'));
    const [set = ''] = await readdir(at('backups')).then((names) => names.sort().reverse());
    await run('commands/restore.ts', [path.join(at('backups'), set), '--to', at('restored')], {});
    await run('commands/restore.ts', [at('all.tar'), '--to', at('there')], {});
    for (const written of [at('backups'), at('restored'), at('there')]) {
      expect(await openUnder(written), written).toEqual([]);
    }
    expect((await stat(at('all.tar'))).mode & 0o777).toBe(0o600);
  });

  test('the demo is made in a private folder', onlyOnFile(FILE), async () => {
    tried.add('demo/seed.ts');
    const building = at('demo.new');
    const seed = spawn(process.execPath, ['demo/seed.ts'], {
      cwd: ROOT,
      stdio: 'ignore',
      env: { ...BARE_ENV, DATA_DIR: at('demo') },
    });
    const ended = once(seed, 'exit');
    // All photos take a while; a few will do.
    const { photos } = dataPaths(building);
    await vi.waitFor(async () => expect(await listed(photos)).not.toEqual([]), PATIENT);
    seed.kill('SIGKILL');
    await ended;
    expect(await openUnder(building)).toEqual([]);
  });
});

test('no command is left out', onlyOnFile(FILE), async () => {
  const commands = (await readdir(path.join(ROOT, 'commands'))).filter((name) =>
    name.endsWith('.ts'),
  );
  const wanted = ['demo/seed.ts', ...commands.map((name) => `commands/${name}`)];
  expect([...tried].sort()).toEqual(wanted.sort());
});
