import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { copyItem } from '#domains/item/item-place.ts';
import { createItem } from '#domains/item/create-items.ts';
import { openUploadSlot, receiveUpload } from '#domains/photo/take-in-photo.ts';
import { photoJobs } from '#domains/photo/make-sizes.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { startOfDay } from '#lib/calendar.ts';
import { RECIPE } from '#lib/picture-recipe.ts';
import { makeImagePool } from '#server/image/image-pool.ts';
import type { JobHandler } from '#server/jobs.ts';
import { makeJobWorker } from '#server/jobs.ts';
import type { Runtime } from '#server/runtime.ts';
import type { SeededPeople } from './people.ts';
import type { PlannedPhoto } from './plan.ts';
import { readPicture } from './pictures.ts';
import { STAFF } from './story.ts';

const AFTERNOON_MS = 15 * 60 * 60 * 1000;

/** The server's own: nobody is waiting for a page yet. */
const NICENESS = { prompt: 0, patient: 0 };

/**
 * Uploads the planned photos as a phone would, while the worker makes variants.
 * @param progress how many are ready
 */
export async function seedPhotos(
  given: Runtime,
  people: SeededPeople,
  plan: PlannedPhoto[],
  progress: (done: number) => void,
): Promise<void> {
  const rt: Runtime = { ...given, images: makeImagePool(RECIPE, undefined, NICENESS) };
  const worker = makeJobWorker({
    ...rt,
    atOnce: rt.images.atOnce,
    handlers: countedJobs(rt, progress),
  });
  rt.wakeJobs = worker.wake;
  const now = rt.clock.now().getTime();
  for (const [index, photo] of plan.entries()) {
    const day = startOfDay(photo.sentOn ?? photo.takenOn).getTime();
    // Today's were sent by now, however early it is.
    const afternoon = Math.min(day + AFTERNOON_MS, Math.max(day, now - plan.length));
    const moment = new Date(afternoon + index);
    const then: Runtime = { ...rt, clock: { now: () => moment } };
    await seedPhoto(then, actorFor(people, index), people, photo);
  }
  await worker.drain();
  await worker.stop();
  rt.images.close();
  await noteSeen(rt, people.hostId);
}

function countedJobs(rt: Runtime, progress: (done: number) => void): Record<string, JobHandler> {
  let done = 0;
  const count =
    (handler: JobHandler): JobHandler =>
    async (payload) => {
      await handler(payload);
      progress(++done);
    };
  return Object.fromEntries(
    Object.entries(photoJobs(rt)).map(([kind, handler]) => [kind, count(handler)]),
  );
}

/** Who sent photos has used the service. */
const noteSeen = (rt: Runtime, hostId: string) =>
  rt.db
    .updateTable('staffs')
    .set(({ selectFrom }) => ({
      last_seen_at: selectFrom('items')
        .select(({ fn }) => fn.max('items.created_at').as('at'))
        .whereRef('items.created_by', '=', 'staffs.id'),
    }))
    .where('host_id', '=', hostId)
    .execute();

async function seedPhoto(
  rt: Runtime,
  actor: Actor,
  people: SeededPeople,
  photo: PlannedPhoto,
): Promise<void> {
  const [first = null, ...others] = photo.places.map((index) =>
    index === null ? null : (people.residentIds[index] ?? null),
  );
  const blob = await sendPhoto(
    rt,
    actor,
    photo.picture,
    'image/jpeg',
    await readPicture(photo.picture, photo.takenAt),
  );
  const item = await createItem(rt, actor, {
    blob,
    residentId: first,
    // A photo uploaded late only has the camera's date.
    ...(photo.sentOn === undefined && { takenOn: photo.takenOn }),
    caption: photo.caption,
  });
  for (const other of others) await copyItem(rt, actor, item.id, other);
}

/** The direct-upload exchange without the network. @returns the signed id */
async function sendPhoto(
  rt: Runtime,
  actor: Actor,
  filename: string,
  type: 'image/jpeg' | 'image/png',
  bytes: Buffer,
): Promise<string> {
  const checksum = createHash('md5').update(bytes).digest('base64');
  const blob = { filename, content_type: type, byte_size: bytes.length, checksum };
  const slot = await openUploadSlot(rt, actor, { blob }, rt.env.PUBLIC_URL);
  const place = slot.direct_upload.url.split('/').at(-1) ?? '';
  await receiveUpload(rt, place, type, Readable.from([bytes]));
  return slot.signed_id;
}

/** The staff take turns. */
function actorFor({ hostId, staffIds }: SeededPeople, index: number): Actor {
  const turn = index % STAFF.length;
  const { name = '', nameKana = '', email = null } = STAFF[turn] ?? {};
  return {
    id: staffIds[turn] ?? '',
    name,
    nameKana,
    email,
    role: 'general',
    isAdmin: false,
    userType: 'staff',
    scope: ['staff'],
    host: { id: hostId, name: '', isActive: true, plan: 'standard', trialEndsAt: null },
    sessionId: '',
    way: 'password',
    sharedDeviceId: null,
    isByPin: false,
    mustEnrol: false,
    endedOn: null,
    confirmedAt: '2026-01-01T00:00:00.000Z',
    accessTokenExpiresAt: 0,
  };
}
