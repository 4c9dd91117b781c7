import { LRUCache } from 'lru-cache';
import { civilDateOf, firstDayOf, yearMonthOf } from '#lib/calendar.ts';
import type { LetterTokens } from '#lib/paths.ts';
import { paths } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Secrets } from '#server/secrets.ts';
import { isSame } from '#server/secrets.ts';
import type { Actor } from '#features/session/session.ts';
import { isStaff } from '#features/session/session.policy.ts';
import { findFamilyPhoto, findHostPhoto } from './photo.repository.ts';

const PURPOSE = 'photo';

/**
 * Signatures of the letters read lately, by the tokens they depend on: a page writes them, and then
 * each of its pictures is asked for. Some 2 MB at most.
 */
const signatures = new WeakMap<Secrets, LRUCache<string, string>>();
const MOST_SIGNATURES = 10_000;

function signatureOf(secrets: Secrets, blobId: string, tokens: LetterTokens): string {
  const known = signatures.get(secrets) ?? new LRUCache({ max: MOST_SIGNATURES });
  if (known.size === 0) signatures.set(secrets, known);
  const { familyToken, residentToken } = tokens;
  const key = `${blobId} ${familyToken} ${residentToken}`;
  const signature = known.get(key) ?? secrets.sign(PURPOSE, blobId, familyToken, residentToken);
  known.set(key, signature);
  return signature;
}

/** Addresses of one photo for one family's link; they die with the link's tokens (P12). */
export function familyPhotoAddress(
  secrets: Secrets,
  link: LetterTokens & { familyId: string },
  blobId: string,
): (file: string) => string {
  const signature = signatureOf(secrets, blobId, link);
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
  if (!link?.residentToken) return false;
  const { familyToken, residentToken } = link;
  return isSame(signature, signatureOf(rt.secrets, blobId, { familyToken, residentToken }));
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
