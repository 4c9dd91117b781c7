import path from 'node:path';
import { z } from 'zod';
import type { Operator } from '#lib/operator-facts.ts';
import { NO_OPERATOR } from '#lib/operator-facts.ts';
import { parseMailAddress, parseReturnAddress } from '#lib/mail-address.ts';
import { readDkimKey } from './dkim-key.ts';
import { parsePlace } from './copies/parse-place.ts';
import { ROOT } from './root.ts';
import { parseBucketAddress } from './s3/parse-bucket-address.ts';

const urlOf =
  (start: RegExp) =>
  (text: string): boolean =>
    start.test(text) && URL.canParse(text);

const url = urlOf(/^https?:\/\/[^/]+\/?$/);
const smtpUrl = urlOf(/^smtps?:\/\/./);
const postgresUrl = urlOf(/^postgres(?:ql)?:\/\/./);
const isWebUrl = urlOf(/^https?:/);

function imapUrl(text: string): boolean {
  if (!/^imaps?:\/\/./.test(text) || !URL.canParse(text)) return false;
  const { username, password, pathname } = new URL(text);
  return username !== '' && canDecode(username + password + pathname);
}

/** A `%` of a password must be written as `%25`. */
const canDecode = (text: string): boolean => !/%(?![\da-f]{2})/i.test(text);

const wholeNumber = (least: number, most: number, words: string) =>
  z.coerce.number(words).int(words).min(least, words).max(most, words);

const folder = (name: string): string => path.resolve(ROOT, name);

const PLACES =
  'file:///folder, sftp://user@host/folder or s3://bucket/prefix, without a password; several with spaces between';

const places = z
  .string()
  .default('')
  .transform((text, { addIssue }) => {
    const parsed = text.split(/\s+/).filter(Boolean).map(parsePlace);
    if (parsed.includes(null)) addIssue(PLACES);
    return parsed.filter((place) => place !== null);
  });

function sender(text: string, { addIssue }: z.RefinementCtx) {
  const from = parseMailAddress(text);
  if (!from) addIssue('an address such as つきだより <tayori@example.jp>');
  return from ?? z.NEVER;
}

const EnvSchema = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: wholeNumber(0, 65535, 'a port number from 0 to 65535').default(4321),
  DATA_DIR: z.string().min(1).default('data').transform(folder),
  PHOTO_STORE: z
    .string()
    .transform((text, { addIssue }) => {
      const address = parseBucketAddress(text);
      if (!address) addIssue('s3://bucket or s3://bucket/prefix, or nothing for DATA_DIR');
      return address ?? z.NEVER;
    })
    .optional(),
  DATABASE_URL: z
    .string()
    .refine(postgresUrl, 'a URL such as postgres://user:password@host/tsukidayori')
    .optional(),
  BACKUP_DIR: z.string().transform(folder).optional(),
  BACKUP_HOUR: z
    .union(
      [z.literal('off').transform(() => null), wholeNumber(0, 23, '0 to 23, or off')],
      'an hour from 0 to 23, or off',
    )
    .default(3),
  BACKUP_KEEP: wholeNumber(1, 1000, 'the number of backups to keep, 1 to 1000').default(14),
  BACKUP_COPY: places,
  BACKUP_COPY_KEEP: wholeNumber(1, 1000, 'the number of backups to keep there, 1 to 1000').default(
    14,
  ),
  BACKUP_COPY_RATE: wholeNumber(1, 1_000_000, 'KB a second, 1 to 1000000').optional(),
  BACKUP_COPY_PASSPHRASE: z.string().min(20, 'at least 20 characters').optional(),
  BACKUP_COPY_SSH_KEY: z.string().transform(folder).optional(),
  BACKUP_COPY_HOST_KEY: z.string().optional(),
  BACKUP_REHEARSAL: z.enum(['on', 'copies', 'off'], '"on", "copies" or "off"').default('on'),
  PUBLIC_URL: z
    .string()
    .refine(url, 'a URL without a path, such as https://tayori.example.jp')
    .transform((text) => text.replace(/\/$/, ''))
    .optional(),
  APP_SECRET: z.string().min(32, 'at least 32 characters').optional(),
  SMTP_URL: z
    .string()
    .refine(smtpUrl, 'a URL such as smtps://user:password@mail.example.jp')
    .optional(),
  MAIL_FROM: z.string().default('つきだより <tayori@localhost>').transform(sender),
  MAIL_FROM_LETTERS: z.string().transform(sender).optional(),
  DKIM_KEY: z
    .string()
    .transform((text, { addIssue }) => {
      const key = readDkimKey(text);
      if (key === null) addIssue('the path of a private RSA key in PEM, or the key itself');
      return key ?? z.NEVER;
    })
    .optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i, 'a name of letters and digits, such as tayori1')
    .optional(),
  BOUNCE_URL: z
    .string()
    .refine(imapUrl, 'a URL such as imaps://user:password@mail.example.jp/INBOX')
    .optional(),
  BOUNCE_ADDRESS: z
    .string()
    .transform((text, { addIssue }) => {
      const address = parseReturnAddress(text);
      if (address === null) {
        addIssue('an address such as bounces@example.jp, or bounces-*@example.jp');
      }
      return address ?? z.NEVER;
    })
    .optional(),
  OPERATOR_FILE: z.string().transform(folder).optional(),
  OPERATOR_NAME: z.string().min(1).default('つきだより運営事務局'),
  OPERATOR_URL: z.string().refine(isWebUrl, 'a URL, https://…').optional(),
  OPERATOR_EMAIL: z.email('an e-mail address').optional(),
  RELEASE_URL: z.string().refine(isWebUrl, 'a URL of JSON with a version').optional(),
  ALERT_URL: z.string().refine(isWebUrl, 'a URL that takes JSON, https://…').optional(),
  LINE_CHANNEL_ID: z
    .string()
    .regex(/^\d{5,20}$/, 'the channel ID, a number')
    .optional(),
  LINE_CHANNEL_SECRET: z
    .string()
    .regex(/^[\da-f]{32}$/i, 'the channel secret, 32 letters and digits')
    .optional(),
  LINE_BASIC_ID: z
    .string()
    .regex(/^@[\w.-]{1,30}$/, 'the basic ID of the account, such as @123abcde')
    .optional(),
  LINE_API_URL: z
    .string()
    .refine(url, 'a URL without a path, such as https://api.line.me')
    .default('https://api.line.me'),
  SITE_MODE: z.enum(['open', 'closed'], '"open" or "closed"').default('open'),
  OPERATOR_PAGES: z.enum(['on', 'off'], '"on" or "off"').default('on'),
  SIGN_UP: z.enum(['open', 'closed'], '"open" or "closed"').default('open'),
  TRUST_PROXY: wholeNumber(0, 5, 'the number of proxies in front, 0 to 5').default(0),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  METRICS_PORT: wholeNumber(1, 65535, 'a port number from 1 to 65535').optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  READY_FREE_MB: wholeNumber(0, 1_000_000, 'megabytes, 0 to 1000000').default(500),
  ADMIN_COMMAND: z.string().min(1).default('npm run admin --'),
});

