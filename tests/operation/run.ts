/**
 * `npm run test:operation`: what an operator does, by the handbook's own commands and with the real
 * programs: Docker and systemd on a fresh Debian, as root. Skips with a message what this machine
 * has not, and prints what it proved. `-- docker systemd` runs only these parts; OPERATION_CACHE
 * names a folder that keeps the installed Debians for the next run.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ROOT } from '../support/server.ts';
import { tryCluster } from './cluster.ts';
import { removeSystems } from './debian.ts';
import { tryDocker } from './docker.ts';
import type { Part } from './part.ts';
import { proved, run, skip } from './part.ts';
import { tryRelease } from './release.ts';
import { trySystemd } from './systemd.ts';

const PARTS: Record<string, [what: string, part: Part]> = {
  release: [
    'the release archive runs with nothing but what it holds',
    async () => proved(await tryRelease()),
  ],
  image: ['the Dockerfile can be followed without an engine, and its server is healthy', tryImage],
  docker: ['with Docker, by the handbook', tryDocker],
  cluster: ['two servers on PostgreSQL and a bucket with Docker, by their document', tryCluster],
  systemd: ['with systemd, by the handbook', trySystemd],
  proxies: [
    'updates behind Caddy lose no request; nginx passes pages, letters and uploads',
    tryProxies,
  ],
};

function tryImage(): void {
  if (process.getuid?.() !== 0) return skip('needs root');
  const said = run(process.execPath, [path.join(ROOT, 'scripts/rehearse-image.ts')]);
  proved([...said.matchAll(/^(?:healthy after.*|[\d.]+[MG]\s.*)$/gm)].join(', '));
}

function tryProxies(): void {
  const files = ['caddy-update', 'nginx'].map((name) => `tests/engines/access/${name}.test.ts`);
  const vitest = path.join(ROOT, 'node_modules/.bin/vitest');
  const { status, stdout } = spawnSync(vitest, ['run', '--project', 'engines-access', ...files], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, UPDATES: '30', NO_COLOR: '1' },
  });
  if (status !== 0) throw new Error(stdout.slice(-2000));
  proved(/Tests .*/.exec(stdout)?.[0] ?? '');
}

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in PARTS));
if (unknown.length > 0) throw new Error(`no part ${unknown.join()}: ${Object.keys(PARTS).join()}`);
try {
  for (const [name, [what, part]] of Object.entries(PARTS)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    console.log(`${name}: ${what}`);
    await Promise.resolve()
      .then(part)
      .catch((error: unknown) => {
        process.exitCode = 1;
        console.error(`  FAILED: ${error instanceof Error ? error.message : String(error)}`);
      });
  }
} finally {
  removeSystems();
}
