import { openLedger } from '../crash/ledger.ts';
import { check } from './check.ts';
import { pause, startLoad, targetOf } from './load.ts';
import type { Outcome, Part } from './part.ts';

const BETWEEN_MS = 1500;

/** One server after the other is stopped as a deploy does, and started again. */
export const deploy: Part = {
  name: 'deploy',
  says: 'each server in turn is replaced under load, and no request fails',
  count: 2,
  async run(cluster, count): Promise<Outcome> {
    const target = { ...(await targetOf(cluster)), away: [], patienceMs: 0 };
    const { ledger, readings, end } = startLoad(cluster, target, openLedger());
    const broken: string[] = [];
    for (let round = 0; round < count; round++) {
      for (const node of cluster.nodes) {
        await pause(BETWEEN_MS);
        const exit = await node.server.stop();
        if (exit !== 0) broken.push(`${node.name} ended with ${exit}`);
        await node.start();
      }
    }
    await pause(BETWEEN_MS);
    await end();
    if (ledger.cut > 0) broken.push(`${ledger.cut} requests were cut off`);
    broken.push(...readings.failures, ...(await check(cluster, ledger)));
    return {
      broken,
      figures: [
        ['servers replaced', count * cluster.nodes.length],
        ['items acknowledged, all there', ledger.items.size],
        ['answers', ledger.answers],
        ['letters / pictures read', `${readings.letters} / ${readings.pictures}`],
      ],
    };
  },
};
