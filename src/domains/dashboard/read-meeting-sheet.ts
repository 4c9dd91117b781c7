import type { Actor } from '#domains/account/session/session.ts';
import { readHostContact } from '#domains/facility/read-host.ts';
import { readFirstMonth } from '#domains/item/first-month.ts';
import { listFamilies } from '#domains/letter/desk/admin-letter-rows.ts';
import { readReached } from '#domains/letter/desk/letter-counts.ts';
import { hasLetter, holdingsOf } from '#domains/letter/month-contents.ts';
import { countLetterPhotos, readMonthContents } from '#domains/letter/read-month-contents.ts';
import { STAY_COLUMNS } from '#domains/letter/who-sees-what.ts';
import { deliveryDay, monthToDeliver, toViewer } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { civilDateOf, startOfDay, yearMonthOf } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Counted, MonthFigures, Period } from './meeting-sheet.ts';
import { countMonths, listPeriods } from './meeting-sheet.ts';

interface MeetingSheet extends Counted {
  period: Period;
}

interface MeetingSheets {
  hostName: string;
  years: Period[];
  all: Period[];
  /** null before the first letter is out. */
  sheet: MeetingSheet | null;
}

/** Counts for 運営推進会議, without names; `wanted`: a month or a year, the last month for any other. */
export async function readMeetingSheet(
  rt: Runtime,
  { host }: Actor,
  wanted: string | null,
): Promise<MeetingSheets> {
  const last = monthToDeliver(rt.clock.now());
  const current = yearMonthOf(civilDateOf(rt.clock.now()));
  const periods = listPeriods(await readFirstMonth(rt.db, host.id, current), last);
  const period = periods.all.find(({ value }) => value === wanted) ?? periods.all[0];
  const { name: hostName } = await readHostContact(rt.db, host.id);
  if (!period) return { ...periods, hostName, sheet: null };
  const months = await readMonths(rt, host.id, period.months);
  return { ...periods, hostName, sheet: { period, ...countMonths(months) } };
}

async function readMonths(
  rt: Runtime,
  hostId: string,
  months: readonly YearMonth[],
): Promise<MonthFigures[]> {
  const [from, to] = [Math.min(...months), Math.max(...months)];
  const reached = await readReached(rt.db, hostId, from, to);
  const words = await countWords(rt.db, hostId, from, to);
  const wordsOf = new Map(words.map(({ year_month, count }) => [year_month, count]));
  const people = await readPeople(rt.db, hostId);
  const figures: MonthFigures[] = [];
  for (const month of months) {
    const letters = await readLetters(rt.db, hostId, month, people);
    const { readCount: seen, familiesCount: families } = reached(month);
    figures.push({ ...letters, families, seen, words: wordsOf.get(month) ?? 0 });
  }
  return figures;
}

type People = Awaited<ReturnType<typeof readPeople>>;

async function readPeople(db: Db, hostId: string) {
  const residents = (await listResidents(db, hostId)).map(toViewer);
  return { residents, families: await listFamilies(db, hostId) };
}

/** To families, and of residents, who were entered before the letter was out. */
async function readLetters(
  db: Db,
  hostId: string,
  yearMonth: YearMonth,
  { residents, families }: People,
): Promise<Pick<MonthFigures, 'ownPhotos' | 'photos'>> {
  const end = startOfDay(deliveryDay(yearMonth)).toISOString();
  const isThen = ({ created_at }: { created_at: string }): boolean => created_at < end;
  const withFamily = new Set(families.filter(isThen).map(({ resident_id }) => resident_id));
  const then = residents.filter((one) => isThen(one) && withFamily.has(one.residentId));
  const ids = then.map(({ residentId }) => residentId);
  const contents = await readMonthContents(db, hostId, yearMonth, ids);
  const written = then.filter((one) => hasLetter(one, contents));
  return {
    ownPhotos: written.map((one) => holdingsOf(one, contents).ownPhotos),
    photos: await countLetterPhotos(db, hostId, yearMonth),
  };
}

const listResidents = (db: Db, hostId: string) =>
  db
    .selectFrom('residents')
    .select(['residents.id as residentId', 'residents.photos_hidden as photosHidden'])
    .select(['residents.created_at', ...STAY_COLUMNS])
    .where('residents.host_id', '=', hostId)
    .execute();

/** By the letter they are about; none that an admin has hidden. */
const countWords = (db: Db, hostId: string, from: YearMonth, to: YearMonth) =>
  db
    .selectFrom('answers')
    .select(({ fn }) => ['year_month', fn.countAll<number>().as('count')])
    .where('host_id', '=', hostId)
    .where('year_month', '>=', from)
    .where('year_month', '<=', to)
    .where('hidden_at', 'is', null)
    .groupBy('year_month')
    .execute();
