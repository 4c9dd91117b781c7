/**
 * `npm run test:operation`: what an operator does, with the real programs. As root it also executes
 * the Dockerfile. Prints what it proved, and skips with a message what this machine has not.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ROOT } from '../support/server.ts';
import { tryRelease } from './release.ts';

const isRoot = process.getuid?.() === 0;

/** @returns what was proved, or null if it was skipped */
type Part = () => Promise<string | null> | string | null;

const PARTS: Record<string, Part> = {
  'the release archive runs with nothing but what it holds': tryRelease,
  'the image can be built, and its server is healthy': () => {
    if (!isRoot) return skip('needs root');
    const script = path.join(ROOT, 'scripts/rehearse-image.ts');
    const { status, stdout } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stdout.slice(-2000));
    return [...stdout.matchAll(/^(?:healthy after.*|[\d.]+[MG]\s.*)$/gm)].join(', ');
  },
  'updates behind Caddy lose no request; nginx passes pages, letters and uploads': () => {
    const files = ['tests/access/caddy-update.test.ts', 'tests/access/nginx.test.ts'];
    const vitest = path.join(ROOT, 'node_modules/.bin/vitest');
    const { status, stdout } = spawnSync(vitest, ['run', '--project', 'access', ...files], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, UPDATES: '30', NO_COLOR: '1' },
    });
    if (status !== 0) throw new Error(stdout.slice(-2000));
    return /Tests .*/.exec(stdout)?.[0] ?? '';
  },
};

function skip(reason: string): null {
  console.log(`  skipped: ${reason}`);
  return null;
}

let failed = 0;
for (const [name, part] of Object.entries(PARTS)) {
  console.log(name);
  try {
    const proved = await part();
    if (proved !== null) console.log(`  ${proved}`);
  } catch (error) {
    failed++;
    console.error(`  FAILED: ${error instanceof Error ? error.message : String(error)}`);
  }
}
process.exitCode = failed === 0 ? 0 : 1;
