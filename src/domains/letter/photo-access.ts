import type { Expression, ExpressionBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '#db/schema.ts';
import { mustEnrolHere } from '#domains/account/session/guards.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { isAdminStaff, isStaff } from '#domains/account/session/session.ts';
import { civilDateOf, firstDayOf, yearMonthOf } from '#lib/calendar.ts';
import type { LetterTokens } from '#lib/paths.ts';
import { paths } from '#lib/paths.ts';
import type { Db } from '#server/database.ts';
import { findPrepared } from '#server/prepared.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Secrets } from '#server/secrets.ts';
import { isSame } from '#server/secrets.ts';
import { isInLetters, isSeenByResident } from './who-sees-what.ts';

const PURPOSE = 'photo';

/** By the tokens they depend on: a letter is opened, then its pictures. Some 2 MB at most. */
const signers = new WeakMap<Secrets, LRUCache<string, (blobId: string) => string>>();
const MOST_SIGNERS = 5000;

function signerOf(secrets: Secrets, { familyToken, residentToken }: LetterTokens) {
  const known = signers.get(secrets) ?? new LRUCache({ max: MOST_SIGNERS });
  if (known.size === 0) signers.set(secrets, known);
  const key = familyToken + residentToken;
  const kept = known.get(key);
  if (kept) return kept;
  const signer = secrets.signer(PURPOSE, familyToken, residentToken);
  known.set(key, signer);
  return signer;
}

/** Addresses of photos for one family's link; they die with the link's tokens (P12). */
export function familyPhotoAddresses(
  secrets: Secrets,
  link: LetterTokens & { familyId: string },
): (blobId: string) => (file: string) => string {
  const sign = signerOf(secrets, link);
  return (blobId) => {
    const folder = paths.familyPhoto(link.familyId, blobId, sign(blobId), '');
    return (file) => folder + file;
  };
}

/** Whether a letter that this family can open shows the photo. */
export async function mayFamilySeePhoto(
  rt: Pick<Runtime, 'clock' | 'readConnection' | 'secrets'>,
  familyId: string,
  blobId: string,
  signature: string,
): Promise<boolean> {
  const outBefore = firstDayOf(yearMonthOf(civilDateOf(rt.clock.now())));
  const link = await findFamilyPhoto(rt.readConnection, familyId, blobId, outBefore);
  if (!link) return false;
  return isSame(signature, signerOf(rt.secrets, link)(blobId));
}

/**
 * Staff see all photos of their facility while it is active. An admin also sees them afterwards, to
 * take letters home (domain.md#facilities).
 */
export async function mayStaffSeePhoto(
  rt: Runtime,
  actor: Actor | null,
  blobId: string,
): Promise<boolean> {
  if (!isStaff(actor) || mustEnrolHere(actor)) return false;
  if (!actor.host.isActive && !isAdminStaff(actor)) return false;
  return (await findHostPhoto(rt.db, actor.host.id, blobId)) !== undefined;
}

/**
 * A photo requested by a family's URL, if a letter shows it to that family.
 * @param outBefore the first day whose photos are not yet in a published letter
 */
const findFamilyPhoto = findPrepared(
  (db, familyId: Expression<string>, blobId: Expression<string>, outBefore: Expression<string>) =>
    db
      .selectFrom('families')
      .innerJoin('residents', 'residents.id', 'families.resident_id')
      .select(['families.token as familyToken', 'residents.token as residentToken'])
      .where('families.id', '=', familyId)
      .where(
        ({ selectFrom }) =>
          selectFrom('items')
            .select('items.id')
            .whereRef('items.host_id', '=', 'families.host_id')
            .where('items.blob_id', '=', blobId)
            .where((eb) => isInLetters(eb.ref('families.resident_id'))(eb))
            .where(isOut(outBefore))
            .where(isSeenByResident)
            .limit(1),
        'is not',
        null,
      ),
);

type Asked = ExpressionBuilder<Database, 'families' | 'items'>;

/** Of a published month, or with an early look, which ends with a death. */
const isOut = (outBefore: Expression<string>) => (eb: Asked) =>
  eb.or([
    eb('items.taken_on', '<', outBefore),
    eb(
      eb
        .selectFrom('delivery_settings')
        .innerJoin('residents', 'residents.host_id', 'delivery_settings.host_id')
        .select('early_look')
        .whereRef('delivery_settings.host_id', '=', 'families.host_id')
        .whereRef('residents.id', '=', 'families.resident_id')
        .where('residents.letters_end', 'is', null),
      '=',
      1,
    ),
  ]);

const findHostPhoto = (db: Db, hostId: string, blobId: string) =>
  db
    .selectFrom('blobs')
    .select('id')
    .where((eb) => eb.and({ id: blobId, host_id: hostId }))
    .executeTakeFirst();
