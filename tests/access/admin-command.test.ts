import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { makeClaimant } from '#server/leases.ts';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { dataPaths } from '#server/data-folder.ts';
import { readEnv } from '#server/env.ts';
import { newId } from '#server/secrets.ts';
import { takeBackup } from '../../commands/backup.ts';
import { runAdmin, spawnAdmin } from '../support/admin-command.ts';
import { countItems, photosOf, rowsOfHost } from '../support/host-rows.ts';
import { json } from '../support/http.ts';
import { makeMail } from '../support/mailbox.ts';
import { onFile, onlyOnFile } from '../support/on-file.ts';
import { startSmtp } from '../support/smtp.ts';
import { takeStatistics } from '../support/statistics.ts';
import { useSite } from './site.ts';

const site = useSite({ READY_FREE_MB: '0' });

const dataDir = (): string => site().dataDir;
const admin = (...args: string[]) => runAdmin(site(), args, { PUBLIC_URL: site().server.url });

const linkIn = (text: string): URL => {
  const [link] = /https?:\/\/\S+/.exec(text) ?? [];
  if (link === undefined) throw new Error(`no link in: ${text}`);
  return new URL(link);
};

/** The server works asynchronously. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 120_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('it did not come about');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('help', () => {
  test('is shown on request, and without a command', async () => {
    const asked = await spawnAdmin(site(), ['--help']).ended;
    expect(asked).toMatchObject({ code: 0, err: '' });
    expect(asked.out).toContain('remove-facility');
    expect(await spawnAdmin(site(), []).ended).toMatchObject({ code: 1, out: asked.out });
  });
  test('a refusal is printed as an error', async () => {
    const { code, out, err } = await spawnAdmin(site(), ['nothing-of-ours']).ended;
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toBe((await admin('nothing-of-ours')).err + '\n');
  });
  test.each([['nothing-of-ours'], ['constructor'], ['facilities', '--unknown']])(
    '%s is refused in one line',
    async (...args) => {
      const { code, err } = await admin(...args);
      expect(code).toBe(1);
      expect(err.trim().split('\n')).toHaveLength(1);
    },
  );
});

describe('a facility', () => {
  test('is created without mail, by a link that works once', async () => {
    const { code, out } = await admin('new-facility', 'Hajime@Example.jp');
    expect(code).toBe(0);
    const link = linkIn(out);
    expect((await site().ask('anonymous', link.pathname + link.search)).status).toBe(200);
    const body = {
      token: link.searchParams.get('token'),
      hostName: 'はじめの家',
      ...{ postcode: '1000001', pref: '東京都', city: '千代田区', town: '千代田', street: '1' },
      ...{ phone: '03-1234-5678', name: '始 一', nameKana: 'ハジメ ハジメ' },
      ...{ password: 'umi-no-mieru-mado', agreed: true },
    };
    const signUp = { ...json(body), method: 'PATCH' };
    expect((await site().ask('anonymous', paths.api.hostSignUp, signUp)).status).toBe(200);
    expect((await site().ask('anonymous', paths.api.hostSignUp, signUp)).status).toBe(410);
    const taken = await admin('new-facility', 'hajime@example.jp');
    expect(taken).toMatchObject({ code: 1, out: '' });
    expect((await admin('facilities')).out).toContain('はじめの家');
  });

  test('continues after its trial', async () => {
    const { inactiveHost } = site().world.cast;
    expect((await site().ask('inactive', paths.items)).status).toBe(302);
    const refused = await admin('continue-facility', inactiveHost.id, '--plan', 'gold');
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain('small、standard、large');
    const { code, out } = await admin('continue-facility', inactiveHost.id);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('期限なし') as string });
    expect((await site().ask('inactive', paths.items)).status).toBe(200);
  });
});

test('the printed link sets a new password', async () => {
  const { general } = site().world.cast;
  const { out } = await admin('reset-password', general.email);
  const token = linkIn(out).searchParams.get('token');
  const body = { token, password: 'atarashii-kaidan' };
  const set = { ...json(body), method: 'PATCH' };
  expect((await site().ask('anonymous', paths.api.resetPasswords, set)).status).toBe(204);
  const login = json({ email: general.email, password: body.password });
  expect((await site().ask('anonymous', paths.api.login, login)).status).toBe(200);
  expect(await admin('reset-password', 'unknown@example.jp')).toMatchObject({ code: 1, out: '' });
});

test('failed mails and jobs are listed without their text, and retried', async () => {
  const { db, clock } = site().factory;
  const env = { PUBLIC_URL: site().server.url } as never;
  const failed = { state: 'failed' as const, last_error: '届けられません\u001b[2J' };
  // At once, before the server can send it.
  const id = await db.transaction().execute(async (tx) => {
    const parts = { db: tx, clock, env, claimant: makeClaimant(true) };
    const made = await makeMail(parts, { content: { subject: '件名', paragraphs: ['秘密'] } });
    await tx.updateTable('outbox').set(failed).where('id', '=', made).execute();
    return made;
  });
  const listed = await admin('mails');
  expect(listed.out).toContain(id);
  expect(listed.out).not.toMatch(/秘密|件名|\u001b/);
  expect((await admin('retry-mail')).code).toBe(1);
  expect((await admin('retry-mail', id)).out).toContain('1通');
  expect(await admin('retry-mail', 'all')).toMatchObject({ code: 1, out: '' });

  const job = { id: newId(), kind: 'nothing.such', payload: '{}', state: 'failed' as const };
  const now = clock.now().toISOString();
  await db
    .insertInto('jobs')
    .values({ ...job, run_at: now, created_at: now })
    .execute();
  expect((await admin('jobs')).out).toContain(job.id);
  expect((await admin('retry-job', 'all')).out).toContain('1件');
  await db.deleteFrom('jobs').where('id', '=', job.id).execute();
});

describe('one mail', () => {
  const ADDRESS = 'tameshi@example.jp';

  test(
    'is put into the mail folder at once',
    onlyOnFile('DATABASE_URL demands SMTP_URL, with which no mail goes into a folder'),
    async () => {
      const { mail } = dataPaths(dataDir());
      // The server also retries other failed mails.
      const isOurs = (name: string) =>
        readFileSync(path.join(mail, name), 'utf8').includes(ADDRESS);
      const count = () => (existsSync(mail) ? readdirSync(mail).filter(isOurs).length : 0);
      const before = count();
      expect((await admin('test-mail', ADDRESS)).out).toContain(mail);
      expect(count()).toBe(before + 1);
    },
  );

  test('is sent at once, or the reason is shown', async () => {
    const smtp = await startSmtp();
    const testMail = () => runAdmin(site(), ['test-mail', ADDRESS], { SMTP_URL: smtp.url });
    expect(await testMail()).toMatchObject({ code: 0, err: '' });
    expect(smtp.received.map(({ to }) => to)).toEqual([[ADDRESS]]);
    await smtp.close();
    const failed = await testMail();
    expect(failed).toMatchObject({ code: 1, out: '' });
    expect(failed.err).toContain('の入口が閉じています');
  });
});

test('the status is shown in words and as the exit code', async () => {
  if (onFile) {
    const bare = await runAdmin(site(), ['status']);
    expect(bare.code).toBe(1);
    expect(bare.out.match(/^要確認 .*/gm)).toEqual([
      '要確認  バックアップ: まだありません',
      '要確認  バックアップの写し: このサーバーの外には置いていません',
    ]);
    await takeBackup(readEnv({ DATA_DIR: dataDir() }), { readAll: true });
  }
  const copied = { BACKUP_COPY: 'file:///mnt/usb/tsukidayori' };
  const { code, out } = await spawnAdmin(site(), ['status'], copied).ended;
  expect(out).toMatch(/空き容量: .*\d (?:MB|GB|TB)/);
  expect(out).not.toContain('要確認');
  expect(code).toBe(0);
  expect(await runAdmin(site(), ['status'], { READY_FREE_MB: '1000000' })).toMatchObject({
    code: 1,
  });
});

