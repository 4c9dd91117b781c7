/** What a mail is about; the operator's lists and the tests tell mails apart by it. */
export type MailKind =
  | 'host_sign_up'
  | 'staff_sign_up'
  | 'account_exists'
  | 'password_reset'
  | 'password_changed'
  | 'email_change'
  | 'email_change_requested'
  | 'email_changed'
  | 'staff_joined'
  | 'admins_changed'
  | 'trial_ending'
  | 'host_continued'
  | 'contact'
  | 'delivery'
  | 'delivery_test';

/** Mails to families: they come from the sender that the facility has chosen. */
export const DELIVERY_KINDS = ['delivery', 'delivery_test'] as const satisfies MailKind[];

const IN_NO_HURRY: ReadonlySet<string> = new Set<MailKind>([
  ...DELIVERY_KINDS,
  'contact',
  'host_continued',
]);

/** Somebody waits for it, or must know it at once: it goes before letters. */
export const isUrgent = (kind: MailKind): boolean => !IN_NO_HURRY.has(kind);

const WITH_ONE_TIME_LINK: ReadonlySet<string> = new Set<MailKind>([
  'host_sign_up',
  'staff_sign_up',
  'password_reset',
  'email_change',
]);

/** Such a mail is of no use after its link's time, and nobody but its reader should see it. */
export const carriesOneTimeLink = (kind: string): boolean => WITH_ONE_TIME_LINK.has(kind);

/** A mail's words; how they look is one letterhead for all of them. */
export interface MailContent {
  /** Without the facility's name, which is put in front. */
  subject: string;
  /** `佐藤 花子 様`; left out where no name is known. */
  greeting?: string;
  paragraphs: string[];
  /** The one thing to press. */
  button?: { label: string; url: string };
  /** After the button, in the facility's own words. */
  signature?: string;
  /** Smaller, at the end: how long it holds, what to do if it was not you. */
  notes?: string[];
}

export interface NewMail {
  /** Where something else in the same transaction must name it. */
  id?: string;
  kind: MailKind;
  hostId: string | null;
  /** Now, unless it has to wait for its day. */
  notBefore?: Date;
  /** The facility's name, or its chosen sender; null for mails of the product itself. */
  hostName: string | null;
  to: string;
  /** Whom its reader answers, if not the sender. */
  replyTo?: string;
  content: MailContent;
}
