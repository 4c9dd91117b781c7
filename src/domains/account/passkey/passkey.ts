import { z } from 'zod';
import { formId, orEmpty, sent, words } from '#lib/input.ts';

export const PASSKEY_NAME_MAX_LENGTH = 40;
/** For one person. */
export const MOST_PASSKEYS = 20;
export const CHALLENGE_MINUTES = 5;

export const TOO_LATE = '時間がたちすぎました。もう一度お試しください。';
const problem = 'パスキーを読み取れませんでした。もう一度お試しください。';

const base64url = (max: number) =>
  sent(problem, max)
    .max(max, { error: problem, abort: true })
    .regex(/^[\w-]+$/, problem);

/** https://www.w3.org/TR/webauthn-3/#enum-transport */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
type Transport = (typeof TRANSPORTS)[number];

const isTransport = (text: string): text is Transport =>
  (TRANSPORTS as readonly string[]).includes(text);

export const toTransports = (texts: readonly string[]): Transport[] => texts.filter(isTransport);

/** What every answer of an authenticator has; browsers add fields. */
const credential = { id: base64url(1400), type: z.literal('public-key', problem) };

/** https://www.w3.org/TR/webauthn-3/#dictdef-registrationresponsejson */
export const NewCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(5000),
    transports: z
      .array(sent(problem, 40), problem)
      .max(20, problem)
      .optional()
      .transform((texts) => toTransports(texts ?? [])),
  }),
});
export type NewCredential = z.output<typeof NewCredential>;

/** https://www.w3.org/TR/webauthn-3/#dictdef-authenticationresponsejson */
export const Assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: base64url(200).nullish(),
  }),
});
export type Assertion = z.output<typeof Assertion>;

/** As a form sends it. */
export const asJson = <Schema extends z.ZodType>(schema: Schema) =>
  sent(problem, 5000)
    .max(20_000, { error: problem, abort: true })
    .transform((text, context): unknown => {
      // So a page sends what was typed with a challenge that has grown too old.
      if (text === '') context.addIssue({ code: 'custom', message: TOO_LATE });
      if (text === '') return z.NEVER;
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: problem });
        return z.NEVER;
      }
    })
    .pipe(schema);

/** Empty: the browser's and the system's name. */
const name = orEmpty(
  words({ label: 'パスキーの名前', max: PASSKEY_NAME_MAX_LENGTH, required: false }),
);

export const NewPasskeyInput = z.strictObject({ name, response: NewCredential });
export type NewPasskeyInput = z.output<typeof NewPasskeyInput>;
export const NewPasskeyForm = z.object({ name, response: asJson(NewCredential) });

export const PasskeyLoginInput = z.strictObject({ response: Assertion });
export const PasskeyLoginForm = z.object({ response: asJson(Assertion) });

export const PasskeyForm = z.object({ id: formId(40) });

export const PasskeySchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
});
export type Passkey = z.output<typeof PasskeySchema>;

/** https://www.w3.org/TR/webauthn-3/#dictdef-publickeycredentialrequestoptionsjson */
export const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  userVerification: z.literal('required'),
  timeout: z.number(),
});
export type RequestOptions = z.output<typeof RequestOptions>;

/** https://www.w3.org/TR/webauthn-3/#dictdef-publickeycredentialcreationoptionsjson */
export const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  excludeCredentials: z.array(z.object({ type: z.literal('public-key'), id: z.string() })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
  timeout: z.number(),
});
export type CreationOptions = z.output<typeof CreationOptions>;
