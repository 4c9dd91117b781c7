import type { Db } from '#server/database.ts';
import { orNone } from '#server/lists.ts';
import type { Runtime } from '#server/runtime.ts';
import { LETTER_KINDS } from './mail.ts';

/**
 * Addresses that did not take a letter themselves, while it is tried again too. Compared here with
 * what was sent since: in SQL, each of them would be looked for among all mails.
 */
export async function readUndelivered({ db }: Runtime, hostId: string): Promise<Set<string>> {
  const failed = await listLastFailures(db, hostId, LETTER_KINDS);
  if (failed.length === 0) return new Set();
  const sent = new Map<string, string>();
  for (const { recipient, at } of await listLastSent(db, hostId)) sent.set(recipient, at ?? '');
  const isOpen = ({ recipient, at }: (typeof failed)[number]) => (sent.get(recipient) ?? '') <= at;
  return new Set(failed.filter(isOpen).map(({ recipient }) => recipient));
}

/** When the last mail of these kinds was made that a recipient did not take. */
const listLastFailures = (db: Db, hostId: string, kinds: readonly string[]) =>
  db
    .selectFrom('outbox')
    .select((eb) => ['recipient', eb.fn.max('created_at').as('at')])
    .where((eb) => eb.and({ channel: 'mail', host_id: hostId }))
    .where('state', '<>', 'sent')
    .where('stopped', '=', 0)
    .where('fault', 'in', ['address', 'mailbox'])
    .where('kind', 'in', orNone(kinds))
    .groupBy('recipient')
    .execute();

const listLastSent = (db: Db, hostId: string) =>
  db
    .selectFrom('outbox')
    .select((eb) => ['recipient', eb.fn.max('sent_at').as('at')])
    .where('host_id', '=', hostId)
    .where('sent_at', 'is not', null)
    .groupBy('recipient')
    .execute();
