import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)["'`]/g;
const SCRIPT = /["'=]\/_astro\/([^"'/?]+\.js)["']/g;

/** The scripts that a page names: its own, its islands' and what runs them. */
export const scriptsOf = (html: string): string[] => [
  ...new Set([...html.matchAll(SCRIPT)].flatMap(([, name]) => name ?? [])),
];

/**
 * Sizes on the wire, in bytes, of scripts and all they import; what they load later is left out.
 * @param folder `_astro` of a build
 */
export function weighScripts(folder: string, names: readonly string[]): Map<string, number> {
  const sizes = new Map<string, number>();
  const weigh = (name: string): void => {
    if (sizes.has(name)) return;
    const file = path.join(folder, name);
    // Small files are sent as they are.
    const sent = existsSync(`${file}.br`) ? `${file}.br` : file;
    sizes.set(name, readFileSync(sent).length);
    const imports = readFileSync(file, 'utf8').matchAll(STATIC_IMPORT);
    for (const [, imported] of imports) if (imported !== undefined) weigh(imported);
  };
  names.forEach(weigh);
  return sizes;
}

export const totalOf = (sizes: ReadonlyMap<string, number>): number =>
  [...sizes.values()].reduce((sum, size) => sum + size, 0);
