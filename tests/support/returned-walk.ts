import { changeHandover, readHandoverList } from '#domains/delivery/letters-by-hand.ts';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { readDeliveryPage } from '#domains/delivery/read-states.ts';
import type { Returned } from '#domains/delivery/returned/take-returned.ts';
import { takeReturned } from '#domains/delivery/returned/take-returned.ts';
import { sendLetter } from '#domains/delivery/send-on-request.ts';
import { sendTestMail } from '#domains/delivery/test-mail.ts';
import { confirmAddress } from '#domains/people/confirm-address.ts';
import { addFamily, changeFamily } from '#domains/people/manage-families.ts';
import { FamilyInput } from '#domains/people/family.ts';
import { AppError } from '#lib/errors.ts';
import { parseInput } from '#server/parse-input.ts';
import type { CastActor } from './cast.ts';
import { signedIn } from './cast.ts';
import { HOUR, MINUTE } from './clock.ts';
import { LONG_AGO, makeDelivering, tokyo } from './delivery.ts';
import { makeFamily, makeResident, makeStaff } from './factories.ts';
import { Random } from './random.ts';
import type { TestRuntime } from './runtime.ts';
import { sendDue } from './sender.ts';

/** A mail that a server has accepted, and what is told of it later. */
interface Sent {
  id: string;
  hostId: string;
  to: string;
  at: string;
  /** Families whose letters it announces. */
  of: string[];
  month: number | null;
  returned: Returned['kind'] | null;
}

interface Facility {
  hostId: string;
  admin: CastActor;
  residents: string[];
  families: string[];
}

