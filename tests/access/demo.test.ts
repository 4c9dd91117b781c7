import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { takeBackup } from '../../commands/backup.ts';
import { restoreBackup } from '../../commands/restore.ts';
import { ensureDemo, readDemoEnv } from '../../demo/seed.ts';
import { DEMO_APP_KEY, seedOperator } from '../../demo/operator.ts';
import { DEMO_PASSWORD } from '../../demo/people.ts';
import { SERVER_ARGS } from '../../scripts/server-command.ts';
import { paths } from '#lib/paths.ts';
import { dataPaths } from '#server/data-folder.ts';
import { DEMO_SWITCH } from '#server/demo-folder.ts';
import { readEnv } from '#server/env.ts';
import { appCode } from '../support/app-code.ts';
import { command } from '../support/backups.ts';
import { PASSWORD } from '../support/factories.ts';
import { makeCast } from '../support/cast.ts';
import type { CopiedWorld } from '../support/copied-world.ts';
import { copyWorld } from '../support/copied-world.ts';
import { openDemo } from '../support/demo.ts';
import { call, json } from '../support/http.ts';
import { operatorForm } from '../support/operator.ts';
import { freePort, startServer } from '../support/server.ts';

const DEMO_PAGES = [paths.demoMails, paths.design];

let folder: string;
let demo: string;
let service: string;
let copied: CopiedWorld;
let email: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-demo-'));
  demo = path.join(folder, 'demo-data');
  service = path.join(folder, 'data');
  const rt = await openDemo(demo);
  email = (await makeCast(rt)).admin.email;
  await seedOperator(rt);
  await rt.close();
  copied = await copyWorld(inject('world'), service);
});
afterAll(async () => {
  await copied.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Starts the built server, which must refuse. */
const start = async (dataDir: string, ...args: string[]) => {
  const [first = '', ...rest] = SERVER_ARGS;
  const settings = { ...copied.settings, DATA_DIR: dataDir, PORT: String(await freePort()) };
  return command(first, [...rest, ...args], settings);
};
const oneLine = (words: RegExp) => ({
  code: 1,
  stdout: '',
  stderr: expect.stringMatching(
    new RegExp(`^tsukidayori: [^\\n]*${words.source}[^\\n]*\\n$`),
  ) as string,
});
const HOLDS_DEMO = /holds the demo.*set DATA_DIR to another folder/;

describe('starting a service on a demo folder', () => {
  test('fails with one line that says what to do', async () => {
    expect(await start(demo)).toEqual(oneLine(HOLDS_DEMO));
  });

  test('fails where only its database was copied', async () => {
    const copy = path.join(folder, 'copy');
    await cp(demo, copy, { recursive: true });
    await rm(dataPaths(copy).demoMarker);
    expect(await start(copy)).toEqual(oneLine(HOLDS_DEMO));
  });

  test('fails where its backup was restored', async () => {
    const archive = path.join(folder, 'demo.tar');
    await takeBackup(readEnv({ DATA_DIR: demo }), { file: archive, readAll: true });
    const to = path.join(folder, 'restored');
    const restored = await command('commands/restore.ts', [archive, '--to', to], {});
    expect(restored.stdout).toContain('This is demo data, which npm start refuses');
    expect(await start(to)).toEqual(oneLine(HOLDS_DEMO));
    await rm(to, { recursive: true });
    await restoreBackup(archive, to);
    await rm(dataPaths(to).demoMarker);
    expect(await start(to)).toEqual(oneLine(HOLDS_DEMO));
  });
});

describe('the demo', () => {
  test("never opens a service's folder, nor an empty one, and leaves both alone", async () => {
    const before = await readdir(service);
    expect(await start(service, DEMO_SWITCH)).toEqual(oneLine(/does not contain the demo/));
    const env = readDemoEnv({ DATA_DIR: service });
    for (const reset of [false, true]) {
      await expect(ensureDemo(env, reset, () => undefined)).rejects.toThrow(/not the demo's/);
    }
    expect(await readdir(service)).toEqual(before);
    const empty = path.join(folder, 'empty');
    expect(await start(empty, DEMO_SWITCH)).toEqual(oneLine(/does not contain the demo/));
    expect(await readdir(folder)).not.toContain('empty');
  });

  test('has a separate folder by default', () => {
    const folderOf = (given: NodeJS.ProcessEnv) => path.basename(readDemoEnv(given).DATA_DIR);
    expect([folderOf({}), folderOf({ DATA_DIR: '' }), folderOf({ DATA_DIR: '/x/y' })]).toEqual([
      'demo-data',
      'demo-data',
      'y',
    ]);
    expect(path.basename(readEnv({}).DATA_DIR)).toBe('data');
  });

  test('is made in its folder, whatever database and bucket the settings name', async () => {
    const elsewhere = {
      DATABASE_URL: 'postgres://127.0.0.1:1/service',
      PHOTO_STORE: 's3://service',
      BOUNCE_URL: 'imaps://me:secret@mail.example.jp',
    };
    const rt = await openDemo(path.join(folder, 'made'), elsewhere);
    const { DATABASE_URL, PHOTO_STORE, BOUNCE_URL } = rt.env;
    expect([DATABASE_URL, PHOTO_STORE, BOUNCE_URL]).toEqual([undefined, undefined, undefined]);
    await makeCast(rt);
    await rt.close();
    expect(await readdir(path.join(folder, 'made'))).toContain('tsukidayori.sqlite');
  });

  test('shows its mails and components', async () => {
    const server = await startServer(demo, {}, { args: [DEMO_SWITCH] });
    for (const page of DEMO_PAGES) expect((await call(server.url, page)).status, page).toBe(200);
    expect((await call(server.url, paths.login)).text).toContain(paths.demoMails);
    await server.stop();
  });

  test('lets browsers in that take no Secure cookie from http://127.0.0.1', async () => {
    const server = await startServer(demo, {}, { args: [DEMO_SWITCH] });
    const path = `${paths.login}?_action=session.login`;
    const form = operatorForm({ email, password: PASSWORD });
    for (const host of ['127.0.0.1', 'localhost']) {
      const url = server.url.replace('127.0.0.1', host);
      const { status, headers } = await call(url, path, form);
      expect([status, headers.location]).toEqual([303, paths.afterLogin]);
      const cookies = headers['set-cookie'] ?? [];
      expect(cookies.length).toBeGreaterThan(1);
      expect(cookies.filter((cookie) => /Secure/i.test(cookie))).toEqual([]);
      expect(cookies.every((cookie) => /; HttpOnly/.test(cookie))).toBe(true);
    }
    await server.stop();
  });

  test('lets its operator in without a phone, by the digits that it shows', async () => {
    const server = await startServer(demo, {}, { args: [DEMO_SWITCH] });
    const press = (name: string, fields: Record<string, string>) =>
      call(server.url, `${paths.operatorLogin}?_action=operator.${name}`, operatorForm(fields));
    const from = new Date();
    const asked = await press('signIn', { email: 'operator@example.jp', password: DEMO_PASSWORD });
    const [, ticket = ''] = /name="ticket" value="(\w+)"/.exec(asked.text) ?? [];
    const [, code = ''] = /デモ[^<]*<strong[^>]*>(\d{6})</.exec(asked.text) ?? [];
    // The key is printed where mails are sent for good.
    expect([from, new Date()].map((at) => appCode(DEMO_APP_KEY, at))).toContain(code);
    const { status, headers } = await press('secondStep', { ticket, code });
    expect([status, headers.location]).toEqual([303, paths.afterOperatorLogin]);
    await server.stop();
  });
});

test("a service has neither the demo's pages nor its people", async () => {
  const server = await startServer(service, copied.settings);
  for (const page of DEMO_PAGES) expect((await call(server.url, page)).status, page).toBe(404);
  expect((await call(server.url, paths.login)).text).not.toContain(paths.demoMails);
  for (const person of ['admin@example.jp', 'staff@example.jp', email]) {
    const login = json({ email: person, password: DEMO_PASSWORD });
    expect((await call(server.url, paths.api.login, login)).status, person).toBe(401);
  }
  await server.stop();
});
