import type { Factory } from './factories.ts';
import { inWords } from './mailbox.ts';
import { makeFamily, makeHost, makeLetter, makeResident } from './factories.ts';

/** Before any delivery of the tests. */
export const LONG_AGO = '2026-01-05T03:00:00.000Z';

/** An instant from Tokyo time. */
export const tokyo = (text: string): string => new Date(`${text}+09:00`).toISOString();

export interface Delivering {
  hostId: string;
  residentId: string;
  familyIds: string[];
}

/** An old facility with families by mail, and letters of some months. */
export async function makeDelivering(
  rt: Factory,
  { families = 3, months = [202610] }: { families?: number; months?: number[] } = {},
): Promise<Delivering> {
  const old = { created_at: LONG_AGO };
  const host = await makeHost(rt, { ...old, activated_at: LONG_AGO });
  const resident = await makeResident(rt, host.id, old);
  const familyIds: string[] = [];
  for (let n = 0; n < families; n++) {
    const family = { ...old, name: `家族 ${n}`, email: mailbox(n), delivery: 'email' as const };
    familyIds.push((await makeFamily(rt, resident, family)).id);
  }
  for (const month of months) await makeLetter(rt, host.id, month);
  return { hostId: host.id, residentId: resident.id, familyIds };
}

export const mailbox = (n: number): string => `kazoku${n}@example.jp`;

/** The recipients of letter mails, with the month. */
export async function lettersSent({ db }: Pick<Factory, 'db'>): Promise<string[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['recipient', 'text', 'html', 'content'])
    .where('kind', '=', 'delivery')
    .orderBy('recipient')
    .execute();
  return inWords(rows)
    .map(({ recipient, text }) => `${recipient} ${/letters\/(\d{6})/.exec(text)?.[1]}`)
    .sort();
}
