import type { Channel as InOutbox } from '#db/schema/operations.ts';
import { readHostContact } from '#domains/facility/read-host.ts';
import { readDeliverySettings } from '#domains/facility/read-delivery-settings.ts';
import type { Holdings } from '#domains/letter/month-contents.ts';
import type { Kept } from '#domains/mail/kept-words.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { looksLikeLink } from '#lib/link-like.ts';
import type { Db } from '#server/database.ts';
import type { Tx } from '#server/transaction.ts';
import type { AddresseeRow } from './addressees.ts';
import type { NoMailReason, SentBy } from './reasons.ts';
import type { Planned, Sending } from './trial-letters.ts';

/** A way by which letters go by themselves: what `queue.ts` and `take-back.ts` ask of each. */
export interface Channel {
  way: SentBy;
  /** In the outbox. */
  name: InOutbox;
  /** As families' lists call what goes by it. */
  label: string;
  takes: (letter: Pick<ReadLetter, 'row' | 'reason'>) => boolean;
  /** Where letters go: several destinations of one family each get theirs. */
  destinationsOf: (
    tx: Tx,
    hostId: string,
    letters: readonly ReadyLetter[],
  ) => Promise<Destination[]>;
  /** What tells a family's deliveries to its destinations apart. */
  accountOf: (to: string) => string;
  /** Other families that share destinations with these, of those added before then. */
  listSharing: (
    tx: Tx,
    hostId: string,
    families: readonly AddresseeRow[],
    dueAt: string,
  ) => Promise<AddresseeRow[]>;
  /** Divides letters to one destination. */
  inMessages: <T extends Divided>(letters: readonly T[]) => T[][];
  /** What a person sends to one family goes to others of the destination too. */
  isJointByHand: boolean;
  /** @returns null if it cannot go at all */
  plan: (tx: Tx, sending: Sending, to: string) => Promise<Planned | null>;
  messageIdOf: (tx: Pick<Tx, 'env' | 'secrets'>, id: string, at: Date) => string;
  /** @param letters by the names of the residents */
  write: (tx: Writing, about: About) => Kept;
}

export type Writing = Pick<Tx, 'env' | 'line' | 'claimant'>;

export interface ReadyLetter {
  row: AddresseeRow & {
    /** LINE has not brought it. */
    isLost?: boolean;
  };
  holds: Holdings;
}

export interface ReadLetter extends ReadyLetter {
  /** It goes out, by whatever way. */
  goes: boolean;
  /** Why it goes by no mail. */
  reason: NoMailReason | null;
}

interface Divided {
  row: { residentId: string };
  holds: Holdings;
}

export interface About {
  paper: Paper;
  yearMonth: YearMonth;
  letters: readonly ReadyLetter[];
}

/** `to`: an address, or the account of an app. */
export interface Destination<T = ReadyLetter> {
  letter: T;
  to: string;
}

/** One message to a destination, however many letters it brings; they go one after another. */
export const messagesTo = <T extends Divided>(
  { inMessages }: Pick<Channel, 'inMessages'>,
  destinations: readonly Destination<T>[],
): { to: string; letters: T[] }[] =>
  [...Map.groupBy(destinations, ({ to }) => to)].flatMap(([to, some]) =>
    inMessages(some.map(({ letter }) => letter)).map((letters) => ({ to, letters })),
  );

/** The facility, as its mails and messages name it. */
export interface Paper {
  hostName: string;
  hostPhone: string;
  signature: string;
}

/** Read once for many mails. A trial facility uses its own name, without links (P27). */
export async function readPaper(db: Db, hostId: string): Promise<Paper> {
  const { name, phone, isOnTrial } = await readHostContact(db, hostId);
  const { senderName, signature } = await readDeliverySettings({ db }, hostId);
  return {
    hostName: (!isOnTrial && senderName) || name,
    hostPhone: phone,
    signature: isOnTrial && looksLikeLink(signature) ? '' : signature,
  };
}
