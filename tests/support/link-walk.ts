import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { addFamilies } from '#domains/people/roster/import-roster.ts';
import {
  addFamily,
  changeFamily,
  readFamilies,
  removeFamily,
} from '#domains/people/manage-families.ts';
import type { FamilyChange } from '#domains/people/family.ts';
import { DELIVERY_WAYS, FamilyInput } from '#domains/people/family.ts';
import { updateResident } from '#domains/people/change-resident.ts';
import { addMonths, civilDateOf, firstDayOf, startOfDay, yearMonthOf } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import type { IssuedLink, Registered } from './issued-links.ts';
import {
  checkLinks,
  checkMails,
  issueLink,
  keyOf,
  readRegistered,
  sendWaiting,
  togetherWith,
  wentTo,
} from './issued-links.ts';
import type { Home } from './walk-home.ts';
import { REACHED, makeHome } from './walk-home.ts';
import type { HeardLine } from './line-walk.ts';
import { LineWalk, refused } from './line-walk.ts';
import { MailWalk } from './mail-walk.ts';
import { Random } from './random.ts';

/** A runtime whose clock can be set, on LINE that hears everything. */
interface WalkWorld {
  rt: Runtime;
  line: HeardLine;
  setClock: (at: Date) => void;
}

const MINUTE_MS = 60_000;
const MOST_FAMILIES = 7;
const ADDRESSES = ['a@example.jp', 'b@example.jp', null];

/** What the steps need to know. */
interface Walk {
  world: WalkWorld;
  random: Random;
  line: LineWalk;
  mails: MailWalk;
  /** Which link went to which address. */
  mailed: Set<string>;
}

/**
 * Adds, changes, renews, moves and removes the families of two facilities at random, with months of
 * letters in between, takes codes and joins LINE, changes how letters come, asks for and presses buttons;
 * and tries every link, every code and every address of every mail that was ever issued after each step.
 * @returns what was wrong, with the steps that led there
 */
export async function walkLinks(world: WalkWorld, seed: number, steps: number): Promise<string[]> {
  const { rt } = world;
  const random = new Random(seed);
  const homes = [await makeHome(rt), await makeHome(rt)];
  const line = new LineWalk(rt, world.line);
  const mails = new MailWalk(rt, homes);
  await mails.begin();
  const walk: Walk = { world, random, line, mails, mailed: new Set() };
  const issued = new Map<string, IssuedLink>();
  const trace: string[] = [];
  let live: Registered[] = [];
  for (let n = 0; n < steps; n++) {
    world.setClock(new Date(rt.clock.now().getTime() + random.int(-1, 1) * MINUTE_MS));
    const home = random.pick(homes);
    const own = await readRegistered(rt, await readFamilies(rt, home.actor));
    const { says, ends, keepsLine = false } = await step(walk, home, own);
    trace.push(says);
    line.renewed(ends, keepsLine);
    const before = live;
    const all = await Promise.all(homes.map(({ actor }) => readFamilies(rt, actor)));
    live = await readRegistered(rt, all.flat());
    const now = new Set(live.map(keyOf));
    const ended = before.filter((family) => !now.has(keyOf(family))).map(({ id }) => id);
    const wrong =
      ended.sort().join() === [...ends].sort().join()
        ? []
        : [`ended ${ended.join()}, not ${[...ends].join()}`];
    for (const { actor, residents } of homes) {
      const families = await readRegistered(rt, await readFamilies(rt, actor));
      for (const family of families.filter((one) => !issued.has(keyOf(one)))) {
        const { blobId = '' } = residents.find(({ id }) => id === family.residentId) ?? {};
        issued.set(keyOf(family), issueLink(rt, family, families, blobId));
      }
    }
    wrong.push(...(await checkLinks(rt, issued, live)), ...(await checkMails(rt, live)));
    wrong.push(...(await mails.settle(ends)), ...(await line.check(live)));
    // Somebody may have joined LINE once more.
    wrong.push(...(await mails.settle([])), ...(await mails.check(live)));
    if (wrong.length > 0) {
      await tidyUp(rt);
      return wrong.map((text) => `seed ${seed}: ${text} after ${trace.join('; ')}`);
    }
  }
  await tidyUp(rt);
  return [];
}

