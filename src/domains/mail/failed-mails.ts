import { z } from 'zod';
import { opaque } from '#lib/input.ts';
import type { Fault } from '#db/schema/operations.ts';
import type { MailKind } from './mail.ts';

export const FailedMailInput = z.object({ id: opaque('もう一度お試しください。', 32).min(1) });

/** More than this has a common cause. */
export const MAX_FAILED_MAILS = 20;

interface FailedMail {
  id: string;
  to: string;
  subject: string;
  reason: string;
  at: string;
  /** What to do if resending is pointless. */
  advice: string | null;
  fault: Fault | null;
  /** Whose address is to be corrected before anything else. */
  toCorrect: { id: string; name: string }[];
}

export interface FailedMails {
  mails: FailedMail[];
  count: number;
}

const EXPIRED = 'メールの中のリンクは期限が切れました。';

const ADVICE: Partial<Record<MailKind, string>> = {
  host_sign_up: `${EXPIRED}ご本人に、もう一度お申し込みいただくようお伝えください。`,
  staff_sign_up: `${EXPIRED}ご本人に、招待のページからもう一度登録するようお伝えください。`,
  password_reset: `${EXPIRED}ご本人に、ログイン画面からもう一度再設定を申し込むようお伝えください。`,
  way_in: `${EXPIRED}ご本人に、もう一度ログインするようお伝えください。`,
  address_proof: `${EXPIRED}お申し込みの方のページから、もう一度送れます。お電話などで、メールアドレスをお確かめください。`,
  email_change: `${EXPIRED}ご本人に、メールアドレスの変更をもう一度行うようお伝えください。`,
};

/** A mail is given up after a day; its one-time link has expired by then. */
export const adviceFor = (kind: string): string | null => ADVICE[kind as MailKind] ?? null;

/** Drops the facility's name, which its own pages need not repeat. */
export const shortSubject = (subject: string): string => subject.replace(/^【[^】]*】/, '');
