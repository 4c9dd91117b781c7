import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The project folder. Child processes and commands run from the sources, the server from
 * dist/server: paths start here, never at a module's own location.
 */
export const ROOT = findRoot(import.meta.dirname);

function findRoot(folder: string): string {
  if (existsSync(path.join(folder, 'package.json')) && existsSync(path.join(folder, 'db'))) {
    return folder;
  }
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error('package.json and db/ not found above the program');
  return findRoot(parent);
}
