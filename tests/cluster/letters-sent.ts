import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { makeFamily, makeHost, makeLetter, makeResident } from '../support/factories.ts';
import type { Cluster, Node } from './cluster.ts';
import { pause } from './load.ts';
import type { Outcome, Part } from './part.ts';

const FACILITIES = 4;
const MAILS_FOR_EACH_KILL = 60;
/** Before any delivery, so that last month's letters are due. */
const OLD_MS = 100 * 24 * 60 * 60 * 1000;
/** What one server sends at once. */
const AT_ONCE = 4;
/** A killed server's mails come due again after three minutes. */
const PATIENCE_MS = 900_000;

/** Facilities whose letters are due, in one commit: the servers begin at their next look. */
async function makeDue({ rt, world }: Cluster, mails: number): Promise<void> {
  const created_at = new Date(Date.now() - OLD_MS).toISOString();
  await rt.db.transaction().execute(async (db) => {
    const tx = { db, clock: rt.clock };
    for (let facility = 0; facility < FACILITIES; facility++) {
      const host = await makeHost(tx, { created_at, activated_at: created_at });
      await makeLetter(tx, host.id, world.yearMonth);
      const resident = await makeResident(tx, host.id, { created_at });
      for (let n = 0; n < mails / FACILITIES; n++) {
        const email = `kazoku${facility}-${n}@example.jp`;
        await makeFamily(tx, resident, { created_at, email, delivery: 'email' });
      }
    }
  });
}

const isOfTest = (to: readonly string[]): boolean => to.some((one) => one.startsWith('kazoku'));

function arrivals({ smtp }: Cluster): Map<string, Map<string, number>> {
  const byAddress = new Map<string, Map<string, number>>();
  for (const { to, messageId } of smtp.received.filter((mail) => isOfTest(mail.to))) {
    const ids = byAddress.get(to.join()) ?? new Map<string, number>();
    byAddress.set(to.join(), ids.set(messageId, (ids.get(messageId) ?? 0) + 1));
  }
  return byAddress;
}

async function unsent({ rt }: Cluster): Promise<number> {
  const rows = await rt.db
    .selectFrom('outbox')
    .select('state')
    .where('kind', '=', 'delivery')
    .execute();
  return rows.filter(({ state }) => state !== 'sent').length;
}

export const lettersSent: Part = {
  name: 'mails',
  says: 'the mails of a month go out once each, from three servers that are killed',
  size: 3,
  count: 5,
  async run(cluster, count): Promise<Outcome> {
    const isBeforeFirst = yearMonthOf(civilDateOf(new Date())) === cluster.world.yearMonth;
    if (isBeforeFirst) return { broken: [], figures: [['skipped: the month ended meanwhile', 0]] };
    const mails = count * MAILS_FOR_EACH_KILL;
    await makeDue(cluster, mails);
    const until = Date.now() + PATIENCE_MS;
    const arrivedOf = (): number => cluster.smtp.received.filter(({ to }) => isOfTest(to)).length;
    for (let n = 0; n < count; n++) {
      const goal = Math.floor((mails * (n + 0.5)) / (count + 1));
      while (arrivedOf() < goal && Date.now() < until) await pause(1);
      const node = cluster.nodes[n % cluster.nodes.length] as Node;
      await node.server.stop('SIGKILL');
      await node.start();
    }
    const isDone = async (): Promise<boolean> =>
      arrivals(cluster).size >= mails && (await unsent(cluster)) === 0;
    while (Date.now() < until && !(await isDone())) await pause(500);
    return verdict(cluster, mails, count);
  },
};

async function verdict(cluster: Cluster, mails: number, kills: number): Promise<Outcome> {
  const arrived = arrivals(cluster);
  const broken: string[] = [];
  let repeated = 0;
  for (const [address, ids] of arrived) {
    if (ids.size !== 1) broken.push(`${address} got ${ids.size} mails`);
    for (const times of ids.values()) repeated += times - 1;
  }
  if (arrived.size !== mails) broken.push(`${arrived.size} of ${mails} families got their mail`);
  const left = await unsent(cluster);
  if (left > 0) broken.push(`${left} mails are not noted as sent`);
  // Accepted, and not yet noted when their server was killed.
  if (repeated > kills * AT_ONCE) broken.push(`${repeated} mails went out twice`);
  return {
    broken,
    figures: [
      ['kills', kills],
      ['families, each with one mail', arrived.size],
      ['sent again under the same Message-ID', repeated],
    ],
  };
}
