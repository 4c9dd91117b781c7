import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { zipSync } from 'fflate';
import { beforeEach, describe, expect, test } from 'vitest';
import { updatePostcodes } from '../../commands/postcodes.ts';
import { restoreBackup } from '../../commands/restore.ts';
import { findAddresses } from '#domains/facility/find-address.ts';
import { MIN_CODES } from '#domains/facility/postal-files.ts';
import { MANIFEST } from '#server/backups.ts';
import { dataPaths } from '#server/data-folder.ts';
import { backUp, makeFolder } from '../support/backups.ts';
import { ALL_POSTCODES as ALL } from '../support/postcode-file.ts';
import { shiftJis } from '../support/shift-jis.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { sha256 } from '../support/uploads.ts';

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
  expect(said).toContain(`${MIN_CODES + 1} postal codes`);
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

test('the table of an earlier version goes once it is replaced, and not before', async () => {
  const { oldPostcodes } = dataPaths(rt.dataDir);
  await writeFile(oldPostcodes, '');
  await expect(update(await put('d.csv', OFFICE))).rejects.toThrow();
  expect(existsSync(oldPostcodes)).toBe(true);
  await update(await put('a.csv', ALL));
  expect(existsSync(oldPostcodes)).toBe(false);
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

  test('of an earlier version, with its table, can be restored', async () => {
    const { at } = await backUp(rt.env);
    const bytes = '# 0 addresses\n';
    await writeFile(path.join(at, 'postcodes.tsv'), bytes);
    const manifest = path.join(at, MANIFEST);
    const lines = (await readFile(manifest, 'utf8')).trimEnd().split('\n');
    const end = JSON.parse(lines.pop() ?? '') as { files: number; bytes: number };
    const size = bytes.length;
    const more = [
      { path: 'postcodes.tsv', size, sha256: sha256(Buffer.from(bytes)) },
      { files: end.files + 1, bytes: end.bytes + size },
    ];
    await writeFile(
      manifest,
      `${[...lines, ...more.map((one) => JSON.stringify(one))].join('\n')}\n`,
    );
    expect(await readFile(dataPaths(await restore(at)).oldPostcodes, 'utf8')).toBe(bytes);
  });
});
