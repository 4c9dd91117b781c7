import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { PHOTOS as TOLD } from '../../demo/story.ts';
import { startSession } from '#domains/account/session/session-lifecycle.ts';
import { addDays, civilDateOf, firstDayOf, yearMonthOf, yearOf } from '#lib/calendar.ts';
import { readEnv } from '#server/env.ts';
import { openRuntime } from '#server/runtime.ts';
import { CLIENT, signedIn } from '../support/cast.ts';
import { readCorpus } from '../support/corpus.ts';
import {
  makeFamily,
  makeHost,
  makeLetter,
  makeNote,
  makeResident,
  makeStaff,
} from '../support/factories.ts';
import { drainJobs, uploadPhoto } from '../support/uploads.ts';
import { demoPhoto } from './upload.ts';

const YEARS = 3;
const MONTHS = YEARS * 12;
const PER_MONTH = 14;
export const PHOTOS = MONTHS * PER_MONTH;
const LEAST_PIXELS = 1e6;
const MOST_EDGE = 4000;
const NOTE = '中庭の花を見ながら、昔のお話をたくさん聞かせてくださいました。'.repeat(4);

const REAL = readCorpus('photos').filter(
  ({ name, expected, width, height }) =>
    expected === 'accept' && /\.jpe?g$/i.test(name) && width * height >= LEAST_PIXELS,
);

/** A resident with three years of letters, whose photos go through the whole of an upload. */
export async function fillBook(dataDir: string) {
  const rt = await openRuntime(readEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }));
  const first = yearOf(yearMonthOf(civilDateOf(rt.clock.now()))) - YEARS;
  const { id: hostId } = await makeHost(rt, { name: 'ひなた苑', phone: '03-0000-0000' });
  const admin = await makeStaff(rt, hostId, { role: 'admin' });
  const actor = await signedIn(rt, admin);
  const resident = await makeResident(rt, hostId, { name: '岩井 しづ' });
  const family = await makeFamily(rt, resident);
  const told = Object.values(TOLD).flat();
  for (let month = 0; month < MONTHS; month++) {
    const yearMonth = (first + Math.floor(month / 12)) * 100 + (month % 12) + 1;
    await makeNote(rt, resident, yearMonth, { body: NOTE });
    await makeLetter(rt, hostId, yearMonth, { body: NOTE });
    for (let day = 0; day < PER_MONTH; day++) {
      const index = month * PER_MONTH + day;
      const story = told[index % told.length];
      if (!story) throw new Error('no story');
      await uploadPhoto(rt, actor, {
        residentId: index % 3 === 2 ? null : resident.id,
        takenOn: addDays(firstDayOf(yearMonth), day * 2),
        caption: story.caption,
        bytes: await pictureOf(story.scene, index),
      });
    }
    await drainJobs(rt);
  }
  const { access_token } = await startSession(rt, admin.id, hostId, CLIENT);
  await rt.close();
  const tokens = { residentToken: resident.token, familyToken: family.token };
  return { tokens, residentId: resident.id, session: access_token };
}

/** Each time with a little more of an edge cut off, so that no two are the same picture. */
async function pictureOf(scene: string, index: number): Promise<Buffer> {
  const real = REAL[index % REAL.length];
  const whole = real ? await readFile(real.file) : await demoPhoto(scene, [], 1600, 1200);
  const { data, info } = await sharp(whole, { failOn: 'none' })
    .autoOrient()
    .resize(MOST_EDGE, MOST_EDGE, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const left = 1 + Math.floor(index / Math.max(1, REAL.length));
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } })
    .extract({ left, top: 0, width: width - left, height })
    .jpeg({ quality: 88 })
    .toBuffer();
}
