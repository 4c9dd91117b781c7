import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { copyBackups } from '../../../commands/copies/copy.ts';
import { openSftp } from '#server/copies/sftp.ts';
import { readEnv } from '#server/env.ts';
import { backUp, makeFolder } from '../../support/backups.ts';
import { needs } from '../../support/needs.ts';
import type { TestRuntime } from '../../support/runtime.ts';
import { makeRuntime } from '../../support/runtime.ts';
import { SSHD_MISSING, hasSshd, makeKey, startSshd } from '../../support/sshd.ts';

describe('a place by SFTP', needs(hasSshd(), SSHD_MISSING), () => {
  let sshd: Awaited<ReturnType<typeof startSshd>>;
  beforeAll(async () => {
    sshd = await startSshd();
  });
  afterAll(() => sshd.stop());

  let rt: TestRuntime;
  beforeEach(async () => {
    rt = await makeRuntime();
    await backUp(rt.env, { now: rt.clock.now() });
  });
  const settings = (more: Record<string, string> = {}) => ({
    DATA_DIR: rt.dataDir,
    BACKUP_COPY: sshd.url,
    BACKUP_COPY_SSH_KEY: sshd.keyFile,
    BACKUP_COPY_HOST_KEY: sshd.hostKey,
    ...more,
  });
  const errorWith = async (more: Record<string, string>): Promise<string | null | undefined> => {
    const env = readEnv(settings(more));
    const [copied] = await copyBackups(env, { now: rt.clock.now(), isSure: true });
    return copied?.error;
  };

  test('is not used with another host key, without one, or with a key that it refuses', async () => {
    const other = path.join(await makeFolder(), 'other');
    makeKey(other);
    const BACKUP_COPY_HOST_KEY = await readFile(`${other}.pub`, 'utf8');
    expect(await errorWith({ BACKUP_COPY_HOST_KEY })).toMatch(
      /its host key is not the one in BACKUP_COPY_HOST_KEY$/,
    );
    expect(await errorWith({ BACKUP_COPY_HOST_KEY: '' })).toMatch(
      /^BACKUP_COPY_HOST_KEY is not set/,
    );
    expect(await errorWith({ BACKUP_COPY_SSH_KEY: other })).toMatch(/authentication/);
    expect(await errorWith({ BACKUP_COPY_SSH_KEY: `${other}.gone` })).toMatch(
      /cannot be read \(ENOENT\)$/,
    );
    expect(await readdir(sshd.folder)).toEqual([]);
    expect(await errorWith({})).toBeNull();
  });

  test('that does not exist there, or does not answer, is reported', async () => {
    expect(await errorWith({ BACKUP_COPY: `${sshd.url}/a/b` })).toMatch(/No such file/);
    expect(await errorWith({ BACKUP_COPY: 'sftp://me@127.0.0.1:1/copies' })).toMatch(
      /^127\.0\.0\.1:1: .*ECONNREFUSED/,
    );
  });

  test('fails at once when the line is lost, in the middle of anything', async () => {
    const lines = new Set<Socket>();
    const { port } = new URL(sshd.url);
    const line = createServer((ours) => {
      const theirs = connect(Number(port), '127.0.0.1');
      for (const socket of [ours, theirs]) lines.add(socket.on('error', () => undefined));
      ours.pipe(theirs).pipe(ours);
    }).listen(0, '127.0.0.1');
    await once(line, 'listening');
    const url = new URL(sshd.url);
    url.port = String((line.address() as AddressInfo).port);
    const place = await openSftp(url, readEnv(settings()));
    expect(await place.read('missing')).toBeNull();
    const asked = place.read('missing').catch((error: unknown) => String(error));
    for (const socket of lines) socket.destroy();
    expect(await asked).toMatch(/Error/);
    await expect(place.remove('x')).rejects.toThrow();
    place.close();
    line.close();
  });
});
