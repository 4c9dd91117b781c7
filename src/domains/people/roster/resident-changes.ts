import type { ConsentExtent, PhotoConsent } from '#domains/people/consent.ts';
import { consentWords } from '#domains/people/consent.ts';
import type { FactValues, ListedFact } from '#domains/people/resident-facts.ts';
import { LISTED_FACTS, RESIDENT_FACTS } from '#domains/people/resident-facts.ts';
import type { CreateResidentInput } from '#domains/people/resident.ts';
import { writtenKey } from '#lib/kana.ts';

/** What a list may fill in or, when asked to, put in place of what is registered. */
export interface Registered extends Pick<FactValues, ListedFact> {
  photoConsent: PhotoConsent;
  photoConsentExtent: ConsentExtent | null;
}

/** A cell that is filled: nothing was there. */
interface Fill {
  field: Exclude<ListedFact, 'name'> | 'photoConsent';
  label: string;
  to: string;
}

/** A cell that says something else than what is registered. */
interface Difference {
  /** null: not by a list (an answer about photos is given by a family, on the resident's page). */
  field: ListedFact | null;
  label: string;
  from: string;
  to: string;
  /** What the page sends for it, which says what it showed. */
  value: string;
}

export interface ResidentChanges {
  fills: Fill[];
  differences: Difference[];
}

type Given = Pick<CreateResidentInput, keyof Registered>;

/** Compares a line with who it is about. @param line of the list */
export function changesOf(known: Registered, given: Given, line: number): ResidentChanges {
  const changes: ResidentChanges = { fills: [], differences: [] };
  for (const field of LISTED_FACTS) {
    const [from, to] = [known[field] ?? '', given[field] ?? ''];
    if (to === '' || writtenKey(from) === writtenKey(to)) continue;
    const { label, shown } = RESIDENT_FACTS[field];
    if (from === '' && field !== 'name') changes.fills.push({ field, label, to: shown(to) });
    else
      changes.differences.push({
        field,
        label,
        from: from && shown(from),
        to: shown(to),
        value: `${line} ${field} ${from}`,
      });
  }
  const label = '写真の掲載';
  const [from, to] = [known, given].map((of) =>
    consentWords(of.photoConsent, of.photoConsentExtent),
  );
  if (given.photoConsent === null || from === to || from === undefined || to === undefined)
    return changes;
  if (known.photoConsent === null) changes.fills.push({ field: 'photoConsent', label, to });
  else changes.differences.push({ field: null, label, from, to, value: '' });
  return changes;
}

/** After the changes that are made; what else a line says of that person is compared with it. */
export function changed(
  known: Registered,
  given: Given,
  { fills, differences }: ResidentChanges,
  overwrites: ReadonlySet<string>,
): Registered {
  const fields = [
    ...fills.flatMap(({ field }) =>
      field === 'photoConsent' ? (['photoConsent', 'photoConsentExtent'] as const) : [field],
    ),
    ...differences.flatMap(({ field, value }) =>
      field !== null && overwrites.has(value) ? [field] : [],
    ),
  ];
  return { ...known, ...Object.fromEntries(fields.map((field) => [field, given[field]])) };
}
