/** Before `npm start`: installs and builds a clean clone; keeps an existing build. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

if (!existsSync(path.join(root, 'dist/server/entry.mjs'))) {
  await import('./install.mjs');
  process.stdout.write('Building, this once …\n');
  // By full path: this shell may only know an older Node.
  const node = path.join(root, 'node_modules/node/bin/node');
  const { status } = spawnSync(node, ['scripts/astro.mjs', 'build'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) process.stderr.write('The build failed; npm run build shows why.\n');
  process.exitCode = status ?? 1;
}
