import { z } from 'zod';
import { HostSchema } from '#domains/facility/host.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { asTyped, opaque, sent } from '#lib/input.ts';
import { oneLine } from '#lib/text.ts';

export const ACCESS_TOKEN_SECONDS = 15 * 60;
export const SESSION_DAYS = 10;
export const SESSION_ABSOLUTE_DAYS = 90;
/** On a shared device, however the session began (domain.md#shared-devices). */
export const SHARED_SESSION_HOURS = 12;
export const SHARED_IDLE_MINUTES = 15;
export const COOKIE_MAX_AGE_SECONDS = 864_000;
export const COOKIE_EXPIRES_DAYS = 90;
export const REFRESH_GRACE_MS = 30_000;

export const ACCESS_COOKIE = 'auth._token.local';
export const REFRESH_COOKIE = 'auth._refresh_token.local';

// The names of the others as `server/cookies.ts` takes them.

/** Addresses that have signed in on this device. */
export const DEVICE_COOKIE = 'auth.device';
/** Makes this browser a shared device. */
export const SHARED_DEVICE_COOKIE = 'auth.shared_device';
/** Where the last requested mail went. */
export const MAILED_COOKIE = 'auth.mailed';
export const REMEMBERED_PATH_COOKIE = 'auth.path';
/** This browser is not asked for the second step. */
export const REMEMBERED_COOKIE = 'auth.remembered';
export const ADMINS_ONLY_COOKIE = 'auth.admins_only';
/** Kanji are shown with their readings on this browser. */
export const FURIGANA_COOKIE = 'furigana';

/** As long as browsers keep cookies. */
export const DEVICE_COOKIE_DAYS = 400;
export const MAILED_MINUTES = 10;
export const REMEMBERED_PATH_MINUTES = 30;
export const ADMINS_ONLY_MINUTES = 1;
export const BEARER = 'Bearer ';

/** How a session began. `remembered`: a password, in a browser that passed the second step. */
export const SIGN_IN_WAYS = [
  'password',
  'passkey',
  'totp',
  'recovery',
  'remembered',
  'pin',
] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];

export const WAY_WORDS: Record<SignInWay, string> = {
  password: 'パスワード',
  passkey: 'パスキー',
  totp: 'パスワードと認証アプリ',
  recovery: 'パスワードと予備のコード',
  remembered: 'パスワード（確認済みの端末）',
  pin: '暗証番号',
};

/** As a row names it. */
export const toWay = (text: string): SignInWay =>
  SIGN_IN_WAYS.find((way) => way === text) ?? 'password';

export const EMAIL_MAX_LENGTH = 254;
export const PASSWORD_MIN_LENGTH = 12;
export const PASSWORD_MAX_LENGTH = 128;

const emailText = 'メールアドレスを入力してください。';
const passwordText = 'パスワードを入力してください。';

export const emailFormText = 'メールアドレスの形を確かめてください。';
/** The browsers' pattern, plus the dots that older Japanese carriers allowed. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

export const EmailInput = sent(emailText, EMAIL_MAX_LENGTH, emailFormText)
  .overwrite((text) => oneLine(text.normalize('NFKC')))
  .toLowerCase()
  .min(1, emailText)
  .max(EMAIL_MAX_LENGTH, { error: emailFormText, abort: true })
  .regex(EMAIL, { error: emailFormText });

export const LoginInput = z.strictObject({
  email: EmailInput,
  password: asTyped(passwordText, PASSWORD_MAX_LENGTH),
  /** From a mail: lets this browser try (contract.md#authentication). */
  link: opaque('メールのリンクを、もう一度開いてください。', 100).optional(),
});
export type LoginInput = z.output<typeof LoginInput>;

export const RefreshInput = z.strictObject({
  refreshToken: opaque('もう一度ログインしてください。', 400).optional(),
});

export const TokenPair = z.object({ access_token: z.string(), refresh_token: z.string() });
export type TokenPair = z.output<typeof TokenPair>;

/** The signed-in user (domain.md#signing-in; contract.md#authentication). */
export const UserSchema = z.object({
  id: z.string(),
  name: z.string(),
  nameKana: z.string(),
  /** null: signs in on shared devices only. */
  email: z.string().nullable(),
  role: z.enum(['admin', 'general']),
  isAdmin: z.boolean(),
  userType: z.literal('staff'),
  scope: z.array(z.enum(['staff', 'admin'])),
  host: HostSchema,
});
export type User = z.output<typeof UserSchema>;

/** Verified by a session. */
/** What only the facility matters for. */
export interface OfHost {
  host: { id: string };
}

export interface Actor extends User {
  sessionId: string;
  /** How the session began. */
  way: SignInWay;
  /** The shared device on which the session began. */
  sharedDeviceId: string | null;
  /** Signed in with a PIN: no admin, whatever the account's role. */
  isByPin: boolean;
  /** The facility asks for a second step, and there is neither a passkey nor an app yet. */
  mustEnrol: boolean;
  /** The facility's last day, once it is over. */
  endedOn: CivilDate | null;
  /** When the person last proved who they are: with the sign-in, or since. */
  confirmedAt: string;
  /** Seconds since 1970, for the page's refresh timer. */
  accessTokenExpiresAt: number;
}

/** By the user's scope (domain.md#signing-in). */
export const isStaff = (user: User | null): user is User =>
  user !== null && user.scope.includes('staff');

export const isAdminStaff = (user: User | null): user is User =>
  isStaff(user) && user.isAdmin && user.scope.includes('admin');

export interface Client {
  address: string;
  userAgent: string;
  device?: string | null;
  /** The token of a shared device. */
  sharedDevice?: string | null;
  /** The token of a browser that is not asked for the second step. */
  remembered?: string | null;
}
