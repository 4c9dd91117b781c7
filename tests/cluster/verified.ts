import { command } from '../support/command.ts';
import type { Cluster } from './cluster.ts';
import { pause } from './load.ts';

const PATIENCE_MS = 300_000;
const AGREES = /^Rows and files agree: (.*)\n$/;

/**
 * What `npm run verify` says once all servers have ended, on the database, the bucket and each
 * server's folder. Uploads whose server was killed before their commit are removed first, by a
 * server that starts half an hour later.
 */
export async function verify(cluster: Cluster): Promise<{ says: string; broken: string[] }> {
  const broken: string[] = [];
  for (const { name, server } of cluster.nodes) {
    const exit = await server.stop();
    if (exit !== 0) broken.push(`${name} ended with ${exit}`);
  }
  await sweep(cluster);
  let says = '';
  for (const [n, { name, settings }] of cluster.nodes.entries()) {
    // The first one reads every file; the others look at their own folders.
    const args = ['--stopped', ...(n === 0 ? [] : ['--quick'])];
    const { stdout, stderr } = await command('commands/verify.ts', args, settings);
    const [, sum] = AGREES.exec(stdout) ?? [];
    if (sum === undefined) broken.push(`verify at ${name}: ${stdout}${stderr}`);
    else says ||= sum;
  }
  return { says, broken };
}

/** After the slots of all uploads expired. */
async function sweep({ nodes: [node], rt: { db, blobs } }: Cluster): Promise<void> {
  if (!node) return;
  const slot_expires_at = new Date(0).toISOString();
  await db.updateTable('blobs').set({ slot_expires_at }).where('state', '=', 'awaiting').execute();
  await node.start();
  const until = Date.now() + PATIENCE_MS;
  while ((await isLeft()) && Date.now() < until) await pause(100);
  await node.server.stop();

  async function isLeft(): Promise<boolean> {
    const ids = await blobs.listUploads();
    const states = await db
      .selectFrom('blobs')
      .select('id')
      .where('state', '=', 'awaiting')
      .execute();
    return states.some(({ id }) => ids.includes(id));
  }
}
