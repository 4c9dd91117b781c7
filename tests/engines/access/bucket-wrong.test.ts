import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { openS3 } from '#server/s3/open-s3.ts';
import type { Ceph } from '../../support/ceph.ts';
import { CEPH_MISSING, hasCeph, makeBucket, startCeph } from '../../support/ceph.ts';
import { command } from '../../support/command.ts';
import { needs } from '../../support/needs.ts';
import { freePort, startServer } from '../../support/server.ts';

type Settings = Record<string, string>;

const SECRET = 'another-secret-key';

describe('a store that cannot be used', needs(hasCeph(), CEPH_MISSING), () => {
  let ceph: Ceph;
  let folder: string;

  beforeAll(async () => {
    ceph = await startCeph();
    for (const bucket of ['photos', 'closed']) await makeBucket(ceph, bucket);
    const s3 = await openS3(ceph.env);
    const deny = {
      Effect: 'Deny',
      Principal: '*',
      Action: 's3:*',
      Resource: 'arn:aws:s3:::closed',
    };
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [deny] });
    await s3.client.send(new s3.PutBucketPolicyCommand({ Bucket: 'closed', Policy }));
    s3.client.destroy();
    folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-wrong-'));
    await cp(inject('world').dataDir, folder, { recursive: true });
  });
  afterAll(async () => {
    await ceph.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const at = (port: number) => ({ AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}` });

  /** A web server that is no store. */
  async function startOther(): Promise<number> {
    const other = createServer((_req, res) => res.writeHead(404).end('nothing here'));
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    return (other.address() as AddressInfo).port;
  }

  const start = async (settings: Settings) => {
    const all = { PHOTO_STORE: 's3://photos/x', ...ceph.env, ...settings };
    const server = await startServer(folder, all);
    onTestFinished(async () => {
      await server.stop();
    });
    return { server, all };
  };

  /** As a watcher on this machine reads it. */
  async function readiness(url: string) {
    const answer = await fetch(`${url}/readyz`);
    const { checks, facts } = (await answer.json()) as {
      checks: { storage: boolean };
      facts: { storage: boolean; photosAway?: string };
    };
    return [answer.status, checks.storage, facts.storage, facts.photosAway];
  }

  type Case = [what: string, settings: () => Settings | Promise<Settings>, reason: RegExp, RegExp];
  const REFUSED = /鍵か、鍵の権限が断られました/;
  const CASES: Case[] = [
    [
      'no such bucket',
      () => ({ PHOTO_STORE: 's3://photo/x' }),
      /^LIST: NoSuchBucket 404$/,
      /その名前のバケットがありません/,
    ],
    [
      'a bucket that is closed to these keys',
      () => ({ PHOTO_STORE: 's3://closed/x' }),
      /^LIST: AccessDenied 403$/,
      REFUSED,
    ],
    [
      'another secret key',
      () => ({ AWS_SECRET_ACCESS_KEY: SECRET }),
      /^LIST: SignatureDoesNotMatch 403$/,
      REFUSED,
    ],
    [
      'an unknown key',
      () => ({ AWS_ACCESS_KEY_ID: 'nobody' }),
      /^LIST: InvalidAccessKeyId 403$/,
      REFUSED,
    ],
    ['a closed port', async () => at(await freePort()), /ECONNREFUSED/, /つながりません/],
    [
      'an unknown host',
      () => ({ AWS_ENDPOINT_URL_S3: 'http://s3.tayori.invalid' }),
      /ENOTFOUND/,
      /つながりません/,
    ],
    ['no store at all', async () => at(await startOther()), / 404$/, /つながりません/],
  ];

  test.each(CASES)(
    '%s is named at the start, and letters open',
    async (_what, given, why, words) => {
      const { server, all } = await start(await given());
      const inLog = () => /PHOTO_STORE cannot be used \(([^)]*)\)/.exec(server.output())?.[1];
      await expect.poll(inLog, { timeout: 10_000 }).toMatch(why);
      const told = inLog() ?? '';
      expect((await fetch(`${server.url}/healthz`)).status).toBe(503);
      expect(await readiness(server.url)).toEqual([503, false, true, told]);
      const status = await command('commands/admin.ts', ['status'], { ...all, DATA_DIR: folder });
      expect(status.code).toBe(1);
      expect(status.stdout).toMatch(
        /^要確認 +データ: 読み書きできます。写真の保管場所を使えません/m,
      );
      expect(status.stdout).toMatch(words);
      expect(status.stdout).toContain(`（${told}）`);
      const { resident, family } = inject('world').cast;
      const tokens = { residentToken: resident.token, familyToken: family.token };
      const letter = await fetch(server.url + paths.letter(inject('world').yearMonth, tokens));
      expect(letter.status).toBe(200);
      expect(server.output()).not.toMatch(/another-secret-key|tests-secret-key/);
    },
  );

  test('one that goes away is named, and works again without a restart', async () => {
    const { server } = await start({});
    const health = async () => (await fetch(`${server.url}/healthz`)).status;
    const long = { timeout: 30_000, interval: 500 };
    expect(await health()).toBe(200);
    await ceph.gateway.kill();
    await expect.poll(health, long).toBe(503);
    await expect
      .poll(() => readiness(server.url), long)
      .toEqual([503, false, true, expect.stringContaining('ECONNREFUSED')]);
    await ceph.gateway.start();
    await expect.poll(health, long).toBe(200);
    ceph.gateway.signal('SIGSTOP');
    await expect.poll(health, long).toBe(503);
    await expect
      .poll(async () => (await readiness(server.url)).at(-1), long)
      .toBe('no answer within 5 s');
    ceph.gateway.signal('SIGCONT');
    await expect.poll(health, long).toBe(200);
  });
});
