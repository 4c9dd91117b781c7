import { civilDateOf, firstDayOf, yearMonthOf } from '#lib/calendar.ts';
import type { LetterTokens } from '#lib/paths.ts';
import { paths } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Secrets } from '#server/secrets.ts';
import type { Actor } from '#features/session/session.ts';
import { isStaff } from '#features/session/session.policy.ts';
import { findFamilyPhoto, findHostPhoto } from './photo.repository.ts';

const PURPOSE = 'photo';

/** URLs of one photo for one family's link; revoked with its tokens (P12). */
export function familyPhotoAddress(
  secrets: Secrets,
  link: LetterTokens & { familyId: string },
  blobId: string,
): (file: string) => string {
  const signature = secrets.sign(PURPOSE, blobId, link.familyToken, link.residentToken);
  return (file) => paths.familyPhoto(link.familyId, blobId, signature, file);
}

/** Whether a letter that this family can open shows the photo. */
export function mayFamilySeePhoto(
  rt: Pick<Runtime, 'clock' | 'readConnection' | 'secrets'>,
  familyId: string,
  blobId: string,
  signature: string,
): boolean {
  const outBefore = firstDayOf(yearMonthOf(civilDateOf(rt.clock.now())));
  const link = findFamilyPhoto(rt.readConnection, familyId, blobId, outBefore);
  return (
    typeof link?.residentToken === 'string' &&
    rt.secrets.verify(signature, PURPOSE, blobId, link.familyToken, link.residentToken)
  );
}

/** Staff see all photos of their facility while it is active (domain.md#facilities). */
export async function mayStaffSeePhoto(
  rt: Runtime,
  actor: Actor | null,
  blobId: string,
): Promise<boolean> {
  if (!isStaff(actor) || !actor.host.isActive) return false;
  return (await findHostPhoto(rt.db, actor.host.id, blobId)) !== undefined;
}
