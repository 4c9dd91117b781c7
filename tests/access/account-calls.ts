import { makeInvitation } from '#domains/account/invite.ts';
import type { MailKind } from '#domains/mail/mail.ts';
import { paths } from '#lib/paths.ts';
import { dataPaths } from '#server/data-folder.ts';
import { makeSecrets } from '#server/secrets.ts';
import { FACILITY, PERSON, mailedToken } from '../support/accounts.ts';
import type { Answer } from '../support/http.ts';
import { json } from '../support/http.ts';
import type { Site, Who } from './site.ts';

const secrets = makeSecrets('a secret of the tests, not of the site');

export const send = (
  { ask }: Site,
  method: string,
  path: string,
  body: unknown,
  who: Who = 'anonymous',
): Promise<Answer> => ask(who, path, { ...json(body), method });

export const withToken = (path: string, token: string): string => `${path}?token=${token}`;

export const bodyOf = ({ text }: Answer): unknown => JSON.parse(text);

/** Everything in a response that should not differ between two. */
export function comparable({ status, headers, text }: Answer) {
  const { date, 'x-request-id': id, ...rest } = headers;
  if (!date || !id) throw new Error('an answer without a date or a number');
  return { status, headers: rest, text };
}

/** From the newest mail of that kind to that address, sent or not. */
export const tokenMailed = ({ factory, dataDir }: Site, kind: MailKind, to: string) =>
  mailedToken({ db: factory.db, mailFolder: dataPaths(dataDir).mail }, kind, to);

/** Signs a facility up. @returns the response to the completion, and the mailed token */
export async function signUpHost(site: Site, email: string) {
  await send(site, 'POST', paths.api.hostSignUp, { email });
  const token = await tokenMailed(site, 'host_sign_up', email);
  const answer = await send(site, 'PATCH', paths.api.hostSignUp, { ...FACILITY, token });
  return { answer, token };
}

/** An invitation to our facility, as in its QR code. */
export async function invite({ factory: { db, clock }, world }: Site): Promise<string> {
  const hostId = world.cast.host.id;
  await makeInvitation({ db, clock, secrets }, hostId);
  const row = await db
    .selectFrom('invitations')
    .select('token_sealed')
    .where('host_id', '=', hostId)
    .executeTakeFirstOrThrow();
  return secrets.unseal(row.token_sealed) ?? '';
}

/** Requests a sign-up for our facility. @returns the mailed token */
export async function askToJoin(site: Site, email: string): Promise<string> {
  const invitation = await invite(site);
  await send(site, 'POST', paths.api.staffSignUp, { email, invitation });
  return tokenMailed(site, 'staff_sign_up', email);
}

export const joining = (token: string) => ({ ...PERSON, token });
