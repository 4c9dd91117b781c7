import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { zipSync } from 'fflate';
import { beforeEach, describe, expect, test } from 'vitest';
import { updatePostcodes } from '../../commands/postcodes.ts';
import { restoreBackup } from '../../commands/restore.ts';
import { findAddresses } from '#domains/facility/find-address.ts';
import { dataPaths } from '#server/data-folder.ts';
import { backUp, makeFolder } from '../support/backups.ts';
import { ALL_POSTCODES as ALL } from '../support/postcode-file.ts';
import { shiftJis } from '../support/shift-jis.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';

let rt: TestRuntime;
let folder: string;
beforeEach(async () => {
  rt = await makeRuntime();
  folder = path.join(rt.dataDir, 'downloads');
  await mkdir(folder);
});

const OFFICE = `13101,"","検察庁","東京都","千代田区","霞が関","１丁目","1008903","","",0,0,0\n`;

const put = async (name: string, content: string | Uint8Array): Promise<string> => {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
};
const zipped = (name: string, content: Uint8Array): Uint8Array => zipSync({ [name]: content });
const update = (...files: string[]) => updatePostcodes(rt.dataDir, files);
const prefOf = async (postcode: string) => (await findAddresses(rt, postcode))[0]?.pref;

test('a running server uses a new table, made of several files and archives', async () => {
  expect(await prefOf('1040061')).toBe('東京都');
  const said = await update(
    await put('utf_ken_all.zip', zipped('utf_ken_all.csv', Buffer.from(ALL))),
    await put('jigyosyo.zip', zipped('JIGYOSYO.CSV', shiftJis(OFFICE))),
  );
  expect(said).toContain('100001 postal codes');
  expect(await prefOf('1040061')).toBeUndefined();
  expect(await prefOf('0000046')).toBe('沖縄県');
  expect(await findAddresses(rt, '1008903')).toEqual([
    { postcode: '1008903', pref: '東京都', city: '千代田区', town: '霞が関' },
  ]);
});

test('anything but all of Japan is refused, and the old table stays', async () => {
  await update(await put('old.csv', ALL));
  const file = dataPaths(rt.dataDir).postcodes;
  const old = await readFile(file);
  const bad: [string, Promise<string>, RegExp][] = [
    ['businesses only', put('d.csv', OFFICE), /only 1 prefectures/],
    ['an archive of something else', put('e.zip', zipped('a.txt', Buffer.from('a'))), /no CSV/],
    ['a damaged archive', put('f.zip', zipped('a.csv', Buffer.from(ALL)).subarray(0, 999)), /./],
    ['no file', Promise.resolve(path.join(folder, 'none.csv')), /ENOENT/],
  ];
  for (const [name, given, reason] of bad) {
    await expect(update(await given), name).rejects.toThrow(reason);
    expect((await readFile(file)).equals(old), name).toBe(true);
  }
  expect((await readdir(rt.dataDir)).filter((name) => name.endsWith('.new'))).toEqual([]);
});

describe('a backup', () => {
  const restore = async (set: string): Promise<string> => {
    const to = path.join(await makeFolder(), 'restored');
    await restoreBackup(set, to);
    return to;
  };

  test('contains the table', async () => {
    await update(await put('a.csv', ALL));
    const to = await restore((await backUp(rt.env)).at);
    const env = { ...rt.env, DATA_DIR: to };
    expect((await findAddresses({ ...rt, env }, '0000046'))[0]?.pref).toBe('沖縄県');
  });
});
