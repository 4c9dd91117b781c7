import { z } from 'zod';
import { CONSENT_NOTE_MAX_LENGTH } from '#domains/people/consent-records/consent-record.ts';
import { CONSENT_ANSWERS, CONSENT_GIVERS } from '#domains/people/consent.ts';
import { FAMILY_NAME_MAX_LENGTH, RELATIONSHIP_MAX_LENGTH } from '#domains/people/family-facts.ts';
import { line, orEmpty, words } from '#lib/input.ts';

/** A family's answer about photos, as its page sends it (domain.md#consent). */
export const OwnConsentInput = z.object({
  answer: z.enum(CONSENT_ANSWERS, 'どれかひとつを選んでください。'),
  by: z.enum(CONSENT_GIVERS, 'どなたのお返事かを選んでください。'),
  byName: orEmpty(line({ label: 'お名前', max: FAMILY_NAME_MAX_LENGTH })),
  relationship: orEmpty(line({ label: '続柄', max: RELATIONSHIP_MAX_LENGTH, required: false })),
  note: orEmpty(words({ label: 'ご希望など', max: CONSENT_NOTE_MAX_LENGTH, required: false })),
});
export type OwnConsentInput = z.output<typeof OwnConsentInput>;

/** What was typed and chosen, to be shown again. */
export type OwnConsentFields = Partial<Record<keyof OwnConsentInput, string>>;

/** An answer that waits for an admin. */
export interface WaitingConsent extends Omit<OwnConsentInput, 'by'> {
  by: OwnConsentInput['by'] | null;
  /** A civil date; null: not recorded. */
  on: string | null;
}
