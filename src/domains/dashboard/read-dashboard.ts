import type { ExpressionBuilder } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { readLastHandovers } from '#domains/delivery/letters-by-hand.ts';
import { readOutlook } from '#domains/delivery/outlook.ts';
import { readLastDelivery } from '#domains/delivery/read-states.ts';
import { readDeliverySettings } from '#domains/facility/read-delivery-settings.ts';
import { countLeftOut } from '#domains/item/settle-left-out.ts';
import { countHeld } from '#domains/item/settle-held.ts';
import { readWaitingAnswers } from '#domains/letter/answer/staff-answers.ts';
import { readAdminLetter } from '#domains/letter/desk/edit-letters.ts';
import { isTimeToCheck, lettersShown } from '#domains/letter/desk/month-letters.ts';
import { readMonthLetters } from '#domains/letter/desk/read-month.ts';
import { readFailedMails } from '#domains/mail/retry-mails.ts';
import { countConsents } from '#domains/people/consent-records/consent-list.ts';
import { countApplications } from '#domains/people/joining/take-in-families.ts';
import { familyWay } from '#domains/people/family-rows.ts';
import { isResident } from '#domains/people/life.ts';
import { chooseResidents } from '#domains/people/read-residents.ts';
import { deliveryDay } from '#domains/people/stay.ts';
import { isPhotoRoomGone } from '#domains/photo/quota.ts';
import { readFailedPhotos } from '#domains/photo/retry-photos.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { civilDateOf, firstDayOf, yearMonthOf } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import { ofOneHost } from '#server/lists.ts';
import type { Runtime } from '#server/runtime.ts';
import { readFirstSteps } from './close-first-steps.ts';
import type { Dashboard } from './dashboard.ts';
import { MAX_ANSWERS, listed } from './dashboard.ts';
import { readWayChanges } from './history/way-changes.ts';

export async function readDashboard(rt: Runtime, actor: Actor): Promise<Dashboard> {
  const { db, clock } = rt;
  const hostId = actor.host.id;
  const today = civilDateOf(clock.now());
  const yearMonth = yearMonthOf(today);
  const firstDay = firstDayOf(yearMonth);
  const residents = (await chooseResidents(rt, actor, yearMonth)).filter(isResident);
  const letters = await readMonthLetters(rt, actor, yearMonth);
  const settings = await readDeliverySettings({ db }, hostId);
  return {
    deliveryDay: deliveryDay(yearMonth),
    outlook: await readOutlook(rt, hostId, yearMonth),
    isTimeToCheck: isTimeToCheck(yearMonth, today),
    letter: await readAdminLetter(rt, actor, yearMonth),
    residentsCount: residents.length,
    withoutPhotos: listed(lettersShown(letters, 'photoless')),
    uncheckedCount: lettersShown(letters, 'unchecked').length,
    leftOutCount: await countLeftOut(rt, actor),
    unreached: listed(await readUnreached(rt, hostId, firstDay)),
    returned: listed(await listReturned(db, hostId, firstDay)),
    withoutFamily: listed(await listResidentsWithoutFamily(db, hostId, firstDay)),
    families: await readFamilyCounts(rt, hostId, firstDay),
    isMailOff: !settings.mailEnabled,
    lastDelivery: await readLastDelivery(rt, actor),
    handovers: await readLastHandovers(rt, actor),
    failedMails: await readFailedMails(rt, actor),
    heldCount: await countHeld(rt, actor),
    answers: await readWaitingAnswers(rt, actor, MAX_ANSWERS),
    failedPhotos: await readFailedPhotos(rt, actor),
    applications: await countApplications(rt, actor),
    consents: await countConsents(rt, actor, residents),
    wayChanges: listed(await readWayChanges(rt, hostId)),
    firstSteps: await readFirstSteps(rt, actor),
    storedBytes: await findStoredBytes(db, hostId),
    isDiskFull: await isPhotoRoomGone(rt, actor),
  };
}

const readUnreached = async ({ db }: Runtime, hostId: string, day: string) =>
  (await listUnreachedFamilies(db, hostId, day)).map(({ id, name, delivery, resident_name }) => ({
    id,
    name,
    delivery,
    residentName: resident_name ?? '',
  }));

async function readFamilyCounts({ db }: Runtime, hostId: string, day: string) {
  const families = { email: 0, link: 0, print: 0, line: 0 };
  for (const { delivery, count } of await countFamiliesByDelivery(db, hostId, day)) {
    families[delivery] = count;
  }
  return families;
}

