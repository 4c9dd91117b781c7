import type { Channel } from '#db/schema.ts';
import type { Db } from '#server/database.ts';
import { holds } from './kept-words.ts';

/** Deletes unsent mails, and messages unless a channel is given, that hold a link. @returns their ids */
export async function withdrawMails(
  db: Db,
  hostId: string,
  token: string,
  channel?: Channel,
): Promise<string[]> {
  const rows = await db
    .deleteFrom('outbox')
    .where('host_id', '=', hostId)
    .where('state', '!=', 'sent')
    .where(({ and }) => and(channel === undefined ? {} : { channel }))
    .where(holds(token))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
