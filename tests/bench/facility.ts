import { readFile } from 'node:fs/promises';
import { PHOTOS, LETTERS } from '../../demo/story.ts';
import { createItem } from '#domains/item/create-items.ts';
import { photoJobs } from '#domains/photo/make-sizes.ts';
import { hashPassword } from '#domains/account/password/password.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { addMonths, civilDateOf, firstDayOf, yearMonthOf } from '#lib/calendar.ts';
import { readEnv } from '#server/env.ts';
import { makeJobWorker } from '#server/jobs.ts';
import type { Runtime } from '#server/runtime.ts';
import { openRuntime } from '#server/runtime.ts';
import { newId, randomToken } from '#server/secrets.ts';
import { upload } from '../support/uploads.ts';
import { readCorpus } from '../support/corpus.ts';
import { addFamilies } from './families.ts';
import { demoPhoto, variantOf } from './upload.ts';

const LARGE = { residents: 100, items: 30_000, photos: 30, familiesEach: 0 };

export const LOGIN = { email: 'bench@example.jp', password: 'bench-bench-bench' };

export interface Bench {
  tokens: { residentToken: string; familyToken: string };
  yearMonth: number;
  residentId: string;
  /** Of all families but the first, one of each resident after the other. */
  letters: string[];
}

/**
 * A facility of 100 residents and 30,000 items by default, with a letter of 30 photos; with families
 * for each, all residents have such a letter.
 */
export async function makeFacility(
  dataDir: string,
  given: Partial<typeof LARGE> = {},
): Promise<Bench> {
  const size = { ...LARGE, ...given };
  const rt = await openRuntime(readEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }));
  const yearMonth = addMonths(yearMonthOf(civilDateOf(rt.clock.now())), -1);
  const { actor, residents } = await insertPeople(rt, size.residents);
  const [first] = residents;
  if (!first) throw new Error('no resident');
  const family = { residentToken: first.token, familyToken: randomToken() };
  await insertFamily(rt, actor, first.id, family.familyToken, yearMonth);
  const blobId = await uploadLetter(rt, actor, first.id, yearMonth, size.photos);
  await insertOldItems(
    rt,
    actor,
    residents.map(({ id }) => id),
    { blobId, yearMonth, count: size.items },
  );
  const bench = { tokens: family, yearMonth, residentId: first.id };
  const letters = await addFamilies(rt, bench, size.familiesEach);
  await rt.close();
  return { ...bench, letters };
}

async function insertPeople(rt: Runtime, count: number) {
  const now = rt.clock.now().toISOString();
  const hostId = newId();
  await rt.db
    .insertInto('hosts')
    .values({
      id: hostId,
      name: 'ひなた苑',
      phone: '03-0000-0000',
      plan: 'standard',
      activated_at: now,
      trial_ends_at: null,
      created_at: now,
    })
    .execute();
  const staff = { id: newId(), name: '計測', nameKana: 'けいそく', email: LOGIN.email };
  await rt.db
    .insertInto('staffs')
    .values({
      id: staff.id,
      host_id: hostId,
      email: staff.email,
      name: staff.name,
      name_kana: staff.nameKana,
      role: 'admin',
      password_hash: await hashPassword({ key: 'bench' }, LOGIN.password),
      confirmed_at: now,
      last_seen_at: null,
      created_at: now,
    })
    .execute();
  const residents = Array.from({ length: count }, (_, index) => ({
    id: newId(),
    host_id: hostId,
    name: `入居 ${index}`,
    name_kana: 'にゅうきょ',
    birthday: null,
    photo_consent: 1 as const,
    left_on: null,
    portrait_blob_id: null,
    token: randomToken(),
    created_at: now,
  }));
  await rt.db.insertInto('residents').values(residents).execute();
  const host = {
    id: hostId,
    name: 'ひなた苑',
    isActive: true,
    plan: 'standard',
    trialEndsAt: null,
  };
  const actor: Actor = {
    ...staff,
    role: 'admin',
    isAdmin: true,
    userType: 'staff',
    scope: ['staff', 'admin'],
    host,
    sessionId: '',
    way: 'password',
    sharedDeviceId: null,
    isByPin: false,
    mustEnrol: false,
    endedOn: null,
    confirmedAt: '2026-01-01T00:00:00.000Z',
    accessTokenExpiresAt: 0,
  };
  return { actor, residents };
}

