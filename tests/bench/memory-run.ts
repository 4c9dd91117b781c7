import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { paths } from '#lib/paths.ts';
import { makeFacility } from './facility.ts';
import type { MemoryLimit } from './limit.ts';
import { limitMemory } from './limit.ts';
import { measureMemory } from './memory.ts';
import type { Measured } from './process.ts';
import { ROOT, residentMb, startServer } from './process.ts';
import { BROWSER } from './reading.ts';
import type { Row } from './report.ts';
import { report } from './report.ts';

const PORT = 4394;
const SETTLE_MS = 3000;
const LETTERS = 20_000;
const READERS = 32;

/**
 * `npm run bench -- memory`: idle, after 500 uploads, after 20,000 cached letters. `--limit 512`
 * does so in a cgroup of that many MB, as root; `--uploads 50` is a quick look.
 */
export async function benchMemory(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { limit: { type: 'string' }, uploads: { type: 'string', default: '500' } },
  });
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tsukidayori-memory-'));
  const bench = await makeFacility(path.join(folder, 'data'));
  const server = await startServer(path.join(folder, 'data'), PORT);
  const limit = values.limit === undefined ? null : limitMemory(server.pid, Number(values.limit));
  try {
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    const idleMb = residentMb(server.pid);
    const rows = await measureMemory(server, idleMb, Number(values.uploads));
    rows.push(...(await afterLetters(server, paths.letter(bench.yearMonth, bench.tokens))));
    if (limit) rows.push(...withinLimit(limit, Number(values.limit)));
    await report(rows, path.join(ROOT, 'bench-results'), limit ? 'memory-limited' : 'memory');
  } finally {
    await server.stop();
    await limit?.release();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function afterLetters(server: Measured, letter: string): Promise<Row[]> {
  let next = 0;
  const read = async (): Promise<void> => {
    while (next++ < LETTERS) {
      const answer = await fetch(server.url + letter, { headers: BROWSER });
      if (answer.status !== 200) throw new Error(`the letter responded ${answer.status}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: READERS }, read));
  const value = residentMb(server.pid);
  return [{ what: `memory, after ${LETTERS} ready-made letters`, value, unit: 'MB', budget: 150 }];
}

const withinLimit = (limit: MemoryLimit, mb: number): Row[] => [
  {
    what: `all processes and file cache at their highest, of ${mb} MB`,
    value: limit.peakMb(),
    unit: 'MB',
  },
  { what: 'ended for want of memory', value: limit.kills(), unit: '', budget: 0 },
];
