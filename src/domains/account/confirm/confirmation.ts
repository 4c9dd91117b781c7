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

/** Beside whatever else a form has: what begins so is of the confirmation. */
export const CONFIRMATION_FIELD = 'confirm-';
export const confirmationField = (name: keyof ConfirmationInput): string =>
  `${CONFIRMATION_FIELD}${name}`;

/** As a form sends it: fields that are not filled in count as absent, and the first one counts. */
const ConfirmationForm = z.object({
  response: orNone(asJson(Assertion)),
  code: orNone(EitherCode),
  password: orNone(password),
});

/** @returns null if nothing was asked yet. @throws AppError 422 if nothing was filled in */
export function readConfirmation(form: FormData): ConfirmationInput | null {
  const names = ['response', 'code', 'password'] as const;
  if (names.every((name) => form.get(confirmationField(name)) === null)) return null;
  const given = names.map((name) => [name, form.get(confirmationField(name))]);
  const { data, error } = ConfirmationForm.safeParse(Object.fromEntries(given));
  if (error) {
    const errors = Object.fromEntries(
      error.issues.map(({ path: [name], message }) => [String(name), [message]]),
    );
    throw invalid(error.issues[0]?.message ?? emptyText, errors);
  }
  for (const name of names) if (data[name] !== undefined) return { [name]: data[name] };
  throw invalid(emptyText, { password: [emptyText] });
}