/** For another walk in the same database. */
async function tidyUp(rt: Runtime): Promise<void> {
  await rt.db.updateTable('hosts').set({ activated_at: null }).execute();
  await rt.db.updateTable('outbox').set({ state: 'sent' }).execute();
  for (const table of ['line_accounts', 'line_codes', 'line_stops'] as const) {
    await rt.db.deleteFrom(table).execute();
  }
}

interface Step {
  says: string;
  /** Families whose link of before opens nothing from now on; all others' stay. */
  ends: Iterable<string>;
  keepsLine?: boolean;
}

async function step(walk: Walk, home: Home, own: Registered[]): Promise<Step> {
  const { world, random, line, mails, mailed } = walk;
  const { rt } = world;
  const { actor, residents } = home;
  const drawn = (): FamilyInput =>
    FamilyInput.parse({
      residentId: random.pick(residents).id,
      name: '高橋 由美',
      ...REACHED,
      ...drawReach(random),
    });
  if (own.length === 0 || (own.length < MOST_FAMILIES && random.chance(0.25))) {
    const input = drawn();
    const act = random.chance(0.7)
      ? addFamily(rt, actor, input)
      : inTransaction(rt, (tx) => addFamilies(tx, actor, [input, drawn()]));
    // Where its mails were stopped.
    const isRefused = await refused(act);
    return { says: `${isRefused ? 'did not add' : 'added'} ${input.email ?? ''}`, ends: [] };
  }
  const family = random.pick(own);
  switch (random.int(0, 20)) {
    case 0: {
      await removeFamily(rt, actor, family.id);
      return { says: `removed ${family.id}`, ends: [family.id] };
    }
    case 1: {
      const ends = togetherWith(family, own);
      const says = { rotateToken: true as const, ...drawKeep(random) };
      if (await wasRefused(walk, ends, says, changeFamily(rt, actor, family.id, says, ASKS))) {
        return { says: `was asked about ${family.id}`, ends: [] };
      }
      return { says: `renewed ${family.id}`, ends, keepsLine: says.keepLine === true };
    }
    case 2: {
      const of = own.filter(({ residentId }) => residentId === family.residentId);
      const ends = new Set(of.flatMap((one) => togetherWith(one, own)));
      const says = { rotateToken: true as const, ...drawKeep(random) };
      const act = updateResident(rt, actor, family.residentId, says, ASKS);
      if (await wasRefused(walk, ends, says, act)) {
        return { says: 'was asked about all', ends: [] };
      }
      return { says: 'renewed all', ends, keepsLine: says.keepLine === true };
    }
    case 3: {
      const month = addMonths(yearMonthOf(civilDateOf(rt.clock.now())), 1);
      world.setClock(new Date(startOfDay(firstDayOf(month)).getTime() + 9 * 60 * MINUTE_MS));
      // What LINE has not taken within a day is given up.
      await rt.db
        .updateTable('outbox')
        .set({ state: 'sent' })
        .where('channel', '=', 'line')
        .execute();
      await runDeliveries(rt);
      return { says: 'delivered', ends: [] };
    }
    case 4: {
      for (const gone of await sendWaiting(rt)) mailed.add(gone);
      return { says: 'sent', ends: [] };
    }
    case 5:
    case 6:
    case 7:
      return { says: await line.step(random, actor, family), ends: [] };
    case 8:
      return { says: await line.join(random), ends: [] };
    case 9: {
      const days = random.int(1, 5);
      world.setClock(new Date(rt.clock.now().getTime() + days * 24 * 60 * MINUTE_MS));
      return { says: `${days} days later`, ends: [] };
    }
    case 10:
    case 11:
    case 12:
    case 13:
    case 14:
    case 15:
    case 16:
      return { says: await mails.step(random, home, own), ends: [] };
    default:
      return changed(walk, home, own, family);
  }
}