describe('removing a facility', () => {
  /** Of a data folder, empty folders as well. */
  const storedPhotos = async (): Promise<string> =>
    (onFile
      ? readdirSync(dataPaths(dataDir()).photos, { recursive: true })
      : await site().stored.list('photos')
    ).join('\n');

  test('needs its name, and leaves other facilities alone', async () => {
    const { host, otherHost } = site().world.cast;
    const photos = await photosOf(site().factory.db, host.id);
    expect(photos.length).toBeGreaterThan(0);
    const other = await rowsOfHost(site().factory.db, otherHost.id);
    expect((await admin('remove-facility', host.id)).err).toContain('--yes-remove');
    const wrong = await admin('remove-facility', host.id, '--yes-remove', otherHost.name);
    expect(wrong).toMatchObject({ code: 1, out: '' });
    expect(await photosOf(site().factory.db, host.id)).toEqual(photos);

    const { code, out } = await admin('remove-facility', host.id, '--yes-remove', host.name);
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringContaining(host.name) as string,
    });
    expect(await rowsOfHost(site().factory.db, host.id)).toEqual({});
    const left = await storedPhotos();
    for (const id of photos) expect(left).not.toContain(id);
    expect(await rowsOfHost(site().factory.db, otherHost.id)).toEqual(other);
    expect((await site().ask('admin', paths.api.user)).status).toBe(401);
    expect((await site().ask('other', paths.api.user)).status).toBe(200);
  });

  test('that was killed is completed by the running server', async () => {
    const { otherHost, otherAdmin, foreignResident } = site().world.cast;
    const { db, clock } = site().factory;
    const [blobId = ''] = await photosOf(db, otherHost.id);
    const rows = Array.from({ length: 5000 }, (_, index) => ({
      ...{ id: newId(), host_id: otherHost.id, resident_id: foreignResident.id, blob_id: blobId },
      ...{ picture: `many-${index}`, is_upload: 0 as const, taken_on: '2026-09-01' },
      ...{ created_by: otherAdmin.id, created_at: clock.now().toISOString(), deleted_at: null },
    }));
    for (let at = 0; at < rows.length; at += 1000) {
      const some = rows.slice(at, at + 1000);
      await db.insertInto('items').values(some).execute();
      await takeStatistics(db);
    }
    const count = () => countItems(site().factory.db, otherHost.id);
    const all = await count();
    const args = ['remove-facility', otherHost.id, '--yes-remove', otherHost.name];
    const { child, ended } = spawnAdmin(site(), args);
    await until(async () => (await count()) < all);
    child.kill('SIGKILL');
    expect((await ended).code).toBeNull();
    expect(await rowsOfHost(site().factory.db, otherHost.id)).toHaveProperty('hosts');
    expect((await site().ask('other', paths.api.user)).status).toBe(401);
    await until(
      async () => Object.keys(await rowsOfHost(site().factory.db, otherHost.id)).length === 0,
    );
    expect(await storedPhotos()).not.toContain(blobId);
  });
});
