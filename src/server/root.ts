import { existsSync } from 'node:fs';
import path from 'node:path';

/** Commands run from the sources, the server from dist/server: no path may start at a module. */
export const ROOT = findRoot(import.meta.dirname);

function findRoot(folder: string): string {
  if (existsSync(path.join(folder, 'package.json')) && existsSync(path.join(folder, 'db'))) {
    return folder;
  }
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error('package.json and db/ not found above the program');
  return findRoot(parent);
}
