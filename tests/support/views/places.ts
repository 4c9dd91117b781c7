import { makeOperatorAccount, makeOperatorLink } from '#domains/operator/operator-account.ts';
import { makeInvitation, readInvitation } from '#domains/account/invite.ts';
import { issueToken } from '#domains/account/one-time/one-time-tokens.ts';
import type { TokenPurpose } from '#domains/account/one-time/token.ts';
import { firstDayOf, startOfDay } from '#lib/calendar.ts';
import { lastPhrasesOf } from '#domains/people/last-letter.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId } from '#server/secrets.ts';
import { CLIENT, signedIn } from '../cast.ts';
import { enrol } from '../second-step.ts';
import { DAY } from '../clock.ts';
import { makeConsent } from '../consents.ts';
import { PASSWORD, makeFamily, makeHost, makeResident, makeStaff } from '../factories.ts';
import { accountOf } from '#domains/line/webhook.ts';
import { makeLineAccount } from '../line-families.ts';
import { lineUser } from '../line-platform.ts';
import { makeMail } from '../mailbox.ts';
import { OPERATOR } from '../operator.ts';
import { makeEndings } from './ending-places.ts';
import { makeJoining } from './joining-places.ts';
import { makeShared } from './shared-places.ts';
import type { Places } from './view.ts';
import { stopTokenOf } from '../stop-links.ts';

/** A facility with a letter, to which the rest is added. */
type Known = Pick<Places, 'yearMonth' | 'residentId' | 'familyId' | 'itemId' | 'reader'> & {
  hostId: string;
  people: Pick<Places['people'], 'admin' | 'general'>;
};

const MANY = 200;
/** As long as forms allow, without a break opportunity. */
export const LONG_NAME =
  '寿限無寿限無五劫の擦り切れ海砂利水魚の水行末雲来末風来末食う寝る処に住む処';

/** Adds what edge cases need: empty, very full, mailed links. */
export async function makePlaces(rt: Runtime, { hostId, ...known }: Known): Promise<Places> {
  const { people, ...endings } = await makeEndings(rt, known.yearMonth, LONG_NAME);
  return {
    ...known,
    ...endings,
    people: { ...known.people, ...people, ...(await makeBeginners(rt)), operator: OPERATOR },
    answers: await findAnswers(rt, hostId),
    newReader: await makeNewReader(rt, hostId),
    withoutYes: await makeWithoutYes(rt, hostId),
    died: await makeDied(rt, hostId, known.yearMonth),
    full: await makeFull(rt, hostId, known),
    parked: await makeParked(rt, hostId, known.yearMonth),
    shared: await makeShared(rt, hostId),
    joining: await makeJoining(
      rt,
      await staffOf(rt, known.people.admin.email),
      known.residentId,
      LONG_NAME,
    ),
    stops: await makeStops(rt),
    operator: await makeOperator(rt, hostId),
    tokens: await makeTokens(rt, hostId, known.people.admin.email),
  };
}

async function findAnswers({ db }: Runtime, hostId: string): Promise<Places['answers']> {
  const rows = await db
    .selectFrom('answers')
    .select(['id', 'replied_at'])
    .where('host_id', '=', hostId)
    .where('hidden_at', 'is', null)
    .orderBy('created_at')
    .execute();
  const idOf = (isReplied: boolean): string =>
    rows.find((row) => (row.replied_at !== null) === isReplied)?.id ?? '';
  return { newId: idOf(false), repliedId: idOf(true) };
}

type Beginners = Pick<Places['people'], 'beginner' | 'inactive' | 'ending' | 'over'>;

async function makeBeginners(rt: Runtime): Promise<Beginners> {
  const trialOf = (days: number) => ({
    trial_ends_at: new Date(rt.clock.now().getTime() + days * DAY).toISOString(),
  });
  const admin = async (email: string, name: string, host: Parameters<typeof makeHost>[1]) => {
    await makeStaff(rt, (await makeHost(rt, host)).id, { role: 'admin', name, email });
    return { email, password: PASSWORD };
  };
  return {
    beginner: await admin('tanpopo@example.jp', '岡田 光', { name: 'たんぽぽの家' }),
    inactive: await admin('wakaba@example.jp', '藤田 蓮', {
      ...{ name: 'わかば苑', plan: null, activated_at: null },
    }),
    ending: await admin('suzuran@example.jp', '三浦 栞', {
      ...{ name: 'すずらんの家', plan: 'small', ...trialOf(5) },
    }),
    over: await admin('tsubaki@example.jp', '原 直樹', {
      ...{ name: 'つばき園', plan: 'small', ...trialOf(-5) },
    }),
  };
}

