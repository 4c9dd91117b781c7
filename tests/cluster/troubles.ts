import { openLedger } from '../crash/ledger.ts';
import { CutOff, claimLeftovers } from '../crash/load.ts';
import { check, drained } from './check.ts';
import type { Cluster, Node } from './cluster.ts';
import { pause, startLoad, targetOf } from './load.ts';
import type { Outcome, Part } from './part.ts';

const MIN_LOAD_MS = 300;
const MORE_LOAD_MS = 1500;
/** Longer than a job's lease and a transaction's patience. */
const FROZEN_MS = Number(process.env['CLUSTER_FROZEN_MS'] ?? 90_000);
const STORE_AWAY_MS = Number(process.env['CLUSTER_AWAY_MS'] ?? 30_000);
const DATABASE_AWAY_MS = 5000;
const LEFTOVERS_MS = 120_000;

type Trouble = (cluster: Cluster, round: number) => Promise<void>;

const nodeOf = ({ nodes }: Cluster, round: number): Node => nodes[round % nodes.length] as Node;

/** What clients were told during the trouble is true after it. */
async function underLoad(cluster: Cluster, count: number, trouble: Trouble): Promise<Outcome> {
  const target = await targetOf(cluster);
  const load = startLoad(cluster, target, openLedger());
  const { ledger, readings } = load;
  for (let round = 0; round < count; round++) {
    await pause(MIN_LOAD_MS + Math.random() * MORE_LOAD_MS);
    await trouble(cluster, round);
  }
  await pause(MIN_LOAD_MS);
  await load.end();
  await drained(cluster.rt);
  const leftOver = ledger.uploads.size;
  await claimAll(() => claimLeftovers(target, ledger));
  const broken = await check(cluster, ledger);
  return {
    broken,
    figures: [
      ['rounds', count],
      ['items acknowledged, all there', ledger.items.size],
      ['uploads whose item was made later', leftOver],
      ['answers / requests cut off', `${ledger.answers} / ${ledger.cut}`],
      ['letters / pictures read', `${readings.letters} / ${readings.pictures}`],
      ['reads that failed', readings.failed],
    ],
  };
}

/** The servers may not have noticed yet that what they need is back. */
async function claimAll(claim: () => Promise<void>): Promise<void> {
  const until = Date.now() + LEFTOVERS_MS;
  for (;;) {
    try {
      await claim();
      return;
    } catch (error) {
      if (!(error instanceof CutOff) || Date.now() > until) throw error;
      await pause(MIN_LOAD_MS);
    }
  }
}

const part = (name: string, says: string, count: number, trouble: Trouble): Part => ({
  name,
  says,
  count,
  run: (cluster, rounds) => underLoad(cluster, rounds, trouble),
});

export const TROUBLES: readonly Part[] = [
  part('kill', 'one server is killed and started again', 5, async (cluster, round) => {
    const node = nodeOf(cluster, round);
    await node.server.stop('SIGKILL');
    await pause(MIN_LOAD_MS);
    await node.start();
  }),
  part('freeze', 'one server stands still, longer than its leases', 1, async (cluster, round) => {
    const { server } = nodeOf(cluster, round);
    server.child.kill('SIGSTOP');
    await pause(FROZEN_MS);
    server.child.kill('SIGCONT');
  }),
  part('database', 'PostgreSQL is restarted, then crashes', 2, ({ postgres }, round) =>
    postgres.restart(round % 2 === 0 ? 'SIGINT' : 'SIGQUIT', DATABASE_AWAY_MS),
  ),
  part('store', 'the S3 store is killed and away', 1, async ({ ceph: { gateway } }) => {
    await gateway.kill();
    await pause(STORE_AWAY_MS);
    await gateway.start();
  }),
];
