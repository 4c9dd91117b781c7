import { answerOf, isNarrower } from '#domains/people/consent.ts';
import type { Db } from '#server/database.ts';
import { ofOneHost, orNone } from '#server/lists.ts';
import type { Meets } from './consent-words.ts';

type Row = Awaited<ReturnType<typeof listAnswers>>[number];

/** A family's answer that no admin has confirmed, beside what it meets (domain.md#consent). */
export interface Waiting extends Meets {
  row: Row;
  /** The record of the answer that holds, where there is one. */
  held: Row | undefined;
  /** Answers about the same resident that say something else. */
  others: Row[];
}

/** Oldest first. @param residentId of one resident alone */
export async function listWaiting(db: Db, hostId: string, residentId?: string): Promise<Waiting[]> {
  const ids = residentId === undefined ? await listWaitedFor(db, hostId) : [residentId];
  const rows = await listAnswers(db, hostId, ids);
  const byResident = Map.groupBy(rows, (row) => row.resident_id);
  return rows
    .filter((row) => row.confirmed_at === null)
    .map((row) => meet(row, byResident.get(row.resident_id) ?? []));
}

/** @param all of the same resident */
function meet(row: Row, all: readonly Row[]): Waiting {
  const heldAnswer = answerOf(row);
  const held = all
    .filter(({ confirmed_at: at, answer }) => at !== null && answer === heldAnswer)
    .sort((a, b) => sinceOf(a).localeCompare(sinceOf(b)))
    .at(-1);
  const others = all.filter((one) => one.confirmed_at === null && one.answer !== row.answer);
  const isOlder = held !== undefined && row.created_at < sinceOf(held);
  const sender = senderOf(row);
  const differs = heldAnswer !== null && heldAnswer !== row.answer;
  return {
    row,
    heldAnswer,
    held,
    others,
    isOlder,
    sender,
    isNarrower: isNarrower(row.answer, heldAnswer),
    isAlone: differs || others.length > 0 || isOlder || sender !== null,
  };
}

const sinceOf = ({ confirmed_at: at, created_at: made }: Row): string => at ?? made;

function senderOf(row: Row): Waiting['sender'] {
  if (row.way !== 'page') return null;
  if (row.family_resident_id !== row.resident_id) return 'gone';
  if (row.link_number === null) return null;
  return row.link_number === (row.family_link_number ?? 0) ? null : 'renewed';
}

async function listWaitedFor(db: Db, hostId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('consents')
    .select('resident_id')
    .where((eb) => eb.and({ host_id: hostId, confirmed_at: null }))
    .execute();
  return [...new Set(rows.map(({ resident_id: id }) => id))];
}

/** All answers of these residents, oldest first. */
const listAnswers = (db: Db, hostId: string, residentIds: readonly string[]) =>
  db
    .selectFrom('consents')
    .innerJoin('residents', ofOneHost('residents.id', 'consents.resident_id'))
    .leftJoin('families', ofOneHost('families.id', 'consents.family_id'))
    .selectAll('consents')
    .select(['residents.photo_consent', 'residents.photo_consent_extent'])
    .select(['residents.name as resident_name', 'families.resident_id as family_resident_id'])
    .select('families.link_number as family_link_number')
    .where('consents.host_id', '=', hostId)
    .where('consents.resident_id', 'in', orNone(residentIds))
    .orderBy('consents.created_at')
    .orderBy('consents.id')
    .execute();
