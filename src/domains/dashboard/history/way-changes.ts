import type { AuditAction } from '#domains/audit/audit.ts';
import { FORMER_DAYS } from '#domains/people/family.ts';
import { daysBefore } from '#lib/durations.ts';
import type { Runtime } from '#server/runtime.ts';
import { listNames } from './read-history.ts';
import { sentenceOf } from './sentence.ts';

/** What a family, or whoever holds its link, has changed about how its letters come. */
export interface WayChange {
  familyId: string;
  familyName: string;
  at: Date;
  /** `佐藤 ハル様のご家族 佐藤 花子様が、お便りのメールを止めました` */
  text: string;
}

const CHANGED: AuditAction[] = ['family.way_chosen', 'family.line_joined'];
const RENEWED: AuditAction[] = ['family.link_renewed', 'resident.token_rotated'];

/**
 * As long as a mailbox that its letters left can take them back, the newest first; none by a link that
 * was renewed since.
 */
export async function readWayChanges(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  hostId: string,
): Promise<WayChange[]> {
  const events = await db
    .selectFrom('audit_logs')
    .select(['staff_id', 'action', 'target', 'resident_id', 'detail', 'created_at as at'])
    .where('host_id', '=', hostId)
    .where('created_at', '>=', daysBefore(clock.now(), FORMER_DAYS))
    .where('action', 'in', [...CHANGED, ...RENEWED])
    .orderBy('created_at', 'desc')
    .execute();
  const isOf = (actions: string[]) => (event: (typeof events)[number]) =>
    actions.includes(event.action);
  const renewals = events.filter(isOf(RENEWED));
  const changes = events
    .filter(isOf(CHANGED))
    .filter(
      ({ target, resident_id, at }) =>
        !renewals.some((one) => one.at >= at && [target, resident_id].includes(one.target)),
    );
  const ids = changes.flatMap(({ target, resident_id }) => [target ?? '', resident_id ?? '']);
  const names = await listNames(db, hostId, ids);
  return changes.flatMap((event) => {
    const familyId = event.target ?? '';
    const familyName = names.get(familyId);
    // It is removed.
    if (familyName === undefined) return [];
    const text = sentenceOf({ ...event, count: 1 }, names);
    return [{ familyId, familyName, at: new Date(event.at), text }];
  });
}
