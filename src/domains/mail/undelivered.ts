import type { Db } from '#server/database.ts';
import { orNone } from '#server/lists.ts';
import type { Runtime } from '#server/runtime.ts';
import { DELIVERY_KINDS } from './mail.ts';

/** Addresses that did not take a letter themselves, while it is tried again too. */
export async function readUndelivered({ db }: Runtime, hostId: string): Promise<Set<string>> {
  const rows = await listUndelivered(db, hostId, DELIVERY_KINDS);
  return new Set(rows.map(({ recipient }) => recipient));
}

const listUndelivered = (db: Db, hostId: string, kinds: readonly string[]) =>
  db
    .selectFrom('outbox')
    .select('recipient')
    .distinct()
    .where('channel', '=', 'mail')
    .where('host_id', '=', hostId)
    .where('state', '<>', 'sent')
    .where('stopped', '=', 0)
    .where('fault', 'in', ['address', 'mailbox'])
    .where('kind', 'in', orNone(kinds))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('outbox as later')
            .select('later.id')
            .whereRef('later.host_id', '=', 'outbox.host_id')
            .whereRef('later.recipient', '=', 'outbox.recipient')
            .whereRef('later.sent_at', '>', 'outbox.created_at'),
        ),
      ),
    )
    .execute();