/** As a form does. */
const ASKS = { asks: true };

const drawKeep = (random: Random): { keepLine?: boolean } =>
  random.chance(0.8) ? { keepLine: random.chance(0.4) } : {};

/** @throws Error where it was asked about accounts that nobody has, or not about those of somebody */
async function wasRefused(
  { line }: Walk,
  ends: Iterable<string>,
  { keepLine }: { keepLine?: boolean | undefined },
  act: Promise<unknown>,
): Promise<boolean> {
  const mustAsk = keepLine === undefined && line.hasJoined(ends);
  const isRefused = await refused(act);
  if (isRefused !== mustAsk) throw new Error(`asked: ${isRefused}, not ${mustAsk}`);
  return isRefused;
}

async function changed(
  walk: Walk,
  { actor, residents }: Home,
  own: Registered[],
  family: Registered,
): Promise<Step> {
  const { random, line, mails, mailed } = walk;
  mails.changedByStaff();
  const { rt } = walk.world;
  const change: FamilyChange = {
    ...(random.chance(0.7) && drawReach(random)),
    ...(random.chance(0.2) && { residentId: random.pick(residents).id }),
    ...(random.chance(0.3) && { name: '高橋 誠' }),
    ...(random.chance(0.1) && { rotateToken: true }),
    ...(random.chance(0.6) && { addressWasAnothers: random.chance(0.4) }),
    ...drawKeep(random),
  };
  const asks = random.chance(0.7);
  const isMoved = change.residentId !== undefined && change.residentId !== family.residentId;
  const isRenewed = isMoved || change.addressWasAnothers === true;
  const together = change.rotateToken ? togetherWith(family, own) : [];
  const ends = new Set([...together, ...(isRenewed ? [family.id] : [])]);
  const says = `changed ${family.id} ${JSON.stringify(change)} ${asks ? 'asked' : ''}`;
  const act = changeFamily(rt, actor, family.id, change, { asks });
  if (await refused(act)) {
    const isOther = change.email !== undefined && change.email !== family.email;
    const mayAsk =
      (isOther && change.addressWasAnothers === undefined) ||
      (change.keepLine === undefined && line.hasJoined(ends));
    const may = (asks && mayAsk) || (await mayRefuse(rt, family, change));
    if (!may) throw new Error(`refused: ${says}`);
    return { says: `${says} refused`, ends: [] };
  }
  const isLeft = change.email !== undefined && change.email !== family.email;
  if (asks && isLeft && change.addressWasAnothers === undefined && mailed.has(wentTo(family))) {
    throw new Error(`nobody asked whose ${family.email} was: ${says}`);
  }
  if (asks && change.keepLine === undefined && line.hasJoined(ends)) {
    throw new Error(`nobody asked about LINE: ${says}`);
  }
  return { says, ends, keepsLine: change.keepLine === true };
}

/**
 * Mail that was stopped is taken up again by the family only (P42); nor is anything changed of a family
 * that gets nothing by its way.
 */
async function mayRefuse(rt: Runtime, family: Registered, change: FamilyChange): Promise<boolean> {
  const rows = await rt.db
    .selectFrom('families')
    .select(['id', 'email', 'stopped_at', 'pref', 'also_by_mail'])
    .execute();
  return rows.some(({ id, email, stopped_at, pref, also_by_mail }) => {
    const isUnreached = (change.delivery === 'print' && pref === '') || also_by_mail === 1;
    if (id === family.id) return stopped_at !== null || isUnreached;
    return stopped_at !== null && email !== null && email === change.email;
  });
}

function drawReach(random: Random): Pick<FamilyInput, 'email' | 'delivery'> {
  const delivery = random.chance(0.6) ? 'email' : random.pick(DELIVERY_WAYS);
  const email = random.pick(ADDRESSES);
  return { delivery, email: delivery === 'email' ? (email ?? 'c@example.jp') : email };
}
