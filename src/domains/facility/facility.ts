import { z } from 'zod';
import { allIfGiven, line, sent } from '#lib/input.ts';
import { isPhone } from '#lib/phone.ts';
import { Shown } from '#lib/shown.ts';
import { REQUIRED_ADDRESS } from './address.ts';

export const HOST_NAME_MAX_LENGTH = 60;

const PHONE_MAX_LENGTH = 13;
const missingPhone = '電話番号を入力してください。';
const phoneText = '電話番号を確かめてください（例: 03-1234-5678）。';

/** Full-width digits, dashes and brackets. */
const tidyPhone = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[‐‑‒–—―−ー]/g, '-')
    .replace(/\s/g, '')
    .replace(/^\((\d+)\)-?/, '$1-')
    .replace(/(\d)-?\((\d+)\)-?(\d)/, '$1-$2-$3');

export const PhoneInput = sent(missingPhone, PHONE_MAX_LENGTH, phoneText)
  .transform(tidyPhone)
  .pipe(z.string().min(1, missingPhone).refine(isPhone, phoneText));

/** Families see name, address and telephone number. */
export const FacilityForm = z.object({
  name: line({ label: '施設のお名前', max: HOST_NAME_MAX_LENGTH }),
  ...REQUIRED_ADDRESS,
  phone: PhoneInput,
  shown: Shown,
});

const ADDRESS = '住所';
/** What `host.changed` may list, in the words of the history. */
export const FACILITY_LABELS = {
  name: 'お名前',
  ...{ postcode: ADDRESS, pref: ADDRESS, city: ADDRESS, town: ADDRESS, street: ADDRESS },
  phone: '電話番号',
  asks_consent_again: '写真の同意を年に一度たしかめる設定',
  first_steps_closed_at: 'はじめの準備の案内',
};
export type FacilityColumn = keyof typeof FACILITY_LABELS;

/** Who must pass a second step to sign in (domain.md#signing-in). */
const ASKED = ['nobody', 'admins', 'everybody'] as const;
export type AskedOf = (typeof ASKED)[number];
const AskedInput = z.enum(ASKED, 'どなたに必須にするかを選んでください。');
export const AskedForm = z.object({ asksSecondStep: AskedInput });

const asksAgain = z.boolean('年に一度たしかめるかどうかを選んでください。');
/** Whether admins are asked once a year if answers about photos still hold. */
export const AskAgainForm = z.object({
  asksConsentAgain: z.preprocess((value) => value === 'on', asksAgain),
});

/** `PATCH …/hosts/facility`: absent fields are unchanged (contract.md#other). */
export const ChangeFacilityInput = z.strictObject({
  ...allIfGiven(FacilityForm.omit({ shown: true }).shape),
  asksSecondStep: AskedInput.optional(),
  asksConsentAgain: asksAgain.optional(),
});
export type ChangeFacilityInput = z.output<typeof ChangeFacilityInput>;

export const FacilitySchema = z.object({
  name: z.string(),
  postcode: z.string(),
  pref: z.string(),
  city: z.string(),
  town: z.string(),
  street: z.string(),
  phone: z.string(),
  asksSecondStep: z.enum(ASKED),
  asksConsentAgain: z.boolean(),
  plan: z.string().nullable(),
  /** null without a trial. */
  trialEndsAt: z.string().nullable(),
  usedBytes: z.number().int(),
  /** null for no limit. */
  maxBytes: z.number().int().nullable(),
  residents: z.number().int(),
  maxResidents: z.number().int().nullable(),
});
export type Facility = z.output<typeof FacilitySchema>;