async function insertFamily(
  rt: Runtime,
  actor: Actor,
  residentId: string,
  token: string,
  yearMonth: number,
) {
  const now = rt.clock.now().toISOString();
  const hostId = actor.host.id;
  await rt.db
    .insertInto('families')
    .values({
      id: newId(),
      host_id: hostId,
      resident_id: residentId,
      name: '計測 家族',
      email: null,
      postcode: null,
      delivery: 'link',
      token,
      created_at: now,
    })
    .execute();
  await rt.db
    .insertInto('letters')
    .values({
      host_id: hostId,
      year_month: yearMonth,
      ...LETTERS[10],
      cover_item_id: null,
      version: 1,
      updated_at: now,
    })
    .execute();
}

/** The letter's own photos, two thirds the resident's. @returns one blob's id */
async function uploadLetter(
  rt: Runtime,
  actor: Actor,
  residentId: string,
  yearMonth: number,
  count: number,
) {
  const told = [...PHOTOS[10], ...PHOTOS[11]];
  const taken: string[] = [];
  let blobId = '';
  for (let index = 0; index < count; index++) {
    const story = told[index % told.length];
    if (!story) continue;
    const takenOn = `${firstDayOf(yearMonth).slice(0, 8)}${String(1 + (index % 28)).padStart(2, '0')}`;
    const { bytes, type } = await pictureOf(story.scene, index, taken);
    const { signed_id: blob } = await upload(rt, actor, bytes, type);
    const place = index % 3 === 2 ? null : residentId;
    await createItem(rt, actor, {
      blob,
      residentId: place,
      takenOn,
      caption: story.caption,
    });
    blobId = blob.split('.')[0] ?? '';
  }
  const worker = makeJobWorker({ ...rt, handlers: photoJobs(rt) });
  await worker.drain();
  return blobId;
}

const REAL = readCorpus('photos').filter(
  ({ name, expected }) => expected === 'accept' && /\.(jpe?g|png)$/i.test(name),
);

interface Picture {
  bytes: Buffer;
  type: 'image/jpeg' | 'image/png';
}

/** A real photo where there are some, else one of the demo. */
async function pictureOf(scene: string, index: number, taken: string[]): Promise<Picture> {
  const real = REAL[index % REAL.length];
  if (real) {
    const type = /\.png$/i.test(real.name) ? 'image/png' : 'image/jpeg';
    return { bytes: variantOf(await readFile(real.file), index), type };
  }
  const [width, height] = index % 3 === 0 ? [1200, 1600] : [1600, 1200];
  const bytes = await demoPhoto(scene, taken, width, height);
  return { bytes: variantOf(bytes, index), type: 'image/jpeg' };
}

/** Years of other photos; rows are what weighs here, so they share one stored photo. */
async function insertOldItems(
  rt: Runtime,
  actor: Actor,
  residentIds: string[],
  { blobId, yearMonth, count }: { blobId: string; yearMonth: number; count: number },
) {
  const now = rt.clock.now().toISOString();
  const rows = Array.from({ length: count }, (_, index) => ({
    id: newId(),
    host_id: actor.host.id,
    resident_id: residentIds[index % residentIds.length] ?? null,
    blob_id: blobId,
    picture: `bench-${index}`,
    is_upload: 0 as const,
    taken_on: firstDayOf(addMonths(yearMonth, -1 - (index % 36))),
    created_by: actor.id,
    created_at: now,
    deleted_at: null,
  }));
  await rt.db.transaction().execute(async (tx) => {
    for (let at = 0; at < rows.length; at += 1000) {
      await tx
        .insertInto('items')
        .values(rows.slice(at, at + 1000))
        .execute();
    }
  });
}
