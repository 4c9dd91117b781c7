import { SHARED_DEVICE_COOKIE } from '#domains/account/session/session.ts';
import { WRONG_PINS } from '#domains/account/shared-device/pin.ts';
import { paths } from '#lib/paths.ts';
import { makePin, makeSharedDevice } from './device-rows.ts';
import { makeCarer } from './factories.ts';
import { json } from './http.ts';
import type { Site } from './open-site.ts';
import type { Random } from './random.ts';
import { PIN } from './shared-device.ts';

interface Round {
  site: Site;
  random: Random;
  token: string;
  names: string[];
}

const NAMES = 6;
/** More than the queue of one device holds. */
const AT_ONCE = 16;
const ALLOWED = [200, 401, 429, 503];

/** One stolen device: guesses in parallel, with the right PIN in between. @returns what is broken */
export async function guessOnDevice(
  site: Site,
  random: Random,
  guesses: number,
): Promise<{ broken: string[]; verified: number }> {
  const { factory, dataDir, world } = site;
  const { id, token } = await makeSharedDevice(factory, world.cast.host.id);
  const name = id;
  await factory.db.updateTable('shared_devices').set({ name }).where('id', '=', id).execute();
  const carers = await Promise.all(
    Array.from({ length: NAMES }, () => makeCarer(factory, world.cast.host.id)),
  );
  for (const carer of carers.slice(1)) await makePin(factory, dataDir, carer);
  const names = [...carers.map((carer) => carer.id), world.cast.otherAdmin.id, 'unknown'];
  const answers: Guess[] = [];
  while (answers.length < guesses) {
    const wave = Array.from({ length: AT_ONCE }, () => guess({ site, random, token, names }));
    answers.push(...(await Promise.all(wave)));
  }
  return judge(site, name, answers);
}

interface Guess {
  staffId: string;
  isRight: boolean;
  status: number;
}

async function guess({ site, random, token, names }: Round): Promise<Guess> {
  const staffId = random.pick(names);
  const isRight = random.chance(0.1);
  const pin = isRight ? PIN : String(random.int(600_000, 999_999));
  const headers = {
    Cookie: `${SHARED_DEVICE_COOKIE}=${token}`,
    'Sec-Fetch-Site': 'same-origin',
  };
  const sent = json({ staffId, pin }, headers);
  const { status } = await site.ask('anonymous', paths.api.currentDevice, sent);
  return { staffId, isRight, status };
}

async function judge({ factory }: Site, name: string, answers: Guess[]) {
  const wrong = await factory.db
    .selectFrom('audit_logs')
    .select('target')
    .where('action', '=', 'session.pin_refused')
    .where('detail', '=', name)
    .execute();
  const most = 20;
  const broken = answers
    .filter(({ status, isRight }) => !ALLOWED.includes(status) || (status === 200 && !isRight))
    .map(({ staffId, isRight, status }) => `${staffId}, ${isRight ? 'right' : 'wrong'}: ${status}`);
  if (wrong.length > most) broken.push(`${wrong.length} wrong PINs were verified on one device`);
  for (const id of new Set(wrong.map(({ target }) => target))) {
    if (id === null) continue;
    const tried = wrong.filter(({ target }) => target === id).length;
    const entered = answers.filter((one) => one.staffId === id && one.status === 200).length;
    if (tried > WRONG_PINS * (entered + 1)) broken.push(`${tried} wrong PINs for one name`);
  }
  return { broken, verified: wrong.length };
}
