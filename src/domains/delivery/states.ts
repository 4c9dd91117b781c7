import { z } from 'zod';
import type { Fault, ReturnKind } from '#db/schema/operations.ts';
import type { Seen } from '#domains/letter/seen.ts';
import type { FamilyWay } from '#domains/people/family.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { REOPEN, formId, yearMonthText } from '#lib/input.ts';
import { addressWith } from '#lib/pages.ts';
import type { ListPlace } from '#lib/search.ts';
import { listPlaceParts, pageInGroups } from '#lib/search.ts';
import { paths } from '#lib/paths.ts';
import type { Expected, Outlook } from './outlook.ts';
import type { NoMailReason, SentBy } from './reasons.ts';

export type MailState =
  /** `fault`: whose fault the last failure was. `until`: when it is sent, if on a later day. */
  | {
      state: 'queued';
      way: SentBy;
      trouble: string | null;
      fault: Fault | null;
      until: string | null;
    }
  /** Accepted by the server of its recipient; `isSpam`: who then put it among spam. */
  | { state: 'sent'; way: SentBy; at: string; isSpam?: true }
  /** `returned`: it was accepted and came back. */
  | {
      state: 'failed';
      way: SentBy;
      trouble: string;
      fault: Fault | null;
      returned?: ReturnKind;
    }
  /** Sendable, but not sent yet. `expected`: what will become of it, before the day. */
  | { state: 'unsent'; expected?: Expected }
  | { state: 'none'; reason: NoMailReason };

export interface FamilyState {
  id: string;
  name: string;
  relationship: string;
  residentId: string;
  residentName: string;
  residentKana: string;
  room: string;
  hasLetter: boolean;
  /** The letter asks for 見ました: not after a death. */
  asksSeen: boolean;
  /** How the family gets its letters. */
  way: FamilyWay;
  mail: MailState;
  /** What a press sends it by; null where it cannot be sent. */
  sendsBy: SentBy | null;
  seen: Seen | null;
}

/** The address is to be corrected: sending again to the same one is pointless. */
export const hasWrongAddress = ({ mail }: Pick<FamilyState, 'mail'>): boolean =>
  (mail.state === 'failed' || mail.state === 'queued') &&
  mail.way === 'email' &&
  mail.fault === 'address';

/** Those that one button sends to: unsent ones, or failed ones that may arrive. */
export const familiesToSend = (families: readonly FamilyState[], which: 'failed' | 'unsent') =>
  familiesShown(families, which).filter(
    (family) => family.sendsBy !== null && !hasWrongAddress(family),
  );

export type RunState =
  | { state: 'waiting'; outlook: Outlook }
  | { state: 'mails'; at: string }
  /** Nothing was sent: mails were off, the trial had ended, or the server was down. */
  | { state: 'off' | 'inactive' | 'none' };

export interface DeliveryPage {
  yearMonth: YearMonth;
  run: RunState;
  families: FamilyState[];
}

export const SHOWN = ['all', 'seen', 'unseen', 'failed', 'unsent', 'hand', 'none'] as const;
export type Shown = (typeof SHOWN)[number];

const BELONGS: Record<Shown, (family: FamilyState) => boolean> = {
  all: () => true,
  seen: ({ seen }) => seen !== null,
  unseen: ({ seen, asksSeen }) => seen === null && asksSeen,
  failed: ({ mail }) => mail.state === 'failed',
  unsent: ({ mail }) => mail.state === 'unsent',
  hand: (family) => isHandedOver(family),
  none: (family) => family.mail.state === 'none' && !isHandedOver(family),
};

/** By link, or on paper. */
const isHandedOver = ({ mail, hasLetter }: FamilyState): boolean =>
  hasLetter && mail.state === 'none' && (mail.reason === 'link' || mail.reason === 'print');

export const familiesShown = (families: readonly FamilyState[], shown: Shown): FamilyState[] =>
  families.filter(BELONGS[shown]);

const Month = yearMonthText(REOPEN);

export const SendLetterInput = z.object({
  familyId: formId(32),
  yearMonth: Month,
});

/** Which families one button sends to: failed ones or unsent ones. */
export const SendLettersInput = z.object({
  yearMonth: Month,
  which: z.enum(['failed', 'unsent'], REOPEN),
});
export type SendLettersInput = z.output<typeof SendLettersInput>;

export type DeliveriesPlace = ListPlace<Shown>;

/** @param more what else the address says */
export const deliveriesAddress = (
  yearMonth: YearMonth,
  place: DeliveriesPlace,
  more: Record<string, string | number> = {},
): string => addressWith(paths.adminDeliveries(yearMonth), { ...more, ...listPlaceParts(place) });

/** Pages are by resident, each with all of their families. */
export const familiesOnPage = (families: readonly FamilyState[], place: DeliveriesPlace) =>
  pageInGroups(familiesShown(families, place.shown), place, (one) => ({
    group: one.residentId,
    texts: [one.name, one.residentName, one.residentKana, one.room],
  }));
