import { civilDateOf, firstDayOf, yearMonthOf } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import { readNewAnswers, readNewAnswersCount } from '#features/answer/answer.service.ts';
import { readDeliverySettings } from '#features/delivery/settings.service.ts';
import { readLastDelivery } from '#features/delivery/mail-states.service.ts';
import { readLastHandovers } from '#features/handover/handover.service.ts';
import { countHeld } from '#features/item/held.service.ts';
import { readAdminLetter } from '#features/letter-desk/admin-letter.service.ts';
import { deadlineOf } from '#features/letter/deadline.ts';
import { deliveryDay } from '#features/letter/letter.ts';
import { readFailedMails } from '#features/mail/failed-mails.service.ts';
import { readFailedPhotos } from '#features/photo/failed-photos.service.ts';
import { isPhotoRoomGone } from '#features/photo/quota.service.ts';
import { allAwaited, awaitsPhoto } from '#features/resident/consent.ts';
import { isResident } from '#features/resident/life.ts';
import { chooseResidents } from '#features/resident/resident.service.ts';
import type { Actor } from '#features/session/session.ts';
import type { Dashboard } from './dashboard.ts';
import { MAX_ANSWERS, listed } from './dashboard.ts';
import {
  countFamiliesByDelivery,
  listResidentsWithoutFamily,
  listUnreachedFamilies,
  findStoredBytes,
} from './dashboard.repository.ts';

export async function readDashboard(rt: Runtime, actor: Actor): Promise<Dashboard> {
  const { db, clock } = rt;
  const hostId = actor.host.id;
  const today = civilDateOf(clock.now());
  const yearMonth = yearMonthOf(today);
  const firstDay = firstDayOf(yearMonth);
  const residents = (await chooseResidents(rt, actor, yearMonth)).filter(isResident);
  const settings = await readDeliverySettings(db, hostId);
  return {
    daysLeft: deadlineOf(today).daysLeft,
    deliveryDay: deliveryDay(yearMonth),
    deliveryHour: settings.hour,
    letter: await readAdminLetter(rt, actor, yearMonth),
    residentsCount: residents.length,
    withoutPhotos: listed(residents.filter(awaitsPhoto)),
    allAwaited: allAwaited(residents),
    unreached: listed(await readUnreached(rt, hostId, firstDay)),
    withoutFamily: listed(await listResidentsWithoutFamily(db, hostId, firstDay)),
    families: await readFamilyCounts(rt, hostId, firstDay),
    isMailOff: !settings.mailEnabled,
    lastDelivery: await readLastDelivery(rt, actor),
    handovers: await readLastHandovers(rt, actor),
    failedMails: await readFailedMails(rt, actor),
    heldCount: await countHeld(rt, actor),
    failedPhotos: await readFailedPhotos(rt, actor),
    answers: {
      first: await readNewAnswers(rt, actor, MAX_ANSWERS),
      count: await readNewAnswersCount(rt, actor),
    },
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
  const families = { email: 0, link: 0, print: 0 };
  for (const { delivery, count } of await countFamiliesByDelivery(db, hostId, day)) {
    families[delivery] = count;
  }
  return families;
}
