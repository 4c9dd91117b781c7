import { DAY_MS, MINUTE_MS } from '#lib/durations.ts';

interface Traits {
  /** Sent before letters: someone is waiting for it or must know at once. */
  isUrgent: boolean;
  /** From the sender of letters, which those about passwords need not share (docs/operations/mail.ja.md). */
  isToFamily?: true;
  /** Carries a family's link to its address; if it comes back, so do letters. */
  isLetter?: true;
  /** With one-click unsubscribing; a sample for staff stops nobody's. */
  isStoppable?: true;
  /** Holds a link for its recipient alone: given up, its words go, and this is what to do instead. */
  instead?: string;
}

const EXPIRED = 'メールの中のリンクは期限が切れました。';
const URGENT = { isUrgent: true } as const;
const LATER = { isUrgent: false } as const;
const LETTER = { isUrgent: false, isToFamily: true, isLetter: true } as const;

/** Every kind of mail, and what holds for it. */
const MAILS = {
  host_sign_up: {
    ...URGENT,
    instead: `${EXPIRED}ご本人に、もう一度お申し込みいただくようお伝えください。`,
  },
  staff_sign_up: {
    ...URGENT,
    instead: `${EXPIRED}ご本人に、招待のページからもう一度登録するようお伝えください。`,
  },
  account_exists: URGENT,
  password_reset: {
    ...URGENT,
    instead: `${EXPIRED}ご本人に、ログイン画面からもう一度再設定を申し込むようお伝えください。`,
  },
  password_changed: URGENT,
  reset_link_made: URGENT,
  email_change: {
    ...URGENT,
    instead: `${EXPIRED}ご本人に、メールアドレスの変更をもう一度行うようお伝えください。`,
  },
  email_change_requested: URGENT,
  email_changed: URGENT,
  way_in: {
    ...URGENT,
    instead: `${EXPIRED}ご本人に、もう一度ログインするようお伝えください。`,
  },
  account_changed: URGENT,
  new_browser: URGENT,
  staff_joined: URGENT,
  admins_changed: URGENT,
  trial_ending: URGENT,
  host_continued: LATER,
  contact: LATER,
  handover: LATER,
  address_proof: {
    ...URGENT,
    isToFamily: true,
    instead: `${EXPIRED}お申し込みの方のページから、もう一度送れます。お電話などで、メールアドレスをお確かめください。`,
  },
  address_changed: {
    ...URGENT,
    isToFamily: true,
    instead:
      'このメールは送り直せません。お電話などで、メールアドレスを変えたご本人にお確かめください。',
  },
  application_decided: { ...URGENT, isToFamily: true },
  delivery: { ...LETTER, isStoppable: true },
  delivery_test: LETTER,
  reply: { ...LETTER, isStoppable: true },
  ending: { ...LETTER, isStoppable: true },
} as const satisfies Record<string, Traits>;
export type MailKind = keyof typeof MAILS;

export type LetterKind = {
  [Kind in MailKind]: (typeof MAILS)[Kind] extends { isLetter: true } ? Kind : never;
}[MailKind];

/** @param kind of a row, which may be a former one's */
export const mailTraits = (kind: string): Traits =>
  Object.hasOwn(MAILS, kind) ? MAILS[kind as MailKind] : URGENT;

const KINDS = Object.keys(MAILS) as MailKind[];
export const FAMILY_KINDS = KINDS.filter((kind) => mailTraits(kind).isToFamily);
export const LETTER_KINDS = KINDS.filter((kind): kind is LetterKind =>
  Boolean(mailTraits(kind).isLetter),
);

export interface MailContent {
  subject: string;
  /** `佐藤 花子 様` */
  greeting?: string;
  paragraphs: string[];
  button?: { label: string; url: string };
  /** With the same weight, after the first. */
  moreButtons?: { label: string; url: string }[];
  /** After the button, in the facility's own words. */
  signature?: string;
  notes?: string[];
  /** Small, at the very end. */
  footLinks?: { label: string; url: string }[];
  /** Without the product's orange. */
  isQuiet?: boolean;
}

export interface NewMail {
  /** For other rows of the transaction to refer to. */
  id?: string;
  kind: MailKind;
  hostId: string | null;
  /** A facility's name or chosen sender; null for mails of the product. */
  hostName: string | null;
  to: string;
  replyTo?: string;
  content: MailContent;
}

/** In minutes; the last one repeats. */
const BACK_OFF_MINUTES = [1, 2, 5, 10, 20, 40, 60, 120, 180, 240];

/** What comes back after 40 days is not ours (domain.md#what-came-back). */
export const SENT_MAIL_DAYS = 41;
export const FAILED_MAIL_DAYS = 90;

/** Longer than any attempt: if the process dies, a claimed mail is sent after this time. */
export const LEASE_MS = 3 * MINUTE_MS;

/**
 * The time of the next attempt after the nth failure, for a day, with a last one at its end.
 * @returns null when the day is over
 */
export function nextAttempt(failures: number, createdAt: Date, now: Date): Date | null {
  const giveUpAt = createdAt.getTime() + DAY_MS;
  if (now.getTime() >= giveUpAt) return null;
  const wait = BACK_OFF_MINUTES[failures - 1] ?? BACK_OFF_MINUTES.at(-1) ?? 0;
  return new Date(Math.min(now.getTime() + wait * MINUTE_MS, giveUpAt));
}
