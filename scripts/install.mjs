/**
 * Installs the lock file if it is newer. Runs on Node 20 and later; the next script runs on the
 * Node 24 installed here.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const isWindows = process.platform === 'win32';

if (!isInstalled()) {
  process.stdout.write('Installing the packages of package-lock.json (about a minute) …\n');
  // better-sqlite3 ships binaries, but its install script would need a compiler.
  npm('ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
  npm('rebuild', 'node', '--loglevel=error');
}

function isInstalled() {
  const done = path.join(root, 'node_modules/.package-lock.json');
  const node = path.join(root, 'node_modules/node/bin', isWindows ? 'node.exe' : 'node');
  return (
    existsSync(done) &&
    existsSync(node) &&
    statSync(done).mtimeMs >= statSync(path.join(root, 'package-lock.json')).mtimeMs
  );
}

/** The system's npm and Node: those in node_modules are about to be replaced. */
function npm(...args) {
  const { status } = spawnSync('npm', args, {
    cwd: root,
    shell: isWindows,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PATH: pathWithoutPackages() },
  });
  if (status === 0) return;
  process.stderr.write(`npm ${args[0]} failed; the lines above say why.\n`);
  process.exit(1);
}

function pathWithoutPackages() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.filter((folder) => !folder.includes('node_modules')).join(path.delimiter);
}
