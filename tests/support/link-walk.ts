import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { addFamilies } from '#domains/people/roster/import-roster.ts';
import { addFamily, changeFamily, readFamilies, removeFamily } from '#domains/people/families.ts';
import type { Family, FamilyChange } from '#domains/people/family.ts';
import { DELIVERY_WAYS, FamilyInput } from '#domains/people/family.ts';
import { updateResident } from '#domains/people/change-resident.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { addMonths, civilDateOf, firstDayOf, startOfDay, yearMonthOf } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { signedIn } from './cast.ts';
import { makeHost, makeLetter, makeResident, makeStaff } from './factories.ts';
import { makeItem } from './items.ts';
import type { IssuedLink } from './issued-links.ts';
import { checkLinks, checkMails, issueLink, keyOf } from './issued-links.ts';
import { Random } from './random.ts';

/** A runtime whose clock can be set. */
interface WalkWorld {
  rt: Runtime;
  setClock: (at: Date) => void;
}

interface Home {
  actor: Actor;
  residents: { id: string; blobId: string }[];
}

const MINUTE_MS = 60_000;
const MOST_FAMILIES = 7;
const ADDRESSES = ['a@example.jp', 'b@example.jp', null];
const REACHED = { postcode: '1000001', pref: '東京都', city: '千代田区', street: '1-1' };

/**
 * Adds, changes, renews, moves and removes the families of two facilities at random, with months of
 * mails in between, and opens every link that was ever issued after each step.
 * @returns what was wrong, with the steps that led there
 */
export async function walkLinks(world: WalkWorld, seed: number, steps: number): Promise<string[]> {
  const { rt } = world;
  const random = new Random(seed);
  const homes = [await makeHome(rt), await makeHome(rt)];
  const issued = new Map<string, IssuedLink>();
  const trace: string[] = [];
  let live: Family[] = [];
  for (let n = 0; n < steps; n++) {
    world.setClock(new Date(rt.clock.now().getTime() + random.int(-1, 1) * MINUTE_MS));
    const home = random.pick(homes);
    const own = await readFamilies(rt, home.actor);
    const { says, ends } = await step(world, random, home, own);
    trace.push(says);
    const before = live;
    live = (await Promise.all(homes.map(({ actor }) => readFamilies(rt, actor)))).flat();
    const now = new Set(live.map(keyOf));
    const ended = before.filter((family) => !now.has(keyOf(family))).map(({ id }) => id);
    const wrong =
      ended.sort().join() === [...ends].sort().join()
        ? []
        : [`ended ${ended.join()}, not ${[...ends].join()}`];
    for (const { actor, residents } of homes) {
      const families = await readFamilies(rt, actor);
      for (const family of families.filter((one) => !issued.has(keyOf(one)))) {
        const { blobId = '' } = residents.find(({ id }) => id === family.residentId) ?? {};
        issued.set(keyOf(family), issueLink(rt, family, families, blobId));
      }
    }
    wrong.push(...(await checkLinks(rt, issued, live)), ...(await checkMails(rt, live)));
    if (wrong.length > 0)
      return wrong.map((text) => `seed ${seed}: ${text} after ${trace.join('; ')}`);
  }
  // For another walk in the same database.
  await rt.db.updateTable('hosts').set({ activated_at: null }).execute();
  await rt.db.updateTable('outbox').set({ state: 'sent' }).execute();
  return [];
}

async function makeHome(rt: Runtime): Promise<Home> {
  const old = { created_at: '2026-01-05T03:00:00.000Z' };
  const { id } = await makeHost(rt, { ...old, activated_at: old.created_at });
  const actor = await signedIn(rt, await makeStaff(rt, id, { role: 'admin' }));
  for (let n = 0; n < 60; n++) await makeLetter(rt, id, addMonths(202610, n));
  const residents = [];
  for (const name of ['佐藤 ハル', '鈴木 キヨ', '秋山 アキ']) {
    const resident = await makeResident(rt, id, { ...old, name });
    const { blob_id: blobId } = await makeItem(rt, id, {
      residentId: resident.id,
      takenOn: '2026-09-10',
    });
    residents.push({ id: resident.id, blobId });
  }
  return { actor, residents };
}

interface Step {
  says: string;
  /** Families whose link of before opens nothing from now on; all others' stay. */
  ends: Iterable<string>;
}

async function step(world: WalkWorld, random: Random, home: Home, own: Family[]): Promise<Step> {
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
    if (random.chance(0.7)) await addFamily(rt, actor, input);
    else await inTransaction(rt, (tx) => addFamilies(tx, actor, [input, drawn()]));
    return { says: `added ${input.delivery} ${input.email ?? ''}`, ends: [] };
  }
  const family = random.pick(own);
  switch (random.int(0, 7)) {
    case 0: {
      await removeFamily(rt, actor, family.id);
      return { says: `removed ${family.id}`, ends: [family.id] };
    }
    case 1: {
      await changeFamily(rt, actor, family.id, { rotateToken: true });
      return { says: `renewed ${family.id}`, ends: togetherWith(family, own) };
    }
    case 2: {
      await updateResident(rt, actor, family.residentId, { rotateToken: true });
      const of = own.filter(({ residentId }) => residentId === family.residentId);
      const ends = new Set(of.flatMap((one) => togetherWith(one, own)));
      return { says: `renewed all of ${family.residentName}`, ends };
    }
    case 3: {
      const month = addMonths(yearMonthOf(civilDateOf(rt.clock.now())), 1);
      world.setClock(new Date(startOfDay(firstDayOf(month)).getTime() + 9 * 60 * MINUTE_MS));
      await runDeliveries(rt);
      return { says: 'delivered', ends: [] };
    }
    case 4: {
      await rt.db.updateTable('outbox').set({ state: 'sent' }).execute();
      return { says: 'sent', ends: [] };
    }
    default:
      return changed(rt, random, home, own, family);
  }
}

async function changed(
  rt: Runtime,
  random: Random,
  { actor, residents }: Home,
  own: Family[],
  family: Family,
): Promise<Step> {
  const change: FamilyChange = {
    ...(random.chance(0.7) && drawReach(random)),
    ...(random.chance(0.2) && { residentId: random.pick(residents).id }),
    ...(random.chance(0.3) && { name: '高橋 誠' }),
    ...(random.chance(0.1) && { rotateToken: true }),
  };
  const after = await changeFamily(rt, actor, family.id, change);
  const isOther = (['email', 'delivery', 'residentId'] as const).some(
    (name) => after[name] !== family[name],
  );
  return {
    says: `changed ${family.id} ${JSON.stringify(change)}`,
    ends: change.rotateToken ? togetherWith(family, own) : isOther ? [family.id] : [],
  };
}

function drawReach(random: Random): Pick<FamilyInput, 'email' | 'delivery'> {
  const delivery = random.chance(0.6) ? 'email' : random.pick(DELIVERY_WAYS);
  const email = random.pick(ADDRESSES);
  return { delivery, email: delivery === 'email' ? (email ?? 'c@example.jp') : email };
}

/** Families whose links are renewed with this one's. */
const togetherWith = ({ id, delivery, email }: Family, own: Family[]): string[] => {
  const mailbox = own.filter(
    (one) => delivery === 'email' && one.delivery === 'email' && one.email === email,
  );
  const isJoint = new Set(mailbox.map(({ residentId }) => residentId)).size > 1;
  return isJoint ? mailbox.map((one) => one.id) : [id];
};
