import type { Family } from '#domains/people/family.ts';
import type { Entered } from '#domains/people/same-family.ts';
import { isSameFamily } from '#domains/people/same-family.ts';
import { searchKey } from '#lib/kana.ts';

export type KnownFamily = Entered & Pick<Family, 'id' | 'residentId' | 'relationship'>;

/** In an answer, in place of the one who may be meant. */
export const OTHER_PERSON = 'other';

const isNamed = (one: { name: string }, name: string): boolean =>
  searchKey(one.name) === searchKey(name);

/** The family of a line, among those of its resident. */
export const sameIn = (families: readonly KnownFamily[] = [], family: Entered) =>
  families.find((one) => isNamed(one, family.name)) ??
  families.find((one) => isSameFamily(one, family)) ??
  null;

/** Whoever has that very name is there; by another name only a person knows. */
export function familyAnswer(
  answers: ReadonlySet<string>,
  line: number,
  first: KnownFamily,
  written: string,
): 'same' | 'other' | 'asks' {
  if (isNamed(first, written) || answers.has(`${line} ${first.id}`)) return 'same';
  return answers.has(`${line} ${OTHER_PERSON}`) ? 'other' : 'asks';
}
