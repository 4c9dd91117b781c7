import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { MANIFEST, listBackupSets } from '#server/backup-sets.ts';
import { readEnv } from '#server/env.ts';
import { paths } from '#lib/paths.ts';
import { takeBackup } from '../../commands/backup.ts';
import { findCommit } from '../../scripts/astro-version.mjs';
import { runAdmin } from '../support/admin-command.ts';
import { call } from '../support/http.ts';
import { onlyOnFile } from '../support/on-file.ts';
import { makeOperatorAt, operatorLinkIn } from '../support/operator.ts';
import { ROOT, freePort } from '../support/server.ts';
import { useSite } from './site.ts';

const port = await freePort();
const site = useSite({ METRICS_PORT: String(port), READY_FREE_MB: '0', LOG_LEVEL: 'info' });
const stamp = JSON.parse(readFileSync(path.join(ROOT, 'dist/version.json'), 'utf8')) as {
  release: string;
  commit: string;
};
const version = stamp.commit === '' ? stamp.release : `${stamp.release}+${stamp.commit}`;

test('the build knows its release, and its commit where there is a history', () => {
  const { version: release } = JSON.parse(
    readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
  ) as {
    version: string;
  };
  expect(stamp.release).toBe(release);
  expect(stamp.commit === '').toBe(findCommit() === '');
  expect(stamp.commit).toMatch(/^(?:[0-9a-f]{7}(?:\.changed)?)?$/);
});

test('health, log, command, pages and metrics say the same', async () => {
  const { text } = await site().ask('anonymous', '/healthz');
  expect(JSON.parse(text)).toEqual({ status: 'ok', version });
  await expect.poll(() => site().server.output()).toContain(`"version":"${version}"`);
  const settings = { PUBLIC_URL: site().server.url };
  const { out } = await runAdmin(site(), ['status'], settings);
  expect(out).toContain(`つきだより ${version}\n`);
  const given = await runAdmin(site(), ['operator-link'], settings);
  const { cookie } = await makeOperatorAt(site().server.url, operatorLinkIn(given.out));
  const page = await site().ask('anonymous', paths.operator, { headers: { Cookie: cookie } });
  expect(page.text).toContain(version);
  expect((await call(`http://127.0.0.1:${port}`, '/metrics')).text).toContain(
    `tsukidayori_build_info{version="${stamp.release}",commit="${stamp.commit}"} 1\n`,
  );
});

test('so does a backup', onlyOnFile('backups are of the file'), async () => {
  const env = readEnv({ DATA_DIR: site().dataDir });
  await takeBackup(env, { readAll: true });
  const [set] = await listBackupSets(path.join(site().dataDir, 'backups'));
  const manifest = readFileSync(path.join(set?.folder ?? '', MANIFEST), 'utf8');
  expect(JSON.parse(manifest.split('\n', 1)[0] ?? '')).toMatchObject({ program: version });
});
