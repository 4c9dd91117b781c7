import type { LetterTokens } from '#lib/paths.ts';
import { civilDateOf, yearMonthOf, yearOf } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId } from '#server/secrets.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { signedIn } from '../../support/cast.ts';
import {
  makeAnswer,
  makeFamily,
  makeHost,
  makeNote,
  makeResident,
  makeStaff,
} from '../../support/factories.ts';
import { jpeg } from '../../support/pictures.ts';
import { Random } from '../../support/random.ts';
import { drainJobs, uploadPhoto } from '../../support/uploads.ts';

/** Families with a whole year behind them. */
export interface YearWorld {
  year: number;
  hostName: string;
  /** 120 photos, long notes and greetings, months without photos. */
  full: LetterTokens;
  /** Three years of twelve letters with fourteen photos each. */
  bound: LetterTokens;
  /** One photo. */
  single: LetterTokens;
  /** The longest name, and one note, which fills its page. */
  worded: LetterTokens;
  /** Photos and captions of any shape, in any order. */
  albums: LetterTokens[];
}

const HOST_NAME = '社会福祉法人あじさい会 特別養護老人ホーム あじさいの丘';
/** As long as forms allow. */
const LONG_NAME =
  '寿限無寿限無五劫の擦り切れ海砂利水魚の水行末雲来末風来末食う寝る処に住む処やぶら小路の藪柑子パイポパイポ'.slice(
    0,
    60,
  );
const SHAPES = [
  { width: 1600, height: 1200 },
  { width: 1200, height: 1600 },
  { width: 1600, height: 900 },
  { width: 1200, height: 1200 },
  { width: 900, height: 1900 },
];
/** Of screens, panoramas and bookmarks. */
const ODD_SHAPES = [
  ...SHAPES,
  { width: 1080, height: 2340 },
  { width: 1500, height: 500 },
  { width: 500, height: 1500 },
];
const ALBUMS = 6;
export const FULL_PHOTOS = 120;
export const BOUND_PHOTOS = 3 * 12 * 14;
/** The others have words only. */
const MONTHS_WITH_PHOTOS = [1, 2, 3, 4, 6, 7, 8, 9, 11, 12];
const SENTENCE = '中庭の花を見ながら、昔のお話をたくさん聞かせてくださいました。';
const NOTE_LINES = 20;
/** What needs more room than it has signs, and what needs less. */
const WORDS = [
  SENTENCE,
  '「おいしい」。「え、」、（笑）',
  'きゃっきゃっと、ちょっと…',
  'OK! Wir WWW mm happy birthday, ',
  '😀🎂👵',
];

export async function makeYearWorld(rt: Runtime): Promise<YearWorld> {
  const year = yearOf(yearMonthOf(civilDateOf(rt.clock.now()))) - 1;
  const { id: hostId } = await makeHost(rt, { name: HOST_NAME, phone: '03-9876-5432' });
  const admin = await makeStaff(rt, hostId, { email: 'ajisai@example.jp', role: 'admin' });
  const full = await addFamily(rt, hostId, '安達 きぬ');
  const single = await addFamily(rt, hostId, '小島 正');
  const worded = await addFamily(rt, hostId, LONG_NAME);
  const actor = await signedIn(rt, admin);
  const shapes: string[] = [];
  for (const [index, shape] of SHAPES.entries()) {
    const takenOn = `${year}-01-0${index + 1}`;
    const photo = { residentId: full.resident.id, takenOn, bytes: await jpeg(shape) };
    shapes.push((await uploadPhoto(rt, actor, photo)).id);
  }
  await drainJobs(rt);
  await fillYear(rt, full, year, shapes);
  await copyPhotos(rt, single.resident.id, shapes.slice(0, 1), () => `${year}-05-05`, 1);
  const bound = await addFamily(rt, hostId, '岩井 しづ');
  await fillYears(rt, bound, year, shapes);
  // As long as a page, whatever the fonts: the closing has no room below it.
  const body = Array.from({ length: NOTE_LINES }, () => SENTENCE.slice(0, 29)).join('\n');
  await makeNote(rt, worded.resident, year * 100 + 5, { body });
  const albums = await makeAlbums(rt, actor, hostId, year);
  return {
    year,
    albums,
    hostName: HOST_NAME,
    full: full.tokens,
    bound: bound.tokens,
    single: single.tokens,
    worded: worded.tokens,
  };
}

