import { makeInvitation, readInvitation } from '#domains/account/invite.ts';
import { issueToken } from '#domains/account/one-time/one-time-tokens.ts';
import { VARIANTS_JOB } from '#domains/photo/take-in-photo.ts';
import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { dataPaths } from '#server/data-folder.ts';
import { readEnv } from '#server/env.ts';
import { enqueueJob } from '#server/jobs.ts';
import type { Runtime } from '#server/runtime.ts';
import { openRuntime } from '#server/runtime.ts';
import type { Cast } from '../../support/cast.ts';
import { signedIn } from '../../support/cast.ts';
import {
  makeAnswer,
  makeFamily,
  makeHost,
  makeNote,
  makeResident,
  makeStaff,
} from '../../support/factories.ts';
import { makeMail } from '../../support/mailbox.ts';
import { storyPlaces } from '../../support/views/story-places.ts';
import type { Places } from '../../support/views/view.ts';
import type { World } from '../../support/world.ts';
import { makeWorld } from '../../support/world.ts';
import type { ConsentWorld } from './consent-world.ts';
import { makeConsentWorld } from './consent-world.ts';
import type { DeliveryWorld } from './delivery-world.ts';
import { makeDeliveryWorld } from './delivery-world.ts';
import type { LargeWorld } from './large-world.ts';
import { makeLargeWorld } from './large-world.ts';
import type { LifeWorld } from './life-world.ts';
import { makeLifeWorld } from './life-world.ts';
import type { MonthWorld } from './month-world.ts';
import { makeMonthWorld } from './month-world.ts';
import type { NotesWorld } from './notes-world.ts';
import { makeNotesWorld } from './notes-world.ts';
import type { YearWorld } from './year-world.ts';
import { makeYearWorld } from './year-world.ts';
import type { MailedPurpose } from '../../support/accounts-model/model.ts';

/** The world, and what only account stories need. */
export interface StoryWorld extends World {
  /** Each is changed by one story only. */
  people: Record<
    'forgetful' | 'moving' | 'tidy' | 'patient' | 'calm',
    { name: string; email: string }
  >;
  /** Admins of empty facilities: one per device, two together. */
  beginners: Record<'phone' | 'desktop' | 'first' | 'second', { email: string }>;
  /** A facility that has just signed up. */
  firstDay: { email: string; resident: { token: string }; family: { token: string } };
  /** With everything that the photo page tells about. */
  notices: { email: string; residentId: string };
  /** Its letters are due when the server starts. */
  delivery: DeliveryWorld;
  /** A facility that makes a phone a shared device. */
  sharing: { admin: string; general: string; residentId: string };
  large: LargeWorld;
  life: LifeWorld;
  /** Two facilities alike: a month is done on a phone and on a desk. */
  month: Record<'phone' | 'desk' | 'unwritten', MonthWorld>;
  /** Changed by the story about notes only. */
  notes: NotesWorld;
  year: YearWorld;
  consent: ConsentWorld;
  /** Expired tokens. */
  expired: Record<MailedPurpose | 'invitation', string>;
  /** A facility that no story changes. */
  places: Places;
}

const LONG_AGO_MS = 9 * 24 * 60 * 60 * 1000;

export async function makeStoryWorld(dataDir: string): Promise<StoryWorld> {
  const world = await makeWorld(dataDir);
  const rt = await openRuntime(readEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }));
  try {
    await makeInvitation(rt, world.cast.host.id);
    return {
      ...world,
      people: await makePeople(rt, world.cast),
      beginners: await makeBeginners(rt),
      firstDay: await makeFirstDay(rt),
      notices: await makeNotices(rt),
      delivery: await makeDeliveryWorld(rt),
      sharing: await makeSharing(rt),
      large: await makeLargeWorld(rt, dataPaths(dataDir).database),
      life: await makeLifeWorld(rt),
      month: {
        phone: await makeMonthWorld(rt, 'yamabuki'),
        desk: await makeMonthWorld(rt, 'yamabuki-2'),
        unwritten: await makeMonthWorld(rt, 'yamabuki-3'),
      },
      notes: await makeNotesWorld(rt),
      year: await makeYearWorld(rt),
      consent: await makeConsentWorld(rt),
      expired: await makeExpired(rt, world.cast),
      places: await storyPlaces(rt),
    };
  } finally {
    await rt.close();
  }
}

