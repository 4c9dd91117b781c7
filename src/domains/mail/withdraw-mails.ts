import type { Channel } from '#db/schema.ts';
import type { Db } from '#server/database.ts';
import { idsOf, orNone } from '#server/lists.ts';
import type { Runtime } from '#server/runtime.ts';
import { holds } from './kept-words.ts';
import type { MailKind } from './mail.ts';
import { withdrawLetters } from './outbox.ts';

/** Deletes unsent mails, and messages unless a channel is given, that hold a link. @returns their ids */
export const withdrawMails = (db: Db, hostId: string, token: string, channel?: Channel) =>
  idsOf(
    db
      .deleteFrom('outbox')
      .where('host_id', '=', hostId)
      .where('state', '!=', 'sent')
      .where(({ and }) => and(channel === undefined ? {} : { channel }))
      .where(holds(token))
      .returning('id'),
  );

/** What families would get of a facility, by mail or LINE, and is not being sent. @returns the ids */
export const withdrawUnsent = async (
  rt: Pick<Runtime, 'db' | 'clock'>,
  hostId: string,
  which: Unsent,
): Promise<string[]> => withdrawLetters(rt, hostId, await listUnsent(rt.db, hostId, which));

interface Unsent {
  kinds: readonly MailKind[];
  states: readonly ('queued' | 'failed')[];
}

const listUnsent = (db: Db, hostId: string, { kinds, states }: Unsent) =>
  idsOf(
    db
      .selectFrom('outbox')
      .select('id')
      .where('host_id', '=', hostId)
      .where('state', 'in', orNone(states))
      .where('kind', 'in', orNone(kinds)),
  );