/** Of a facility of its own, whose family gets mail. */
async function makeStops(rt: Runtime): Promise<Places['stops']> {
  const { id: hostId } = await makeHost(rt, { name: 'すみれの家' });
  const email = 'sumire-kazoku@example.jp';
  await makeFamily(rt, await makeResident(rt, hostId), { email, delivery: 'email' });
  const of = (address: string) => stopTokenOf(rt, { hostId, email: address });
  return { mailed: of(email), stopped: of('nobody@example.jp') };
}

/** With an account, a mail that was given up, and a question. */
async function makeOperator(rt: Runtime, hostId: string): Promise<Places['operator']> {
  const token = tokenIn(await makeOperatorLink(rt));
  await makeOperatorAccount(rt, { token, ...OPERATOR }, CLIENT);
  const secret = await enrolOperator(rt);
  const to = `${'jugemu-jugemu-goko-no-surikire'.repeat(3)}@example.jp`;
  const id = await makeMail(rt, { to });
  await rt.db
    .updateTable('outbox')
    .set({ state: 'failed', last_error: 'メールサーバーに受け取りを断られました（554）。' })
    .where('id', '=', id)
    .execute();
  const question = { name: LONG_NAME, email: to.slice(-60), body: '料金を教えてください。' };
  await rt.db
    .insertInto('contacts')
    .values({ id: newId(), ...question, created_at: rt.clock.now().toISOString() })
    .execute();
  return { hostId, token: tokenIn(await makeOperatorLink(rt)), secret };
}

/** @returns the key of the app */
async function enrolOperator(rt: Runtime): Promise<string> {
  const { id: operatorId } = await rt.db
    .selectFrom('operators')
    .select('id')
    .executeTakeFirstOrThrow();
  return (await enrol(rt, { holder: { operatorId }, email: OPERATOR.email })).secret;
}

const tokenIn = (link: string): string => new URL(link).searchParams.get('token') ?? '';

/** Of another facility, without letters. */
async function makeNewReader(rt: Runtime, hostId: string): Promise<Places['newReader']> {
  const { phone } = await rt.db
    .selectFrom('hosts')
    .select('phone')
    .where('id', '=', hostId)
    .executeTakeFirstOrThrow();
  const host = await makeHost(rt, { name: 'ひなぎくの里', phone });
  const resident = await makeResident(rt, host.id, { name: '川口 ミツ' });
  const family = await makeFamily(rt, resident, { name: '川口 進' });
  return { residentToken: resident.token, familyToken: family.token };
}

/** Residents without consent, for either reason. */
async function makeWithoutYes(rt: Runtime, hostId: string): Promise<Places['withoutYes']> {
  const notAsked = { name: '若林 ふみ', name_kana: '', photo_consent: null };
  const refused = { name: '渡部 トメ', name_kana: 'ワタベ トメ', photo_consent: 0 } as const;
  const refusing = await makeResident(rt, hostId, refused);
  // Two answers that contradict each other, and one that pictures obey.
  for (const answer of ['all', 'own'] as const) await makeConsent(rt, refusing, { answer });
  const agreed = await makeResident(rt, hostId, { name: '小森 キヌ', photo_consent: 1 });
  await makeConsent(rt, agreed, { answer: 'none', note: '本人が写真を好みません' });
  return {
    notAskedId: (await makeResident(rt, hostId, notAsked)).id,
    refusedId: refusing.id,
  };
}

async function makeDied(rt: Runtime, hostId: string, month: number): Promise<Places['died']> {
  const name = '長谷川 イネ';
  const resident = await makeResident(rt, hostId, {
    name,
    name_kana: 'ハセガワ イネ',
    died_on: firstDayOf(month),
    letters_end: firstDayOf(month),
    last_letter: 1,
    last_words: lastPhrasesOf(name)[0] ?? '',
  });
  const family = await makeFamily(rt, resident, { name: '長谷川 香' });
  const reader = { residentToken: resident.token, familyToken: family.token };
  return { residentId: resident.id, reader };
}