type Household = Awaited<ReturnType<typeof addFamily>>;

async function addFamily(rt: Runtime, hostId: string, name: string) {
  const resident = await makeResident(rt, hostId, { name });
  const family = await makeFamily(rt, resident, { name: `${name.split(' ')[0] ?? ''} 誠` });
  const tokens = { residentToken: resident.token, familyToken: family.token };
  return { resident, family, tokens };
}

async function fillYear(rt: Runtime, { resident, family }: Household, year: number, ids: string[]) {
  const day = (index: number): string => {
    const month = MONTHS_WITH_PHOTOS[index % MONTHS_WITH_PHOTOS.length] ?? 1;
    return `${year}-${String(month).padStart(2, '0')}-${String(6 + (index % 20)).padStart(2, '0')}`;
  };
  await copyPhotos(rt, resident.id, ids, day, FULL_PHOTOS - ids.length);
  for (let month = 1; month <= 12; month++) {
    const yearMonth = year * 100 + month;
    await makeNote(rt, resident, yearMonth, { body: SENTENCE.repeat(1 + ((month * 7) % 18)) });
  }
  await makeAnswer(rt, family, { year_month: year * 100 + 12, body: SENTENCE.repeat(8) });
}

async function fillYears(rt: Runtime, { resident }: Household, last: number, ids: string[]) {
  for (const year of [last - 2, last - 1, last]) {
    const day = (index: number): string => {
      const [month, nth] = [1 + (index % 12), 1 + Math.floor(index / 12)];
      return `${year}-${String(month).padStart(2, '0')}-${String(nth).padStart(2, '0')}`;
    };
    await copyPhotos(rt, resident.id, ids, day, BOUND_PHOTOS / 3);
    for (let month = 1; month <= 12; month++) {
      const body = SENTENCE.repeat(1 + ((month * year) % 9));
      await makeNote(rt, resident, year * 100 + month, { body });
    }
  }
}

async function makeAlbums(rt: Runtime, actor: Actor, hostId: string, year: number) {
  const first = await addFamily(rt, hostId, '相川 栄');
  const ids: string[] = [];
  for (const shape of ODD_SHAPES) {
    const photo = { residentId: first.resident.id, takenOn: `${year}-01-01` };
    ids.push((await uploadPhoto(rt, actor, { ...photo, bytes: await jpeg(shape) })).id);
  }
  await drainJobs(rt);
  const albums: LetterTokens[] = [];
  for (let album = 1; album <= ALBUMS; album++) {
    const { resident, tokens } = await addFamily(rt, hostId, '相川 栄');
    const random = new Random(album);
    const words = (most: number): string => {
      const length = random.chance(0.2) ? 0 : Math.floor(random.next() * random.int(0, most));
      return random.pick(WORDS).repeat(most).slice(0, length);
    };
    const chosen = Array.from({ length: FULL_PHOTOS }, () => random.pick(ids));
    const day = (index: number): string => {
      const date = new Date(Date.UTC(year, 0, 1 + index * 3));
      return date.toISOString().slice(0, 10);
    };
    await copyPhotos(rt, resident.id, chosen, day, FULL_PHOTOS, () => words(200));
    for (let month = 1; month <= 12; month++) {
      await makeNote(rt, resident, year * 100 + month, { body: words(500) || SENTENCE });
    }
    albums.push(tokens);
  }
  return albums;
}

/** Further items of stored pictures. */
async function copyPhotos(
  rt: Runtime,
  resident_id: string,
  ids: readonly string[],
  dayOf: (index: number) => string,
  count: number,
  captionOf = captionAt,
): Promise<void> {
  const items = await rt.db.selectFrom('items').selectAll().where('id', 'in', ids).execute();
  const known = new Map(items.map((item) => [item.id, item]));
  const rows = Array.from({ length: count }, (_row, index) => ({
    ...(known.get(ids[index % ids.length] ?? '') as (typeof items)[number]),
    id: newId(),
    resident_id,
    picture: `${resident_id}-${dayOf(index)}-${index}`,
    is_upload: 0 as const,
    taken_on: dayOf(index),
    caption: captionOf(index),
  }));
  await rt.db.insertInto('items').values(rows).execute();
}

const captionAt = (index: number): string =>
  SENTENCE.repeat(index % 7).slice(0, (index * 17) % 200);
