import { z } from 'zod';
import { Assertion, asJson } from '#domains/account/passkey/passkey.ts';
import { EitherCode } from '#domains/account/second-step/second-step.ts';
import { invalid } from '#lib/errors.ts';
import { asTyped } from '#lib/input.ts';

const emptyText = 'パスワードか、6けたの数字を入力してください。';
const password = asTyped(emptyText, 200);

/** One of the three (contract.md#sensitive-acts). */
export const ConfirmationInput = z
  .strictObject({
    password: password.optional(),
    code: EitherCode.optional(),
    response: Assertion.optional(),
  })
  .refine((given) => Object.values(given).filter((one) => one !== undefined).length === 1, {
    path: ['password'],
    message: emptyText,
  });
export type ConfirmationInput = z.output<typeof ConfirmationInput>;

const orNone = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional());

/** As a form sends it: fields that are not filled in count as absent, and the first one counts. */
export const confirmationFields = {
  password: orNone(password),
  code: orNone(EitherCode),
  response: orNone(asJson(Assertion)),
};
export const ConfirmationForm = z.object(confirmationFields);

/** undefined if nothing was filled in. */
export function confirmationIn({
  password,
  code,
  response,
}: z.output<typeof ConfirmationForm>): ConfirmationInput | undefined {
  if (response) return { response };
  if (code !== undefined) return { code };
  return password === undefined ? undefined : { password };
}

/** @throws AppError 422 if nothing was filled in */
export function requireConfirmation(given: z.output<typeof ConfirmationForm>): ConfirmationInput {
  const input = confirmationIn(given);
  if (!input) throw invalid(emptyText, { password: [emptyText] });
  return input;
}
