import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../support/server.ts';

const HANDBOOK = path.join(ROOT, 'docs/operations.ja.md');

/**
 * The commands under a heading of the handbook, word for word but for what a reader replaces.
 * @param containing a part of the block that is meant
 * @param replace each must be there
 */
export function commands(
  heading: string,
  containing: string,
  replace: Record<string, string> = {},
): string {
  const text = readFileSync(HANDBOOK, 'utf8');
  const start = text.indexOf(`\n${heading}\n`);
  if (start < 0) throw new Error(`the handbook has no ${heading}`);
  const blocks = [...text.slice(start).matchAll(/^ *```sh\n([^]*?)^ *```$/gm)];
  const block = blocks.map(([, lines = '']) => lines).find((lines) => lines.includes(containing));
  if (block === undefined) throw new Error(`no ${containing} under ${heading} of the handbook`);
  let script = block;
  for (const [from, to] of Object.entries(replace)) {
    if (!script.includes(from)) throw new Error(`no ${from} in:\n${block}`);
    script = script.replaceAll(from, to);
  }
  return script;
}