/** With the longest name and more photos than any real month. */
async function makeFull(
  rt: Runtime,
  hostId: string,
  known: Omit<Known, 'hostId'>,
): Promise<Places['full']> {
  const resident = await makeResident(rt, hostId, { name: LONG_NAME, name_kana: 'ジュゲム' });
  const family = await makeFamily(rt, resident, { name: LONG_NAME });
  for (const n of [1, 2]) await makeLineAccount(rt, family, lineUser(n));
  await makeLost(rt, family, known.yearMonth);
  const item = await rt.db
    .selectFrom('items')
    .selectAll()
    .where('id', '=', known.itemId)
    .executeTakeFirstOrThrow();
  const day = firstDayOf(known.yearMonth).slice(0, 8);
  const rows = Array.from({ length: MANY }, (_row, index) => ({
    ...item,
    id: newId(),
    resident_id: resident.id,
    picture: `full-${index}`,
    is_upload: 0 as const,
    taken_on: `${day}${String(1 + (index % 28)).padStart(2, '0')}`,
    caption: index === 0 ? LONG_NAME.repeat(2) : `${index + 1}枚目の写真です`,
  }));
  await rt.db.insertInto('items').values(rows).execute();
  return {
    residentId: resident.id,
    familyId: family.id,
    reader: { residentToken: resident.token, familyToken: family.token },
  };
}

/** Its mail came back, from the longest address. */
async function makeParked(rt: Runtime, hostId: string, month: number): Promise<Places['parked']> {
  const resident = await makeResident(rt, hostId, {
    name: '森本 ヤス',
    name_kana: 'モリモト ヤス',
  });
  const at = startOfDay(firstDayOf(month)).toISOString();
  const words = 'このアドレスは、ないようです';
  const email = `${'a'.repeat(60)}@${'b'.repeat(60)}.example.jp`;
  const parked = { returned_at: at, returned_kind: 'hard', returned_words: words } as const;
  const family = await makeFamily(rt, resident, {
    ...{ name: '森本 茂', email, delivery: 'email' },
    ...parked,
  });
  await rt.db
    .insertInto('deliveries')
    .values({
      ...{ host_id: hostId, family_id: family.id, year_month: month, created_at: at },
      ...{ state: 'failed', last_error: `${words}。`, returned: 'hard', returned_at: at },
    })
    .execute();
  const reader = { residentToken: resident.token, familyToken: family.token };
  return { familyId: family.id, reader };
}

/** LINE did not bring the family its letter. */
async function makeLost({ db }: Runtime, family: { id: string; host_id: string }, month: number) {
  const { id: family_id, host_id } = family;
  const delivery = { host_id, family_id, year_month: month, account: accountOf(lineUser(1)) };
  const lost = { outbox_id: null, created_at: startOfDay(firstDayOf(month)).toISOString() };
  const last_error = '今月LINEで送れる数を使い切りました。';
  const how = { state: 'failed' as const, sent_at: null, last_error };
  await db
    .insertInto('deliveries')
    .values({ ...delivery, ...lost, ...how })
    .execute();
}

const staffOf = ({ db }: Runtime, email: string) =>
  db
    .selectFrom('staffs')
    .select(['id', 'host_id'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();

async function makeTokens(rt: Runtime, hostId: string, email: string): Promise<Places['tokens']> {
  const staff = await staffOf(rt, email);
  const token = (
    purpose: TokenPurpose,
    to: string,
    claims: { hostId: string | null; staffId: string | null },
  ) => issueToken(rt, purpose, { email: to, ...claims });
  const own = { hostId, staffId: staff.id };
  await makeInvitation(rt, hostId);
  const shown = await readInvitation(rt, await signedIn(rt, staff));
  return {
    hostSignUp: await token('host_sign_up', 'atarashii@example.jp', {
      hostId: null,
      staffId: null,
    }),
    staffSignUp: await token('staff_sign_up', 'hajimete@example.jp', { hostId, staffId: null }),
    password: await token('password', email, own),
    email: await token('email', 'henkou@example.jp', own),
    invitation: new URL(shown?.url ?? '').searchParams.get('invitation') ?? '',
  };
}
