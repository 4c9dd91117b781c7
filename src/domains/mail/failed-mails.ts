import { z } from 'zod';
import { formId } from '#lib/input.ts';
import type { Fault } from '#db/schema/operations.ts';

export const FailedMailInput = z.object({ id: formId(32) });

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
  /** The address is to be corrected before anything else. */
  toCorrect: { id: string; name: string }[];
}

export interface FailedMails {
  mails: FailedMail[];
  count: number;
}

/** Drops the facility's name, which its own pages need not repeat. */
export const shortSubject = (subject: string): string => subject.replace(/^【[^】]*】/, '');