async function makePeople(rt: Runtime, { host }: Cast): Promise<StoryWorld['people']> {
  const person = (email: string, name: string) => makeStaff(rt, host.id, { email, name });
  return {
    forgetful: await person('wasure@example.jp', '小林 奈緒'),
    moving: await person('hikkoshi@example.jp', '加藤 美咲'),
    tidy: await person('seiton@example.jp', '吉田 愛'),
    patient: await person('nonbiri@example.jp', '松本 葵'),
    calm: await person('odayaka@example.jp', '井上 結衣'),
  };
}

async function makeBeginners(rt: Runtime): Promise<StoryWorld['beginners']> {
  const facility = async (name: string) => (await makeHost(rt, { name })).id;
  const admin = (hostId: string, email: string, name: string) =>
    makeStaff(rt, hostId, { role: 'admin', email, name });
  const shared = await facility('すみれ荘');
  return {
    phone: await admin(await facility('つくしの里'), 'tsukushi@example.jp', '森 さくら'),
    desktop: await admin(await facility('なのはな苑'), 'nanohana@example.jp', '池田 翔'),
    first: await admin(shared, 'sumire@example.jp', '橋本 彩'),
    second: await admin(shared, 'aoi@example.jp', '石川 涼'),
  };
}

async function makeFirstDay(rt: Runtime): Promise<StoryWorld['firstDay']> {
  const { id } = await makeHost(rt, { name: 'ひなげし荘' });
  const { email } = await makeStaff(rt, id, { role: 'admin', email: 'hinageshi@example.jp' });
  const resident = await makeResident(rt, id, { name: '川口 フミ' });
  return { email, resident, family: await makeFamily(rt, resident) };
}

async function makeNotices(rt: Runtime): Promise<StoryWorld['notices']> {
  const host = await makeHost(rt, { name: 'りんどう荘' });
  const { id: hostId, name: hostName } = host;
  const { email } = await makeStaff(rt, hostId, { role: 'admin', email: 'rindou@example.jp' });
  const resident = await makeResident(rt, hostId, { name: '三浦 トメ' });
  await makeResident(rt, hostId, { name: '原田 ミネ' });
  await makeAnswer(rt, await makeFamily(rt, resident));
  const body = '食欲があり、\nよく笑っておいでです。\n'.repeat(20);
  await makeNote(rt, resident, yearMonthOf(civilDateOf(rt.clock.now())), { body });
  const id = await makeMail(rt, { hostId, hostName });
  await rt.db.updateTable('outbox').set({ state: 'failed' }).where('id', '=', id).execute();
  await enqueueJob(rt.db, {
    kind: VARIANTS_JOB,
    hostId,
    payload: { blobId: 'none' },
    runAt: rt.clock.now(),
  });
  await rt.db.updateTable('jobs').set({ state: 'failed' }).where('host_id', '=', hostId).execute();
  return { email, residentId: resident.id };
}

async function makeSharing(rt: Runtime): Promise<StoryWorld['sharing']> {
  const { id } = await makeHost(rt, { name: 'かえで荘' });
  const role = 'admin' as const;
  const admin = await makeStaff(rt, id, { role, email: 'kaede@example.jp', name: '大塚 瞳' });
  const general = await makeStaff(rt, id, { email: 'momiji@example.jp', name: '平野 樹' });
  const resident = await makeResident(rt, id, { name: '今村 ツル' });
  return { admin: admin.email, general: general.name, residentId: resident.id };
}

async function makeExpired(rt: Runtime, { otherAdmin }: Cast): Promise<StoryWorld['expired']> {
  const past = { ...rt, clock: { now: () => new Date(Date.now() - LONG_AGO_MS) } };
  const { id: staffId, host_id: hostId } = otherAdmin;
  const token = (purpose: MailedPurpose) =>
    issueToken(past, purpose, { email: 'mukashi@example.jp', hostId, staffId });
  await makeInvitation(past, hostId);
  const shown = await readInvitation(past, await signedIn(rt, otherAdmin));
  return {
    host_sign_up: await token('host_sign_up'),
    staff_sign_up: await token('staff_sign_up'),
    password: await token('password'),
    email: await token('email'),
    invitation: new URL(shown?.url ?? '').searchParams.get('invitation') ?? '',
  };
}
