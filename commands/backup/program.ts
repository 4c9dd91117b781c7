import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '#server/root.ts';

export async function readPackageVersion(): Promise<string> {
  const text = await readFile(path.join(ROOT, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