const SETTINGS = Object.keys(EnvSchema.shape);

/** The settings of `.env.example`; PUBLIC_URL defaults to the listening address. */
type Read = z.output<typeof EnvSchema>;
export type Env = Read & {
  PUBLIC_URL: string;
  MAIL_FROM_LETTERS: Read['MAIL_FROM'];
  /** From OPERATOR_FILE, which `with-operator.ts` reads. */
  operator: Operator;
};

/** Reported without a stack trace: a line, or one for each fault of OPERATOR_FILE. */
export class EnvError extends Error {}

/** Reads the settings (README.md#configuration). @throws EnvError naming the variable */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    SETTINGS.map((name) => [name, source[name]] as const).filter(([, value]) => value !== ''),
  );
  const result = EnvSchema.safeParse(given);
  if (!result.success) {
    const issue = result.error.issues[0];
    throw new EnvError(`${String(issue?.path[0])}: expected ${issue?.message ?? 'another value'}`);
  }
  const env = result.data;
  requireAll(env, 'LINE_…', ['LINE_CHANNEL_ID', 'LINE_CHANNEL_SECRET', 'LINE_BASIC_ID']);
  requireAll(env, 'DKIM_…', ['DKIM_KEY', 'DKIM_SELECTOR']);
  if (env.BOUNCE_ADDRESS !== undefined && env.BOUNCE_URL === undefined) {
    throw new EnvError('BOUNCE_URL: expected a value, since BOUNCE_ADDRESS has one');
  }
  return {
    ...env,
    PUBLIC_URL: env.PUBLIC_URL ?? `http://127.0.0.1:${env.PORT}`,
    MAIL_FROM_LETTERS: env.MAIL_FROM_LETTERS ?? env.MAIL_FROM,
    operator: NO_OPERATOR,
  };
}

/** Half a channel is no channel, and a key without a name is none. */
function requireAll(env: Read, family: string, names: readonly (keyof Read)[]): void {
  const missing = names.filter((name) => env[name] === undefined);
  const [first] = missing;
  if (first === undefined || missing.length === names.length) return;
  throw new EnvError(`${first}: expected a value, since another ${family} setting has one`);
}
