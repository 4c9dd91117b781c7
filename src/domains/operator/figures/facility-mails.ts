import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';

/** Mails of a facility, as long as they are kept. */
interface FacilityMails {
  name: string;
  sent: number;
  waiting: number;
  failed: number;
}

const SHOWN = 30;

/** Those with failed mails first. @returns also how many facilities are not shown */
export async function readFacilityMails({
  db,
}: Pick<Runtime, 'db'>): Promise<{ shown: FacilityMails[]; more: number }> {
  const hosts = await db.selectFrom('hosts').select(['id', 'name']).execute();
  const names = new Map(hosts.map(({ id, name }) => [id, name]));
  const byHost = new Map<string | null, FacilityMails>();
  for (const { host_id: id, state, n } of await countByHost(db)) {
    const name = names.get(id ?? '') ?? OWN;
    const mails = byHost.get(id) ?? { name, sent: 0, waiting: 0, failed: 0 };
    byHost.set(id, mails);
    mails[state === 'queued' ? 'waiting' : state] += n;
  }
  const all = [...byHost.values()].sort((a, b) => b.failed - a.failed || b.sent - a.sent);
  return { shown: all.slice(0, SHOWN), more: Math.max(0, all.length - SHOWN) };
}

/** For no facility: sign-ups, and mails to the operator. */
const OWN = 'つきだより';

/** From the index `outbox_counts` alone. */
const countByHost = (db: Db) =>
  db
    .selectFrom('outbox')
    .select(({ fn }) => ['host_id', 'state', fn.countAll<number>().as('n')])
    .where('stopped', '=', 0)
    .groupBy(['host_id', 'state'])
    .execute();
