import { invalid } from '#lib/errors.ts';
import { isOn } from '#lib/flags.ts';
import type { Db } from '#server/database.ts';
import { listStops } from './family-rows.ts';
import type { FamilyRow } from './family-rows.ts';

const STOPPED =
  'このご家族は、ご自分でメールを止めています。またメールで受け取るには、ご家族に、お便りの「受け取り方」のページから選んでいただいてください。';

/** An address that has stopped gets no mail by being entered anew (P42). */
export async function stopAt(db: Db, hostId: string, email: string | null): Promise<string | null> {
  if (email === null) return null;
  return (await listStops(db, hostId, [email])).get(email) ?? null;
}

/** Mail that a family has stopped is taken up again by itself only. @throws AppError 422 */
export function requireNotStopped(
  after: Pick<FamilyRow, 'stopped_at' | 'delivery' | 'also_by_mail'>,
): void {
  if (after.stopped_at === null) return;
  if (after.delivery === 'email') throw invalid(STOPPED, { delivery: [STOPPED] });
  if (isOn(after.also_by_mail)) throw invalid(STOPPED, { alsoByMail: [STOPPED] });
}
