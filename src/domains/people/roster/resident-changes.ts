import type { ConsentExtent, PhotoConsent } from '#domains/people/consent.ts';
import { consentWords } from '#domains/people/consent.ts';
import type { CreateResidentInput } from '#domains/people/resident.ts';
import { formatWithEra } from '#lib/japanese-date.ts';
import { writtenKey } from '#lib/kana.ts';

/** What a list may fill in or, when asked to, put in place of what is registered. */
const FIELDS = ['name', 'nameKana', 'room', 'birthday'] as const;
type Field = (typeof FIELDS)[number];

const LABELS: Record<Field | 'photoConsent', string> = {
  name: 'お名前',
  nameKana: 'ふりがな',
  room: '部屋',
  birthday: '生年月日',
  photoConsent: '写真の掲載',
};

export interface Registered {
  name: string;
  nameKana: string;
  room: string;
  birthday: string | null;
  photoConsent: PhotoConsent;
  photoConsentExtent: ConsentExtent | null;
}

/** A cell that is filled: nothing was there. */
interface Fill {
  field: Exclude<Field, 'name'> | 'photoConsent';
  label: string;
  to: string;
}

/** A cell that says something else than what is registered. */
interface Difference {
  /** null: not by a list (an answer about photos is given by a family, on the resident's page). */
  field: Field | null;
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

const shown = (field: Field, text: string | null): string =>
  field === 'birthday' && text ? formatWithEra(text) : (text ?? '');

/** Compares a line with who it is about. @param line of the list */
export function changesOf(known: Registered, given: Given, line: number): ResidentChanges {
  const changes: ResidentChanges = { fills: [], differences: [] };
  for (const field of FIELDS) {
    const [from, to] = [known[field] ?? '', given[field] ?? ''];
    if (to === '' || writtenKey(from) === writtenKey(to)) continue;
    const label = LABELS[field];
    if (from === '' && field !== 'name') changes.fills.push({ field, label, to: shown(field, to) });
    else
      changes.differences.push({
        ...{ field, label, from: shown(field, from), to: shown(field, to) },
        value: `${line} ${field} ${from}`,
      });
  }
  const label = LABELS.photoConsent;
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
