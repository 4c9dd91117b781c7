import type { AuditAction } from './audit.ts';
import { CARE_WORDS } from './care-words.ts';
import { DEVICE_WORDS } from './device-words.ts';
import type { Entry, Kind, Together } from './entry.ts';
import { OPERATOR_WORDS } from './operator-words.ts';
import { STAFF_WORDS } from './staff-words.ts';

export const WORDS: Record<AuditAction, Entry> = {
  ...CARE_WORDS,
  ...STAFF_WORDS,
  ...DEVICE_WORDS,
  ...OPERATOR_WORDS,
};

const having = (is: (entry: Entry) => boolean): string[] =>
  Object.entries(WORDS)
    .filter(([, entry]) => is(entry))
    .map(([action]) => action);

export const actionsOf = (kind: Kind): string[] => having((entry) => entry.kind === kind);

export const actionsTogether = (by: Together): string[] =>
  having(({ together }) => together === by);