type OfResident = ExpressionBuilder<Database, 'residents'>;

/** Not left before that day; after a death, only for a last letter of the month it begins. */
const getsLetter = (day: CivilDate) => (eb: OfResident) =>
  eb.and([
    eb.or([eb('residents.left_on', 'is', null), eb('residents.left_on', '>=', day)]),
    eb.or([
      eb('residents.letters_end', 'is', null),
      eb.and([eb('residents.letters_end', '=', day), eb('residents.last_letter', '=', 1)]),
    ]),
  ]);

/** Nothing is asked of staff about those who are away or have died. */
const isAsideOf = (eb: OfResident) =>
  eb.or([eb('residents.away_since', 'is not', null), eb('residents.letters_end', 'is not', null)]);

/** Families that a letter of the month beginning on that day may reach. */
const familiesOn = (db: Db, hostId: string, day: CivilDate) =>
  db
    .selectFrom('families')
    .where('families.host_id', '=', hostId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('residents')
          .select('residents.id')
          .whereRef('residents.host_id', '=', 'families.host_id')
          .whereRef('residents.id', '=', 'families.resident_id')
          .where(getsLetter(day)),
      ),
    );

const countFamiliesByDelivery = (db: Db, hostId: string, day: CivilDate) =>
  familiesOn(db, hostId, day)
    .select((eb) => [familyWay(eb).as('delivery'), eb.fn.countAll<number>().as('count')])
    .groupBy((eb) => familyWay(eb))
    .execute();

/** Families without the address that their way of delivery needs. */
const listUnreachedFamilies = (db: Db, hostId: string, day: CivilDate) =>
  familiesOn(db, hostId, day)
    .select(['families.id', 'families.name', 'families.delivery'])
    .select((eb) =>
      eb
        .selectFrom('residents')
        .select('residents.name')
        .whereRef('residents.host_id', '=', 'families.host_id')
        .whereRef('residents.id', '=', 'families.resident_id')
        .as('resident_name'),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('residents')
            .select('residents.id')
            .whereRef('residents.host_id', '=', 'families.host_id')
            .whereRef('residents.id', '=', 'families.resident_id')
            .where(isAsideOf),
        ),
      ),
    )
    .where((eb) =>
      eb.or([
        eb.and([
          eb('families.by_line', '=', 0),
          eb('families.delivery', '=', 'email'),
          eb.or([eb('families.email', 'is', null), eb('families.email', '=', '')]),
        ]),
        eb.and([
          eb('families.by_line', '=', 0),
          eb('families.delivery', '=', 'print'),
          eb.or([eb('families.pref', '=', ''), eb('families.city', '=', '')]),
        ]),
      ]),
    )
    .orderBy('families.name_kana')
    .orderBy('families.id')
    .execute();

/** Families that would get mail, from whose addresses it comes back. */
const listReturned = (db: Db, hostId: string, day: CivilDate) =>
  familiesOn(db, hostId, day)
    .innerJoin('residents', ofOneHost('residents.id', 'families.resident_id'))
    .select(['families.id', 'families.name', 'residents.name as residentName'])
    .select(({ fn, val }) => fn.coalesce('families.returned_words', val('')).as('words'))
    .where('families.returned_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('families.delivery', '=', 'email'),
        eb.and([eb('families.by_line', '=', 1), eb('families.also_by_mail', '=', 1)]),
      ]),
    )
    .orderBy('families.name_kana')
    .orderBy('families.id')
    .execute();

const listResidentsWithoutFamily = (db: Db, hostId: string, day: CivilDate) =>
  db
    .selectFrom('residents')
    .select(['id', 'name'])
    .where('host_id', '=', hostId)
    .where(getsLetter(day))
    .where((eb) => eb.not(isAsideOf(eb)))
    .where('has_no_family', '=', 0)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('families')
            .select('families.id')
            .whereRef('families.host_id', '=', 'residents.host_id')
            .whereRef('families.resident_id', '=', 'residents.id'),
        ),
      ),
    )
    .orderBy('name_kana')
    .orderBy('id')
    .execute();

async function findStoredBytes(db: Db, hostId: string): Promise<number> {
  const host = await db
    .selectFrom('hosts')
    .select('stored_bytes')
    .where('id', '=', hostId)
    .executeTakeFirst();
  return host?.stored_bytes ?? 0;
}
