import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { command, makeFolder } from '../support/backups.ts';
import { makeCast, signedIn } from '../support/cast.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { drainJobs, uploadPhoto } from '../support/uploads.ts';

let rt: TestRuntime;
beforeEach(async () => {
  rt = await makeRuntime();
});

describe('the commands', () => {
  const settings = () => ({ DATA_DIR: rt.dataDir });

  test('say what they did, and what to do next', async () => {
    await uploadPhoto(rt, await signedIn(rt, (await makeCast(rt)).general));
    await drainJobs(rt);
    const place = await makeFolder();
    const taken = await command(
      'commands/backup.ts',
      ['--file', path.join(place, 'x.tar')],
      settings(),
    );
    expect(taken).toMatchObject({ code: 0, stderr: '' });
    const to = path.join(place, 'new');
    const restored = await command(
      'commands/restore.ts',
      [path.join(place, 'x.tar'), '--to', to],
      {},
    );
    expect(restored.stdout).toContain(`start the server with DATA_DIR=${to}`);
    const verified = await command('commands/verify.ts', ['--stopped'], { DATA_DIR: to });
    expect(verified).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Rows and files agree: 1 photos, 5 files/) as string,
    });
  });

  test('fail with one line', async () => {
    const place = await makeFolder();
    const none = { DATA_DIR: path.join(place, 'none') };
    for (const [file, args, line] of [
      ['commands/backup.ts', [], /^No backup was taken: no database in .*none\n$/],
      ['commands/verify.ts', [], /^Not verified: no database in .*none\n$/],
      [
        'commands/restore.ts',
        [path.join(place, 'x.tar')],
        /^Nothing was restored: .*x.tar does not exist\n$/,
      ],
      ['commands/restore.ts', [], /^Nothing was restored: usage: npm run restore -- BACKUP/],
    ] as const) {
      expect(await command(file, [...args], none)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(line) as string,
      });
    }
    expect(await readdir(place)).toEqual([]);
  });

  test.each([
    ['commands/backup.ts', []],
    ['commands/backup.ts', ['copy']],
    ['commands/backup.ts', ['rehearse']],
  ])('%s %j leaves a database elsewhere to its own backups', async (file, args) => {
    const elsewhere = { ...settings(), DATABASE_URL: 'postgres://127.0.0.1:1/none' };
    const before = await readdir(rt.dataDir);
    expect(await command(file, args, elsewhere)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^[^\n]*with DATABASE_URL use pg_dump\n$/) as string,
    });
    expect(await readdir(rt.dataDir)).toEqual(before);
  });
});
