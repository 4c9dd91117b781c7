import { z } from 'zod';
import { REQUIRED_ADDRESS } from '#domains/facility/address.ts';
import { HOST_NAME_MAX_LENGTH, PhoneInput } from '#domains/facility/facility.ts';
import { CHOOSE } from '#domains/facility/plans.ts';
import { line, opaque } from '#lib/input.ts';
import { NewPasswordInput } from './password/new-password.ts';
import { PersonInput, TokenInput } from './staff.ts';

export const SIGN_UP_CLOSED =
  '今は、新しい施設のお申し込みをお受けしていません。再開をお待ちいただくか、運営者までお問い合わせください。';

/** One of those that are offered, which `requirePlan` knows. */
export const PlanInput = z.strictObject({ plan: opaque(CHOOSE, 30) });

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
