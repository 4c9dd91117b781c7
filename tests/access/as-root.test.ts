import { chmodSync, cpSync, lchownSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { MASTER } from '#lib/picture-recipe.ts';
import { dataPaths } from '#server/data-folder.ts';
import { command } from '../support/backups.ts';
import type { CopiedWorld } from '../support/copied-world.ts';
import { copyWorld } from '../support/copied-world.ts';
import { onFile, onlyOnFile } from '../support/on-file.ts';
import { needs } from '../support/needs.ts';
import { ALL_POSTCODES } from '../support/postcode-file.ts';
import { ROOT } from '../support/server.ts';

/** Of the folder; not the user of the test. */
const OWNER = 4242;

const parents = (folder: string): string[] =>
  folder === '/' ? ['/'] : [folder, ...parents(path.dirname(folder))];
const isOpen = (folder: string): boolean =>
  parents(folder).every((name) => (statSync(name).mode & 0o001) !== 0);
const canTry = process.getuid?.() === 0 && isOpen(ROOT) && isOpen(os.tmpdir());

const under = (top: string): string[] => [
  top,
  ...readdirSync(top, { recursive: true, encoding: 'utf8' }).map((name) => path.join(top, name)),
];

describe(
  "commands run as root on the server's folder",
  needs(canTry, 'needs root and a project that others may read'),
  () => {
    let place: string;
    let data: string;
    let copied: CopiedWorld;
    beforeEach(async () => {
      place = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-root-'));
      chmodSync(place, 0o755);
      data = path.join(place, 'data');
      copied = await copyWorld(inject('world'), data);
      mkdirSync(dataPaths(data).photos, { recursive: true });
      for (const name of under(data)) lchownSync(name, OWNER, OWNER);
    });
    afterEach(async () => {
      await copied.remove();
      await rm(place, { recursive: true, force: true });
    });

    test.each([
      ...(onFile ? [['backup', []] as [string, string[]]] : []),
      ['verify', []],
      ['admin', ['status']],
      ['admin', ['new-facility', 'taro@example.jp']],
      ['postcodes', ['utf_ken_all.zip']],
    ])('%s %s leaves everything to its user', async (name, args) => {
      const zip = path.join(place, 'utf_ken_all.zip');
      await writeFile(zip, zipSync({ 'a.csv': Buffer.from(ALL_POSTCODES) }));
      chmodSync(zip, 0o644);
      const given = args.map((arg) => (arg.endsWith('.zip') ? zip : arg));
      const { code, stderr } = await command(`commands/${name}.ts`, given, {
        ...copied.settings,
        DATA_DIR: data,
        HOME: os.homedir(), // which its user may not read
      });
      if (args[0] !== 'status') expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(under(data).filter((file) => statSync(file).uid !== OWNER)).toEqual([]);
    });

    test(
      'a photo that its user may not read keeps no other from a backup or a check',
      onlyOnFile('backups are of the file, with its photos'),
      async () => {
        const photos = under(dataPaths(data).photos).filter((name) => statSync(name).isFile());
        const [lost = ''] = photos;
        const name = path.relative(data, lost);
        lchownSync(lost, 0, 0);
        chmodSync(lost, 0o600);
        const verified = await command('commands/verify.ts', [], { DATA_DIR: data });
        expect(verified).toMatchObject({ code: 1, stderr: '' });
        expect(verified.stdout).toContain(name);
        const taken = await command('commands/backup.ts', [], { DATA_DIR: data });
        expect(taken.stderr).toContain(`${name} (NOT IN THE BACKUP)`);
        const backups = path.join(data, 'backups');
        const set = readdirSync(backups).find((one) => one.endsWith('.damaged')) ?? 'none';
        const inSet = new Set(under(path.join(backups, set)));
        const held = photos.map((photo) =>
          inSet.has(path.join(backups, set, path.relative(data, photo))),
        );
        expect(held).toEqual(photos.map((photo) => photo !== lost));
      },
    );

    test(
      'an old backup that cannot be removed keeps neither a new one nor an older one',
      onlyOnFile('backups are of the file'),
      async () => {
        const backups = path.join(data, 'backups');
        const sets = () => readdirSync(backups).filter((name) => /^\d/.test(name));
        await command('commands/backup.ts', [], { DATA_DIR: data });
        const [first = ''] = sets();
        for (const name of ['2026-01-02-030000', '2026-01-01-030000']) {
          cpSync(path.join(backups, first), path.join(backups, name), { recursive: true });
          for (const file of under(path.join(backups, name))) lchownSync(file, OWNER, OWNER);
        }
        lchownSync(path.join(backups, '2026-01-02-030000'), 0, 0);
        rmSync(path.join(backups, first), { recursive: true });
        const settings = { DATA_DIR: data, BACKUP_KEEP: '1' };
        const { code, stderr } = await command('commands/backup.ts', [], settings);
        expect({ code, stderr }).toMatchObject({
          code: 1,
          stderr: expect.stringMatching(/^Backup taken: .*\n.*2026-01-02-030000/) as string,
        });
        expect(sets().filter((name) => name < '2026-02')).toEqual(['2026-01-02-030000']);
      },
    );

    test(
      'photos that its user may not read keep no letter from an archive',
      onlyOnFile('photos are in the folder'),
      async () => {
        const masters = under(dataPaths(data).photos).filter((name) => name.endsWith(MASTER));
        for (const file of masters) {
          lchownSync(file, 0, 0);
          chmodSync(file, 0o600);
        }
        const to = path.join(data, 'letters');
        const args = ['export-facility', inject('world').cast.host.id, to];
        const { code, stdout } = await command('commands/admin.ts', args, { DATA_DIR: data });
        expect(code).toBe(0);
        expect(stdout).toContain('入れられなかった写真');
        expect(under(to).some((name) => name.endsWith('.html'))).toBe(true);
      },
    );

    test(
      'restore creates files of the user whose folder it fills',
      onlyOnFile('backups are of the file'),
      async () => {
        await command('commands/backup.ts', [], { DATA_DIR: data });
        const backups = path.join(data, 'backups');
        const set = readdirSync(backups).find((name) => /^\d/.test(name)) ?? '';
        const into = path.join(place, 'restored');
        mkdirSync(into);
        lchownSync(into, OWNER, OWNER);
        const restored = await command(
          'commands/restore.ts',
          [path.join(backups, set), '--to', into],
          {},
        );
        expect(restored).toMatchObject({ code: 0, stderr: '' });
        expect(under(into).filter((file) => statSync(file).uid !== OWNER)).toEqual([]);
      },
    );
  },
);