const ADDRESSES = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.jp`);
const KINDS = ['hard', 'hard', 'soft', 'ours', 'complaint'] as const;
const MONTHS = [202610, 202611, 202612];

/**
 * Facilities whose families share addresses live through three months of mails that come back in any
 * order, are corrected, confirmed, typed again and handed over. @returns what contradicts P41
 */
export async function walkReturned(rt: TestRuntime, seed: number, steps: number) {
  const random = new Random(seed);
  const wrong: string[] = [];
  const sent: Sent[] = [];
  /** When an admin last said that an address of a facility is right. */
  const confirmed = new Map<string, string>();
  rt.clock.set(tokyo('2026-10-20T09:00'));
  const facilities = [await makeFacility(rt), await makeFacility(rt)];
  let month = 0;
  for (let step = 0; step < steps; step++) {
    rt.clock.advance(random.int(1, 50) * MINUTE);
    const isNext = step % Math.ceil(steps / MONTHS.length) === 0;
    if (isNext) {
      month = MONTHS[Math.floor((step * MONTHS.length) / steps)] ?? 0;
      const [year, of] = [Math.floor(month / 100), month % 100];
      rt.clock.set(new Date(Date.UTC(year, of, 1)).toISOString());
      rt.clock.advance(HOUR);
      await runDeliveries(rt);
    } else await oneStep(step);
    await sendAll();
    for (const facility of facilities) await look(facility, `${seed}.${step}`);
  }
  return { wrong, mails: sent.length, back: sent.filter(({ returned }) => returned).length };

  async function oneStep(step: number): Promise<void> {
    const facility = random.pick(facilities);
    const id = random.pick(facility.families);
    const email = random.pick(ADDRESSES);
    const acts = [
      ...Array.from({ length: 5 }, () => () => comesBack(random.pick(sent), random.pick(KINDS))),
      () => changeFamily(rt, facility.admin, id, { email }),
      () => changeFamily(rt, facility.admin, id, { delivery: random.pick(['email', 'link']) }),
      () => isRight(facility, id),
      () => sendLetter(rt, facility.admin, { familyId: id, yearMonth: month }),
      () => sendTestMail(rt, facility.admin, id),
      () => changeHandover(rt, facility.admin, month, id, random.chance(0.7)),
      () => addOne(facility, email, step),
    ];
    await random.pick(acts)().catch(onlyRefused);
  }

  async function comesBack(mail: Sent, kind: Returned['kind']): Promise<void> {
    const at = rt.clock.now().toISOString();
    const report = { kind, enhanced: null, sentence: '550', recipients: [], at };
    const told = await takeReturned(rt, { mailId: mail.id, ...report });
    if (told === 'taken') {
      mail.returned = kind;
      const isOver = (confirmed.get(`${mail.hostId} ${mail.to}`) ?? '') > mail.at;
      if (isOver || (kind !== 'hard' && kind !== 'complaint')) return;
      const open = (await listAt(mail)).filter((row) => row.returned_at === null);
      for (const { id } of open) wrong.push(`${id} has ${mail.to} and is not parked`);
    }
    const again = await takeReturned(rt, { mailId: mail.id, ...report });
    if (again === 'taken') wrong.push(`${mail.to}: taken twice`);
  }

  async function isRight({ admin, hostId }: Facility, id: string): Promise<void> {
    await confirmAddress(rt, admin, { id, since: await sinceOf(id) });
    const to = await emailOf(id);
    confirmed.set(`${hostId} ${to}`, rt.clock.now().toISOString());
    const still = (await listAt({ hostId, to })).filter((row) => row.returned_at !== null);
    for (const one of still) wrong.push(`${one.id} has ${to} and is still parked`);
  }

  function listAt({ hostId, to }: Pick<Sent, 'hostId' | 'to'>) {
    const rows = rt.db.selectFrom('families').select(['id', 'returned_at']);
    return rows.where('host_id', '=', hostId).where('email', '=', to).execute();
  }

  async function addOne({ admin, residents, families }: Facility, email: string, n: number) {
    const fields = { residentId: random.pick(residents), name: `家族 ${n}`, delivery: 'email' };
    families.push((await addFamily(rt, admin, parseInput(FamilyInput, { ...fields, email }))).id);
  }

  async function sendAll(): Promise<void> {
    const parked = await listParked(rt);
    const waiting = await listWaiting(rt);
    for (const { id, to } of await sendDue(rt)) {
      const { hostId = '', kind = '' } = waiting.get(id) ?? {};
      if (kind !== 'delivery' && kind !== 'delivery_test') continue;
      if (parked.has(`${hostId} ${to}`)) wrong.push(`${kind} to ${to}, which is parked`);
      const rows = await rt.db
        .selectFrom('deliveries')
        .select(['family_id', 'year_month'])
        .where('outbox_id', '=', id)
        .execute();
      const of = rows.map((row) => row.family_id);
      const at = rt.clock.now().toISOString();
      sent.push({ id, hostId, to, at, of, month: rows[0]?.year_month ?? null, returned: null });
    }
  }

  /** What the pages of a facility say, against what the model knows. */
  async function look({ admin, hostId }: Facility, at: string): Promise<void> {
    if (month === 0) return;
    const { families } = await readDeliveryPage(rt, admin, month);
    const { handovers } = await readHandoverList(rt, hostId, month);
    const listed = new Set(handovers.map(({ familyId }) => familyId));
    for (const { id, mail, sendsBy, way, hasLetter } of families) {
      const last = sent.findLast((one) => one.month === month && one.of.includes(id));
      const { returned = null } = last ?? {};
      const hasFailed = returned !== null && returned !== 'complaint';
      if (mail.state === 'sent' && (!last || hasFailed)) wrong.push(`${at}: ${id} has got it`);
      if (mail.state === 'failed' && mail.returned !== last?.returned) {
        wrong.push(`${at}: ${id} came back ${mail.returned}, not ${last?.returned}`);
      }
      const isParked = (await sinceOf(id)) !== '';
      if (isParked && sendsBy === 'email') wrong.push(`${at}: ${id} may be mailed`);
      if (isParked && way === 'email' && hasLetter && !listed.has(id)) {
        wrong.push(`${at}: ${id} is not handed over`);
      }
    }
  }

  async function emailOf(id: string): Promise<string> {
    const row = rt.db.selectFrom('families').select('email').where('id', '=', id);
    return (await row.executeTakeFirst())?.email ?? '';
  }

  async function sinceOf(id: string): Promise<string> {
    const row = rt.db.selectFrom('families').select('returned_at').where('id', '=', id);
    return (await row.executeTakeFirst())?.returned_at ?? '';
  }
}

function onlyRefused(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

async function makeFacility(rt: TestRuntime): Promise<Facility> {
  const { hostId, residentId } = await makeDelivering(rt, { families: 0, months: MONTHS });
  const old = { created_at: LONG_AGO };
  const other = await makeResident(rt, hostId, { ...old, name: '鈴木 正' });
  const residents = [residentId, other.id];
  const families: string[] = [];
  for (const [n, email] of [...ADDRESSES, ...ADDRESSES.slice(0, 3)].entries()) {
    const resident = { id: residents[n % 2] ?? '', host_id: hostId };
    families.push((await makeFamily(rt, resident, { ...old, email, delivery: 'email' })).id);
  }
  const staff = await makeStaff(rt, hostId, { ...old, role: 'admin' });
  return { hostId, admin: await signedIn(rt, staff), residents, families };
}

const listParked = async ({ db }: TestRuntime): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('families')
    .select(['host_id', 'email'])
    .where('returned_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ host_id, email }) => `${host_id} ${email ?? ''}`));
};

async function listWaiting({ db }: TestRuntime) {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'host_id as hostId', 'kind'])
    .where('state', '=', 'queued')
    .execute();
  return new Map(rows.map(({ id, hostId, kind }) => [id, { hostId: hostId ?? '', kind }]));
}
