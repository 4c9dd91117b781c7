import { z } from 'zod';
import type { Actor } from '#domains/account/session/session.ts';
import type { AppError } from '#lib/errors.ts';
import { invalid } from '#lib/errors.ts';
import { sent } from '#lib/input.ts';
import { sortByName } from '#lib/kana.ts';
import { addressWith } from '#lib/pages.ts';
import { paths } from '#lib/paths.ts';
import { oneLine } from '#lib/text.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { changeFacts } from './change-resident.ts';
import { isResident } from './life.ts';
import { readResidents } from './read-residents.ts';
import { findResident } from './resident-rows.ts';
import type { ResidentLong } from './resident.ts';
import { RESIDENT_FACTS, RESIDENT_NAME_MAX_LENGTH } from './resident-facts.ts';

/** Order and index of all lists are by readings, so that those that are missing are asked for. */

type Person = Pick<ResidentLong, 'id' | 'name' | 'room'>;

export const withoutReading = (residents: readonly ResidentLong[]): ResidentLong[] =>
  residents.filter((resident) => resident.nameKana === '' && isResident(resident));

/** Who lives here and has no reading, in the order of their rooms. */
export async function readWithoutReading(rt: Runtime, actor: Actor): Promise<Person[]> {
  return sortByName(withoutReading(await readResidents(rt, actor)), (resident) => resident);
}

/** On one page; the others come when these are saved. */
export const READINGS_AT_ONCE = 100;
const again = 'もう一度お試しください。';
const tooLong = `ふりがなは${RESIDENT_NAME_MAX_LENGTH}文字までです。`;

const FIELD = 'reading-';

/** The field of a person. */
export const readingField = (id: string): string => `${FIELD}${id}`;

/** By field; an empty one is left for later. */
export const ReadingsForm = z
  .object({})
  .catchall(sent(tooLong, RESIDENT_NAME_MAX_LENGTH).overwrite(oneLine))
  .refine((fields) => readingsIn(fields).length <= READINGS_AT_ONCE, again);

const readingsIn = (fields: Record<string, string>): { id: string; text: string }[] =>
  Object.entries(fields)
    .filter(([name]) => name.startsWith(FIELD))
    .map(([name, text]) => ({ id: name.slice(FIELD.length), text }));

/**
 * Saves readings of those who still have none: what a colleague has written meanwhile stays.
 * @returns how many. @throws AppError 422 naming all fields that are wrong
 */
export async function saveReadings(
  rt: Runtime,
  actor: Actor,
  fields: z.output<typeof ReadingsForm>,
): Promise<number> {
  const given = readingsIn(fields).map(({ id, text }) => ({ id, ...readingOf(text) }));
  const wrong = given.flatMap(({ id, problem }) =>
    problem === undefined ? [] : [[readingField(id), [problem]] satisfies [string, string[]]],
  );
  if (wrong.length > 0) throw wrongReadings(Object.fromEntries(wrong));
  return inTransaction(rt, async (tx) => {
    let count = 0;
    for (const { id, nameKana } of given) {
      const row = nameKana ? await findResident(tx.db, actor.host.id, id) : undefined;
      if (!row || row.name_kana !== '') continue;
      await changeFacts(tx, actor, row, { nameKana });
      count += 1;
    }
    return count;
  });
}

function readingOf(text: string): { nameKana?: string; problem?: string } {
  const { data, error } = RESIDENT_FACTS.nameKana.input.safeParse(text);
  return error ? { problem: error.issues[0]?.message ?? again } : { nameKana: data };
}

const wrongReadings = (errors: Record<string, string[]>): AppError =>
  invalid('ふりがなを確かめてください。', errors);

export const savedReadingsAddress = (count: number): string =>
  addressWith(paths.readings, { saved: count });
