import type { OfHost } from '#domains/account/session/session.ts';
import { civilDateOf } from '#lib/calendar.ts';
import type { CivilDate } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import { listNames } from './line-rows.ts';

/** Who has joined, as an admin knows them: by the name in LINE, by the day, and for which family. */
export interface LineAccount {
  /** As LINE shows it; empty where it did not say. */
  name: string;
  familyName: string;
  joinedOn: CivilDate;
}

/** The oldest first; none for families of another facility. */
export async function readLineAccounts(
  { db }: Pick<Runtime, 'db'>,
  { host }: OfHost,
  familyIds: readonly string[],
): Promise<LineAccount[]> {
  const rows = await listNames(db, host.id, familyIds);
  return rows.map(({ name, familyName, joinedAt }) => ({
    name,
    familyName,
    joinedOn: civilDateOf(new Date(joinedAt)),
  }));
}
