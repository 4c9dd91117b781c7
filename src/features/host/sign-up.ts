import { z } from 'zod';
import { line, sent } from '#lib/input.ts';
import { REQUIRED_ADDRESS } from '#features/address/address.ts';
import { NewPasswordInput } from '#features/session/new-password.server.ts';
import { PersonInput, TokenInput } from '#features/staff/staff.ts';
import { PLAN_IDS } from './plans.ts';

export const HOST_NAME_MAX_LENGTH = 60;

const PHONE_MAX_LENGTH = 13;
const missingPhone = '電話番号を入力してください。';
const phoneText = '電話番号を確かめてください（例: 03-1234-5678）。';
const PHONE = /^0\d{1,4}-?\d{1,4}-?\d{3,4}$/;
const isPhone = (text: string): boolean =>
  PHONE.test(text) && /^\d{10,11}$/.test(text.replaceAll('-', ''));

/** Full-width digits and dashes. */
const tidyPhone = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[‐‑‒–—―−ー]/g, '-')
    .replace(/\s/g, '');

export const PhoneInput = sent(missingPhone, PHONE_MAX_LENGTH, phoneText)
  .transform(tidyPhone)
  .pipe(z.string().min(1, missingPhone).refine(isPhone, phoneText));

export const SIGN_UP_CLOSED =
  '今は、新しい施設のお申し込みをお受けしていません。再開をお待ちいただくか、運営者までお問い合わせください。';

export const PlanInput = z.strictObject({ plan: z.enum(PLAN_IDS, 'プランを選んでください。') });

export const CompleteHostSignUpInput = z.strictObject({
  token: TokenInput,
  hostName: line({ label: '施設のお名前', max: HOST_NAME_MAX_LENGTH }),
  ...REQUIRED_ADDRESS,
  phone: PhoneInput,
  ...PersonInput.shape,
  password: NewPasswordInput,
  agreed: z.literal(true, '利用規約をお読みのうえ、同意してください。'),
});
export type CompleteHostSignUpInput = z.output<typeof CompleteHostSignUpInput>;
