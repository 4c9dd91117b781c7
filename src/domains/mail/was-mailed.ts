import type { Db } from '#server/database.ts';
import { findsAny, orNone } from '#server/lists.ts';
import { holds } from './kept-words.ts';
import { LETTER_KINDS } from './mail.ts';

/** Whether a mail with that link went to an address, or may have: its end is not known. */
export const wasMailed = (db: Db, hostId: string, recipient: string, token: string) =>
  findsAny(
    db
      .selectFrom('outbox')
      .where((eb) => eb.and({ host_id: hostId, channel: 'mail', recipient }))
      .where('kind', 'in', orNone(LETTER_KINDS))
      .where((eb) => eb.or([eb('state', '=', 'sent'), eb('attempts', '>', eb.ref('failures'))]))
      .where(holds(token)),
  );
