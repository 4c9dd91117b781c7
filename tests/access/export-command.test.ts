import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runAdmin, spawnAdmin } from '../support/admin-command.ts';
import { archiveFaults, filesIn, unpacked } from '../support/archives.ts';
import { readEvents } from '../support/events.ts';
import { useSite } from './site.ts';

/** The operator's export, while the server runs. */
const site = useSite();
const hostId = () => site().world.cast.host.id;
const exportTo = (...args: string[]) => runAdmin(site(), ['export-facility', ...args]);
/** With the umask of the command's own process. */
const exportAlone = (...args: string[]) => spawnAdmin(site(), ['export-facility', ...args]).ended;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'export-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => path.join(folder, name);
const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

test('writes a folder and a file with the same content, for the operator alone', async () => {
  const said = await exportAlone(hostId(), at('letters'));
  expect(said).toMatchObject({ code: 0, err: '' });
  expect(said.out).toMatch(/入居者2人、お便り\d通、写真\d枚。/);
  expect(said.out).toContain(at('letters'));
  const files = await filesIn(at('letters'));
  expect(await archiveFaults(files)).toEqual([]);
  expect((await exportAlone(hostId(), at('letters.zip'))).code).toBe(0);
  const zip = await readFile(at('letters.zip'));
  const same = await unpacked(zip, filesIn);
  expect(Object.keys(same)).toEqual(Object.keys(files));
  for (const [name, bytes] of Object.entries(files)) expect(same[name]?.equals(bytes)).toBe(true);

  const all = readdirSync(at('letters'), { recursive: true, withFileTypes: true });
  const modes = all.map((one) => [one.isDirectory(), modeOf(path.join(one.parentPath, one.name))]);
  expect(new Set(modes.map(String))).toEqual(new Set(['true,700', 'false,600']));
  expect([modeOf(at('letters')), modeOf(at('letters.zip'))]).toEqual(['700', '600']);
  const events = await readEvents(site().factory);
  expect(events.filter(({ action }) => action === 'operator.facility_exported')).toMatchObject([
    { host_id: hostId(), staff_id: null },
    { host_id: hostId(), staff_id: null },
  ]);
  expect((await site().ask('admin', '/adminstaff/history')).text).toContain(
    '運営者が、施設のお便りと名簿を、まとめて保存しました',
  );
});

test('overwrites nothing, and leaves nothing behind', async () => {
  mkdirSync(at('taken'));
  writeFileSync(at('taken.zip'), 'mine');
  writeFileSync(at('half.zip.part'), 'mine');
  const before = readdirSync(folder).sort();
  const refusals: [string[], RegExp][] = [
    [[hostId(), at('taken')], /上書きはしない/],
    [[hostId(), at('taken.zip')], /上書きはしない/],
    [[hostId(), at('half.zip')], /途中までの/],
    [[hostId(), at('nowhere/letters')], /フォルダー .*nowhere がありません/],
    [[hostId()], /保存先/],
    [['unknown', at('new')], /この番号の施設はありません/],
  ];
  for (const [args, reason] of refusals) {
    const said = await exportTo(...args);
    expect(said).toMatchObject({ code: 1, out: '' });
    expect(said.err).toMatch(reason);
  }
  expect(readdirSync(folder).sort()).toEqual(before);
  expect(await readFile(at('taken.zip'), 'utf8')).toBe('mine');
});
