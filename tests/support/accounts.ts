import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { completeHostSignUp, requestHostSignUp } from '#domains/account/sign-up-host.ts';
import { CompleteHostSignUpInput } from '#domains/account/host-sign-up.ts';
import { readInvitation } from '#domains/account/invite.ts';
import type { MailKind } from '#domains/mail/mail.ts';
import { authenticate } from '#domains/account/session/session-lifecycle.ts';
import type { Actor, TokenPair } from '#domains/account/session/session.ts';
import { completeStaffSignUp, requestStaffSignUp } from '#domains/account/sign-up-staff.ts';
import type { Runtime } from '#server/runtime.ts';
import type { CastActor } from './cast.ts';
import { CLIENT } from './cast.ts';
import type { Factory } from './factories.ts';
import { readEml } from './eml.ts';
import { inWords } from './mailbox.ts';

/** Of a new colleague. */
export const PERSON = {
  name: '新人 さくら',
  nameKana: 'しんじん さくら',
  password: 'mizu-to-hana-no-iro',
};

/** Of a new facility's first admin, without the token. */
export const FACILITY = {
  ...PERSON,
  hostName: '新しい家',
  postcode: '104-0061',
  pref: '東京都',
  city: '中央区',
  town: '銀座',
  street: '1-2-3',
  phone: '03-0000-0000',
  agreed: true,
};

/** As the API passes it to the service. */
export const facility = (token: string) => CompleteHostSignUpInput.parse({ ...FACILITY, token });
export const person = (token: string) => ({ ...PERSON, token });

type Outbox = Pick<Factory, 'db'>;
/** Of a server, which may have sent a mail already. */
type SendingOutbox = Outbox & { mailFolder?: string };

/** In insertion order, since the frozen clock gives all the same time. */
export const readMails = async ({ db }: Outbox) =>
  inWords(
    await db
      .selectFrom('outbox')
      .select(['id', 'kind', 'recipient', 'host_id', 'subject', 'text', 'html', 'content'])
      .orderBy(sql`rowid`)
      .execute(),
  );

/** The kinds of mail sent to an address. */
export const kindsTo = async (outbox: Outbox, email: string): Promise<string[]> =>
  (await readMails(outbox)).filter(({ recipient }) => recipient === email).map(({ kind }) => kind);

/** From the newest mail of that kind to that address. */
export async function mailedToken(
  outbox: SendingOutbox,
  kind: MailKind,
  to: string,
): Promise<string> {
  const mails = await readMails(outbox);
  const mail = mails.findLast((one) => one.kind === kind && one.recipient === to);
  // The outbox forgets a one-time link once it is sent; its file has it.
  const text = mail?.text === '' ? await textOfFile(outbox, mail.id) : (mail?.text ?? '');
  const token = /[?&]token=([A-Za-z0-9]+)/.exec(text)?.[1];
  if (!token) throw new Error(`no link of kind ${kind} was mailed`);
  return token;
}

async function textOfFile({ mailFolder }: SendingOutbox, id: string): Promise<string> {
  if (mailFolder === undefined) return '';
  const name = (await readdir(mailFolder)).find((one) => one.endsWith(`-${id}.eml`)) ?? 'missing';
  return readEml(await readFile(path.join(mailFolder, name), 'utf8')).text;
}

/** The person signed in with these tokens. */
export async function actorOf(rt: Runtime, tokens: TokenPair): Promise<CastActor> {
  const actor = await authenticate(rt, tokens.access_token);
  if (!actor) throw new Error('the tokens are not valid');
  return { ...actor, email: actor.email ?? '' };
}

interface SignedUp {
  actor: CastActor;
  tokens: TokenPair;
}

/** From the request to its signed-in first admin. */
export async function signUpHost(rt: Runtime, email: string): Promise<SignedUp> {
  await requestHostSignUp(rt, { email }, CLIENT);
  const token = await mailedToken(rt, 'host_sign_up', email);
  const { tokens } = await completeHostSignUp(rt, facility(token), CLIENT);
  return { tokens, actor: await actorOf(rt, tokens) };
}

/** The token in an admin's QR code. */
export async function invitationOf(rt: Runtime, admin: Actor): Promise<string> {
  const shown = await readInvitation(rt, admin);
  const token = /invitation=([A-Za-z0-9]+)/.exec(shown?.url ?? '')?.[1];
  if (!token) throw new Error('no invitation is shown');
  return token;
}

/** Requests a sign-up by invitation. @returns the mailed token */
export async function askToJoin(rt: Runtime, invitation: string, email: string): Promise<string> {
  await requestStaffSignUp(rt, { email, invitation }, CLIENT);
  return mailedToken(rt, 'staff_sign_up', email);
}

/** A new colleague, from the invitation to the sign-in. */
export async function join(rt: Runtime, invitation: string, email: string): Promise<SignedUp> {
  const token = await askToJoin(rt, invitation, email);
  const { tokens } = await completeStaffSignUp(rt, person(token), CLIENT);
  return { tokens, actor: await actorOf(rt, tokens) };
}

export const staffRow = (rt: Outbox, hostId: string, email: string) =>
  rt.db
    .selectFrom('staffs')
    .selectAll()
    .where('host_id', '=', hostId)
    .where('email', '=', email)
    .executeTakeFirst();
