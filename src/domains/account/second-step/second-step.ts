import { z } from 'zod';
import type { AskedOf } from '#domains/facility/facility.ts';
import { opaque, sent } from '#lib/input.ts';

export const CODE_DIGITS = 6;
/** A new code every so often. */
export const PERIOD_SECONDS = 30;
export const RECOVERY_CODES = 10;
export const REMEMBERED_DAYS = 30;
export const TICKET_MINUTES = 10;
/** Wrong codes; then the password is asked again. */
export const TICKET_TRIES = 5;

const codeText = `認証アプリに出ている${CODE_DIGITS}けたの数字を入力してください。`;

/** Also full-width digits, with a space in the middle as apps show it, and whatever was copied with them. */
const CodeInput = sent(codeText, CODE_DIGITS)
  .overwrite((text) => text.normalize('NFKC').replaceAll(/[^A-Za-z0-9]/g, ''))
  .regex(/^[0-9]{6}$/, { error: codeText, abort: true });

const RECOVERY_LENGTH = 10;
/** Without what looks alike: 0 and o, 1, i and l. */
export const RECOVERY_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const recoveryText = '予備のコードは、英数字10文字です。';

/** As it was printed or typed: `abcde-fghjk`, in any case. */
const RecoveryCodeInput = sent(recoveryText, RECOVERY_LENGTH)
  .overwrite((text) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, ''),
  )
  .regex(/^[2-9a-hjkmnp-z]{10}$/, { error: recoveryText, abort: true });

export const formatRecoveryCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

const ticket = opaque('もう一度、パスワードからログインしてください。', 100);

export const SecondStepInput = z
  .strictObject({
    ticket,
    code: CodeInput.optional(),
    recoveryCode: RecoveryCodeInput.optional(),
    /** Not to be asked in this browser for a while. */
    remember: z.boolean().default(false),
  })
  .refine(({ code, recoveryCode }) => (code === undefined) !== (recoveryCode === undefined), {
    path: ['code'],
    message: codeText,
  });
export type SecondStepInput = z.output<typeof SecondStepInput>;

const eitherText = '6けたの数字か、予備のコードを入力してください。';

/** One field for both, which are told apart by their length. */
export const EitherCode = sent(eitherText, RECOVERY_LENGTH).transform((text, context) => {
  const parsed = z.union([CodeInput, RecoveryCodeInput]).safeParse(text);
  if (parsed.success) return parsed.data;
  context.addIssue({ code: 'custom', message: eitherText });
  return z.NEVER;
});

/** As a form sends it. */
export const SecondStepFields = z.object({
  ticket,
  code: EitherCode,
  remember: z.preprocess((value) => value === 'on', z.boolean()),
});

export const toSecondStep = ({
  code,
  ...rest
}: z.output<typeof SecondStepFields>): SecondStepInput => ({ ...rest, ...asCode(code) });

export type GivenCode = { code: string } | { recoveryCode: string };

export const asCode = (code: string): GivenCode =>
  code.length === CODE_DIGITS ? { code } : { recoveryCode: code };

/** What the second step takes: an app's code, a recovery code, or a passkey in place of both. */
const WAYS = ['totp', 'recovery', 'passkey'] as const;

/** The password was right. */
export const AskedSchema = z.object({ ticket: z.string(), ways: z.array(z.enum(WAYS)) });
export type Asked = z.output<typeof AskedSchema>;

export const ConfirmAppInput = z.strictObject({ code: CodeInput });
export const ConfirmAppForm = z.object(ConfirmAppInput.shape);

export const AppSchema = z.object({
  /** Base32, for typing it into an app. */
  secret: z.string(),
  /** otpauth://, for a QR code. */
  uri: z.string(),
});
export const RecoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });
export type App = z.output<typeof AppSchema>;

export const isAskedOf = (asked: AskedOf, role: 'admin' | 'general'): boolean =>
  asked === 'everybody' || (asked === 'admins' && role === 'admin');
