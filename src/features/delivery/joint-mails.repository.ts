import type { Db } from '#server/database.ts';
import { orNone } from '#server/lists.ts';

/** Unsent mails that announce letters of these families, and of others too. */
export async function listJointMails(db: Db, hostId: string, familyIds: readonly string[]) {
  return db
    .selectFrom('deliveries as own')
    .innerJoin('deliveries as other', (join) =>
      join
        .onRef('other.host_id', '=', 'own.host_id')
        .onRef('other.outbox_id', '=', 'own.outbox_id')
        .on('other.family_id', 'not in', orNone(familyIds)),
    )
    .innerJoin('outbox', (join) =>
      join.onRef('outbox.id', '=', 'own.outbox_id').onRef('outbox.host_id', '=', 'own.host_id'),
    )
    .select(['outbox.id', 'outbox.state', 'own.year_month as yearMonth'])
    .select(['outbox.attempts', 'outbox.failures', 'outbox.next_attempt_at as nextAttemptAt'])
    .distinct()
    .where('own.host_id', '=', hostId)
    .where('own.family_id', 'in', orNone(familyIds))
    .where('outbox.state', '!=', 'sent')
    .execute();
}

export type JointMail = Awaited<ReturnType<typeof listJointMails>>[number];

/** @param to null for a mail that failed */
export const moveDeliveries = (
  db: Db,
  hostId: string,
  from: string,
  familyIds: readonly string[],
  to: string | null,
) =>
  db
    .updateTable('deliveries')
    .set({ outbox_id: to })
    .where('host_id', '=', hostId)
    .where('outbox_id', '=', from)
    .where('family_id', 'in', orNone(familyIds))
    .execute();

export const updateContent = (
  db: Db,
  id: string,
  content: { subject: string; text: string; html: string },
) => db.updateTable('outbox').set(content).where('id', '=', id).execute();
