import type { Actor } from '#domains/account/session/session.ts';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { readHandoverList } from '#domains/delivery/letters-by-hand.ts';
import { readDeliveryPage } from '#domains/delivery/read-states.ts';
import { makeLine } from '#server/line/open-line.ts';
import { signedIn } from './cast.ts';
import { tokyo } from './delivery.ts';
import { makeFamily, makeHost, makeLetter, makeResident, makeStaff } from './factories.ts';
import { joinByLine } from './line-families.ts';
import type { LinePlatform } from './line-platform.ts';
import { lineUser } from './line-platform.ts';
import type { TestRuntime } from './runtime.ts';
import { makeRuntime } from './runtime.ts';
import { makeMailSender } from './sender.ts';

const OLD = { created_at: '2026-01-05T03:00:00.000Z' };
export const OCTOBER = 202610;
export const HANA = lineUser(11);
export const JIRO = lineUser(12);

type Resident = Awaited<ReturnType<typeof makeResident>>;
type Family = Awaited<ReturnType<typeof makeFamily>>;

/** An old facility before the 1st, with a letter of October, and a family of each of two residents. */
interface LineMonth {
  rt: TestRuntime;
  admin: Actor;
  hostId: string;
  haru: Resident;
  kiyo: Resident;
  ofHaru: Family;
  ofKiyo: Family;
}

export async function makeLineMonth(
  line: LinePlatform,
  family: { email?: string; delivery?: 'email' | 'link' | 'print' } = {},
): Promise<LineMonth> {
  line.accepted.length = 0;
  line.replies.length = 0;
  line.limit = null;
  line.gone.clear();
  line.faultOf = () => undefined;
  const rt = await makeRuntime(line.settings);
  rt.line = makeLine(rt.env, 300);
  rt.clock.set(tokyo('2026-10-20T12:00:00'));
  const { id: hostId } = await makeHost(rt, { ...OLD, activated_at: OLD.created_at });
  const admin = await signedIn(rt, await makeStaff(rt, hostId, { role: 'admin' }));
  await makeLetter(rt, hostId, OCTOBER);
  const haru = await makeResident(rt, hostId, {
    ...OLD,
    name: '佐藤 ハル',
    name_kana: 'サトウ ハル',
  });
  const kiyo = await makeResident(rt, hostId, {
    ...OLD,
    name: '鈴木 キヨ',
    name_kana: 'スズキ キヨ',
  });
  const ofHaru = await makeFamily(rt, haru, { ...OLD, name: '佐藤 花', ...family });
  const ofKiyo = await makeFamily(rt, kiyo, { ...OLD, name: '鈴木 花', ...family });
  return { rt, admin, hostId, haru, kiyo, ofHaru, ofKiyo };
}

export const join = ({ rt, admin }: LineMonth, { id }: { id: string }, user: string) =>
  joinByLine(rt, admin, id, user);

/** The run of the 1st, and what is due. */
export async function deliverFirst(month: LineMonth): Promise<void> {
  month.rt.clock.set(tokyo('2026-11-01T09:00:00'));
  await runDeliveries(month.rt);
  await send(month);
}

/** Twice: a mail that replaces a message is queued while mails may already be done. */
export async function send({ rt }: LineMonth): Promise<void> {
  const sender = makeMailSender(rt);
  await sender.drain();
  await sender.drain();
}

/** What each family's letter came to. */
export async function statesOf({ rt, admin }: LineMonth) {
  const { families } = await readDeliveryPage(rt, admin, OCTOBER);
  return Object.fromEntries(families.map(({ name, mail }) => [name, mail]));
}

/** Families whose letter is to be handed over, and why LINE did not bring it. */
export async function handedBy({ rt, hostId }: LineMonth) {
  const { handovers } = await readHandoverList(rt, hostId, OCTOBER);
  return Object.fromEntries(handovers.map(({ familyName, trouble }) => [familyName, trouble]));
}

export async function mailsTo({ rt }: LineMonth): Promise<string[]> {
  const rows = await rt.db
    .selectFrom('outbox')
    .select('recipient')
    .where('channel', '=', 'mail')
    .where('kind', '=', 'delivery')
    .orderBy('recipient')
    .execute();
  return rows.map(({ recipient }) => recipient);
}
