import type { MonthContents } from '#domains/letter/month-contents.ts';
import type { FamilyWay } from '#domains/people/family.ts';
import type { Stay } from '#domains/people/stay.ts';
import { isAwayIn, isLastLetter, mayHaveLetter } from '#domains/people/stay.ts';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import type { Flag } from '#lib/flags.ts';
import { isOn } from '#lib/flags.ts';

export type NoMailReason =
  | 'died'
  | 'left'
  | 'skipped'
  | 'away'
  | 'paused'
  | 'line'
  | 'print'
  | 'link'
  | 'noAddress'
  | 'returned'
  | 'noLetter';

export const NO_MAIL_TEXT: Record<NoMailReason, string> = {
  died: 'ご逝去のため、お届けしません',
  left: '退居されています',
  away: '不在中で、この方の写真がないため、お届けしません',
  skipped: '今月は送らないことになっています',
  paused: 'ご家族のご希望で、お休みしています',
  line: 'LINEでお届けします',
  print: '印刷してお渡しします',
  link: 'リンクでお渡しします',
  noAddress: 'メールアドレスがありません',
  returned: 'メールが戻ってきたため、リンクか印刷でお渡しします',
  noLetter: 'この月のお便りがありません',
};

export interface Addressee extends Stay {
  delivery: FamilyWay;
  /** The mail goes beside LINE. */
  alsoByMail: Flag;
  email: string | null;
  /** Since when no mail goes to its address: one came back. */
  returnedAt: string | null;
  awaySince: CivilDate | null;
  /** The family has asked for a pause: the first month whose letter goes again. */
  pausedUntil: YearMonth | null;
  residentId: string;
}

/** Why the resident's state keeps a letter back (domain.md#states-of-life). */
export function whyKeptBack(
  resident: Stay & Pick<Addressee, 'awaySince'>,
  yearMonth: YearMonth,
  goesOut: boolean,
): 'died' | 'left' | 'away' | null {
  if (resident.lettersEnd !== null && !isLastLetter(resident, yearMonth)) return 'died';
  if (!mayHaveLetter(resident, yearMonth)) return 'left';
  const isAway = resident.lettersEnd === null && isAwayIn(resident.awaySince, yearMonth);
  return isAway && !goesOut ? 'away' : null;
}

const isPausedIn = (
  { pausedUntil }: Pick<Addressee, 'pausedUntil'>,
  yearMonth: YearMonth,
): boolean => pausedUntil !== null && yearMonth < pausedUntil;

/** It has an address from which no mail has come back. */
const takesMail = ({ email, returnedAt }: Pick<Addressee, 'email' | 'returnedAt'>): boolean =>
  Boolean(email) && returnedAt === null;

/** @returns null for a family that gets mail */
export function whyNoMail(
  family: Addressee,
  contents: Pick<MonthContents, 'yearMonth' | 'skipped'>,
  goesOut: boolean,
): NoMailReason | null {
  const kept = whyKeptBack(family, contents.yearMonth, goesOut);
  if (kept === 'died' || kept === 'left') return kept;
  if (contents.skipped.has(family.residentId)) return 'skipped';
  if (kept !== null) return kept;
  if (isPausedIn(family, contents.yearMonth)) return 'paused';
  if (family.delivery === 'line') {
    if (!goesOut) return 'noLetter';
    return isOn(family.alsoByMail) && takesMail(family) ? null : 'line';
  }
  if (family.delivery !== 'email') return family.delivery;
  if (!family.email) return 'noAddress';
  if (!goesOut) return 'noLetter';
  return takesMail(family) ? null : 'returned';
}

/** Whether the letter goes by LINE. */
export const goesByLine = (family: Addressee, reason: NoMailReason | null): boolean =>
  family.delivery === 'line' && (reason === null || reason === 'line');

/** How it went, or goes. */
export type SentBy = 'email' | 'line';

/**
 * How a letter goes that a person sends: what LINE did not bring by mail, if that is the registered
 * way. @returns null for a family that is handed its letters
 */
export function sentBy(
  family: Pick<Addressee, 'delivery' | 'email' | 'returnedAt'> & { registered: string },
  isLostByLine: boolean,
): SentBy | null {
  const { delivery, registered } = family;
  if (delivery !== 'line') return delivery === 'email' && takesMail(family) ? 'email' : null;
  return isLostByLine && registered === 'email' && takesMail(family) ? 'email' : 'line';
}
