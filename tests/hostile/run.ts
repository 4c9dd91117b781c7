/**
 * `npm run test:hostile [-- name …]`: the long forms of the promises in docs/safety.md against
 * hostile clients and files. HOSTILE_SEED repeats a run, HOSTILE_COUNT sets its length.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildIfStale } from '../../scripts/build.ts';
import { ROOT } from '../support/server.ts';
import type { HostilePart, HostileResult } from './part.ts';
import { PARTS } from './parts.ts';

const seed = Number(process.env['HOSTILE_SEED'] ?? Date.now() % 2 ** 31);
const count = process.env['HOSTILE_COUNT'];

interface Outcome extends HostileResult {
  name: string;
  promise: string;
  seed: number;
  seconds: number;
}

async function runPart(part: HostilePart): Promise<Outcome> {
  console.log(`\n${part.promise} ${part.name}: ${part.says}`);
  const started = performance.now();
  const result = await part.run({ seed, count: count ? Number(count) : part.count });
  const seconds = Math.round((performance.now() - started) / 1000);
  const { cases, broken, figures = [], skipped } = result;
  if (skipped) console.log(`  skipped: ${skipped}`);
  else console.log(`  ${cases} cases, ${broken.length} broken, ${seconds} s, seed ${seed}`);
  for (const [what, value] of figures) console.log(`  ${what.padEnd(48)} ${value}`);
  for (const text of broken.slice(0, 50)) console.log(`  BROKEN ${text}`);
  return { name: part.name, promise: part.promise, seed, seconds, ...result };
}

function chosenParts(names: string[]): HostilePart[] {
  const unknown = names.filter((name) => !PARTS.some((part) => part.name === name));
  if (unknown.length > 0) {
    const known = PARTS.map(({ name }) => name).join(', ');
    throw new Error(`no part is called ${unknown.join(', ')}; there are: ${known}`);
  }
  return PARTS.filter(({ name }) => names.length === 0 || names.includes(name));
}

const parts = chosenParts(process.argv.slice(2));
await buildIfStale();
const outcomes: Outcome[] = [];
for (const part of parts) outcomes.push(await runPart(part));

const folder = path.join(ROOT, 'test-results');
await mkdir(folder, { recursive: true });
await writeFile(path.join(folder, 'hostile.json'), `${JSON.stringify(outcomes, null, 2)}\n`);
console.log('\nas JSON: test-results/hostile.json');
const broken = outcomes.reduce((sum, outcome) => sum + outcome.broken.length, 0);
process.exit(broken === 0 ? 0 : 1);
