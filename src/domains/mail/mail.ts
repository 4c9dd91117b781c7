import { DAY_MS, MINUTE_MS } from '#lib/durations.ts';

export type MailKind =
  | 'host_sign_up'
  | 'staff_sign_up'
  | 'account_exists'
  | 'password_reset'
  | 'password_changed'
  | 'reset_link_made'
  | 'email_change'
  | 'email_change_requested'
  | 'email_changed'
  | 'way_in'
  | 'account_changed'
  | 'new_browser'
  | 'staff_joined'
  | 'admins_changed'
  | 'trial_ending'
  | 'host_continued'
  | 'contact'
  | 'handover'
  | 'address_proof'
  | 'address_changed'
  | 'application_decided'
  | 'delivery'
  | 'delivery_test'
  | 'reply'
  | 'ending';

/** What carries a family's link to its address. */
export const DELIVERY_KINDS = [
  'delivery',
  'delivery_test',
  'reply',
  'ending',
] as const satisfies MailKind[];

export const FAMILY_KINDS = [
  ...DELIVERY_KINDS,
  'address_proof',
  'address_changed',
  'application_decided',
] as const satisfies MailKind[];

const TO_FAMILIES: ReadonlySet<string> = new Set<MailKind>(FAMILY_KINDS);

/** From the sender of letters, which those about passwords need not share (docs/operations/mail.ja.md). */
export const isToFamily = (kind: string): boolean => TO_FAMILIES.has(kind);

const IN_NO_HURRY: ReadonlySet<string> = new Set<MailKind>([
  ...DELIVERY_KINDS,
  'contact',
  'host_continued',
  'handover',
]);

/** Sent before letters: someone is waiting for it or must know at once. */
export const isUrgent = (kind: MailKind): boolean => !IN_NO_HURRY.has(kind);

const WITH_ONE_TIME_LINK: ReadonlySet<string> = new Set<MailKind>([
  'host_sign_up',
  'staff_sign_up',
  'password_reset',
  'email_change',
  'way_in',
  'address_proof',
  'address_changed',
]);

/** Useless after its link expires, and private to its recipient. */
export const carriesOneTimeLink = (kind: string): boolean => WITH_ONE_TIME_LINK.has(kind);

export interface MailContent {
  subject: string;
  /** `佐藤 花子 様` */
  greeting?: string;
  paragraphs: string[];
  button?: { label: string; url: string };
  /** Of the same weight, after the first. */
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
