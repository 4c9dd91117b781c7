import { rmSync, statSync, truncateSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { verifyDataFolder } from '../../../commands/verify.ts';
import { paths } from '#lib/paths.ts';
import { dataPaths } from '#server/data-folder.ts';
import { command } from '../../support/backups.ts';
import { PASSWORD } from '../../support/factories.ts';
import type { Signed } from '../../support/http.ts';
import { call, signIn } from '../../support/http.ts';
import { openSlot, putInHalves, uploadByHttp } from '../../support/http-upload.ts';
import { needs } from '../../support/needs.ts';
import { noise, vary } from '../../support/pictures.ts';
import type { TestServer } from '../../support/server.ts';
import { startServer } from '../../support/server.ts';
import { DISK_MISSING, mountSmallDisk } from '../../support/small-disk.ts';
import type { World } from '../../support/world.ts';
import { makeWorld } from '../../support/world.ts';

const { folder: disk, isMounted, fill: fillDisk, unmount } = await mountSmallDisk();

let server: TestServer;
let world: World;
let staff: Signed;
let picture: Buffer;

beforeAll(async () => {
  if (!isMounted) return;
  world = await makeWorld(path.join(disk, 'data'));
  server = await startServer(path.join(disk, 'data'));
  staff = await signIn(server.url, world.cast.general.email);
  picture = await noise();
});
afterAll(async () => {
  if (isMounted) await server.stop();
  await unmount();
});

const PATIENT = { timeout: 120_000, interval: 20 };
const others = path.join(disk, 'others');
/** Enough to start, but less than the server's reserve. */
const LITTLE_BYTES = 512 * 1024;

const uploadOne = () => uploadByHttp(server.url, staff.bearer, vary(picture));

const post = (address: string, fields: Record<string, string>, cookie = '') =>
  call(server.url, address, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: server.url,
      Cookie: cookie,
    },
  });

const logIn = () =>
  post(`${paths.login}?_action=session.login`, {
    email: world.cast.admin.email,
    password: PASSWORD,
  });

async function expectReading(): Promise<void> {
  const { cast, yearMonth } = world;
  const link = { familyToken: cast.family.token, residentToken: cast.resident.token };
  const letter = await call(server.url, paths.letter(yearMonth, link));
  expect(letter.status).toBe(200);
  const photo = /\/photos\/family\/[^" ]+/.exec(letter.text)?.[0] ?? '';
  expect((await call(server.url, photo)).status).toBe(200);
  expect(
    (await call(server.url, '/adminstaff/items', { headers: { Cookie: staff.cookie } })).status,
  ).toBe(200);
}

/** A restart would not help, and would give up the reserve. */
async function expectToCallForHelp(): Promise<void> {
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
}

/** Bytes of uploads in progress. */
const onTheirWay = async (): Promise<number> => {
  const { temporary } = dataPaths(world.dataDir);
  const names = await readdir(temporary);
  return names.reduce((sum, name) => sum + statSync(path.join(temporary, name)).size, 0);
};

describe('a disk', needs(isMounted, DISK_MISSING), () => {
  test('that fills up during an upload: it is refused and leaves nothing behind', async () => {
    const bytes = vary(picture);
    const slot = await openSlot(server.url, staff.bearer, bytes);
    if (typeof slot === 'number') throw new Error(`no slot: ${slot}`);
    const status = await putInHalves(server.url, slot, bytes, async () => {
      await vi.waitFor(async () => expect(await onTheirWay()).toBeGreaterThan(0), PATIENT);
      fillDisk();
    });
    expect(status).toBe(507);
    await vi.waitFor(async () => expect(await onTheirWay()).toBe(0), PATIENT);
    expect(await readdir(dataPaths(world.dataDir).uploads)).toEqual([]);
    expect(server.child.exitCode).toBeNull();
    rmSync(others);
    // The same slot accepts the photo once there is space.
    const again = { method: 'PUT', headers: slot.headers, body: bytes };
    expect((await call(server.url, slot.pathname, again)).status).toBe(204);
  });

  test('that uploads have filled: they get 507, all else works', async () => {
    let status = 201;
    for (let n = 0; n < 100 && status === 201; n++) status = await uploadOne();
    expect(status).toBe(507);
    await expectReading();
    expect((await logIn()).status).toBe(303);
  });

  test('that others have filled completely: reading and signing in work', async () => {
    fillDisk();
    await expectReading();
    expect((await logIn()).status).toBe(303);
    expect((await signIn(server.url, world.cast.general.email)).bearer).not.toBe('');
    expect(await uploadOne()).toBe(507);
    await expectToCallForHelp();
    const admin = await signIn(server.url, world.cast.admin.email);
    const dashboard = await call(server.url, paths.dashboard, {
      headers: { Cookie: admin.cookie },
    });
    expect(dashboard.text).toContain('写真の置き場所がいっぱいです');
  });

  test('that is full: a backup fails with one line and leaves nothing behind', async () => {
    const ended = await command('commands/backup.ts', [], { DATA_DIR: world.dataDir });
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toMatch(/^No backup was taken: [^\n]*\n$/);
    const left = await readdir(dataPaths(world.dataDir).backups).catch(() => []);
    expect(left.filter((name) => !name.startsWith('.lock'))).toEqual([]);
  });

  test('that was full before startup: forms explain it, and reading works', async () => {
    await server.stop();
    const more = path.join(disk, 'more');
    fillDisk('more');
    truncateSync(more, statSync(more).size - LITTLE_BYTES);
    server = await startServer(path.join(disk, 'data'));
    fillDisk('rest');
    await expectReading();
    const names = { name: '高橋 恵美', nameKana: 'タカハシ エミ' };
    const save = () =>
      post('/adminstaff/mypage/edit?_action=me.updateProfile', names, staff.cookie);
    // Until the space that the log left is used up.
    let saved = await save();
    for (let n = 0; n < 200 && saved.status === 303; n++) saved = await save();
    expect(saved.status).toBe(507);
    expect(saved.text).toContain('空き容量が足りないため、保存できませんでした');
    expect(saved.text).toContain('高橋 恵美');
    await expectToCallForHelp();
  });

  test('with space again: all works without a restart, and nothing is left behind', async () => {
    rmSync(others);
    for (const name of ['more', 'rest']) rmSync(path.join(disk, name), { force: true });
    expect((await logIn()).status).toBe(303);
    await expectReading();
    const { findings } = await verifyDataFolder(world.dataDir);
    expect(findings).toEqual([]);
    // Work in the background that came due meanwhile could not be done, and was logged.
    const unexplained = server
      .errors()
      .filter((entry) => !entry.includes('SQLITE_FULL'))
      .filter((entry) => !(entry.includes('ENOSPC') && entry.includes('background work failed')));
    expect(unexplained).toEqual([]);
  });
});
