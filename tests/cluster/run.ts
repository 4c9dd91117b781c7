/**
 * `npm run test:cluster [-- part …]`: several built servers behind Caddy, on one real PostgreSQL and
 * one real S3 server, and what may happen to them. After each part, `npm run verify` compares rows
 * and files. CLUSTER_COUNT sets the number of rounds, CLUSTER_SIZE that of the servers. With
 * CLUSTER_OLD=<commit> all begin as that version, and `deploy` replaces it.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildIfStale } from '../../scripts/build.ts';
import { ROOT } from '../support/server.ts';
import { missing, startCluster } from './cluster.ts';
import type { Cluster } from './cluster.ts';
import { buildOld } from './old-build.ts';
import type { Outcome, Part } from './part.ts';
import { PARTS } from './parts.ts';
import { verify } from './verified.ts';

const COUNT = process.env['CLUSTER_COUNT'];
const SIZE = Number(process.env['CLUSTER_SIZE'] ?? 2);
const OLD = process.env['CLUSTER_OLD'];
const MOST_SHOWN = 30;

async function runPart(part: Part, cluster: Cluster): Promise<Outcome & { name: string }> {
  console.log(`\n${part.name}: ${part.says}`);
  const started = performance.now();
  const outcome = await part.run(cluster, COUNT ? Number(COUNT) : part.count);
  const verified = await verify(cluster);
  const broken = [...outcome.broken, ...verified.broken];
  const seconds = Math.round((performance.now() - started) / 1000);
  const figures: Outcome['figures'] = [
    ...outcome.figures,
    ['rows and files agree', verified.says],
    ['broken promises', broken.length],
    ['time, s', seconds],
  ];
  for (const [name, value] of figures) console.log(`  ${name.padEnd(48)} ${value}`);
  for (const text of broken.slice(0, MOST_SHOWN)) console.log(`  BROKEN ${text}`);
  return { name: part.name, broken, figures };
}

/** On a cluster of its own. */
async function runOn(part: Part, root?: string): Promise<Outcome & { name: string }> {
  const cluster = await startCluster(part.size ?? SIZE, root);
  try {
    const outcome = await runPart(part, cluster);
    if (process.env['CLUSTER_LOG']) {
      for (const node of cluster.nodes) console.log(node.name, node.errors().slice(0, 10));
    }
    return outcome;
  } finally {
    await cluster.stop();
  }
}

async function main(names: string[]): Promise<boolean> {
  await buildIfStale();
  const parts = PARTS.filter(({ name }) => names.length === 0 || names.includes(name));
  const outcomes: (Outcome & { name: string })[] = [];
  const old = OLD ? await buildOld(OLD) : undefined;
  try {
    for (const part of parts) outcomes.push(await runOn(part, old?.root));
  } finally {
    await old?.remove();
  }
  const folder = path.join(ROOT, 'test-results');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'cluster.json'), `${JSON.stringify(outcomes, null, 2)}\n`);
  console.log('\nas JSON: test-results/cluster.json');
  return outcomes.every(({ broken }) => broken.length === 0);
}

const why = missing();
if (why) console.log(`Skipped: ${why}`);
else process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
