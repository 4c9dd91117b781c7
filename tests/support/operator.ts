import { paths } from '#lib/paths.ts';
import { appCode } from './app-code.ts';
import type { Call } from './http.ts';
import { call } from './http.ts';

export const OPERATOR = { email: 'unei@example.jp', password: 'kagi-no-himitsu-desu' };

/** The one-time address in what a start or a command prints. */
export function operatorLinkIn(text: string): string {
  const [link] = /https?:\/\/\S+\/operator\/account\?token=\w+/.exec(text) ?? [];
  if (link === undefined) throw new Error(`no one-time address in: ${text}`);
  return link;
}

/** A form as the operator's pages send it. */
export const operatorForm = (fields: Record<string, string>, cookie = ''): Call => ({
  method: 'POST',
  headers: {
    'Content-Type': 'application/x-www-form-urlencoded',
    'Sec-Fetch-Site': 'same-origin',
    ...(cookie && { Cookie: cookie }),
  },
  body: new URLSearchParams(fields).toString(),
});

/** Makes the account with a one-time address, and its second step as a person does. */
export async function makeOperatorAt(
  base: string,
  link: string,
): Promise<{ cookie: string; secret: string }> {
  const token = new URL(link).searchParams.get('token') ?? '';
  const form = operatorForm({ token, ...OPERATOR });
  const address = `${paths.operatorAccount(token).split('?', 1)[0] ?? ''}?_action=operator.makeAccount`;
  const { status, headers } = await call(base, address, form);
  const [kept = ''] = headers['set-cookie'] ?? [];
  const cookie = kept.split(';', 1)[0] ?? '';
  if (status !== 303 || cookie === '') throw new Error(`no operator's account: ${status}`);
  return { cookie, secret: await enrolOperatorAt(base, cookie) };
}

async function enrolOperatorAt(base: string, cookie: string): Promise<string> {
  const at = (name: string) => `${paths.operatorSignIn}?_action=operator.${name}`;
  await call(base, at('beginApp'), operatorForm({}, cookie));
  const shown = await call(base, `${paths.operatorSignIn}?app=1`, { headers: { Cookie: cookie } });
  const [, secret = ''] = /id="app-secret" value="([A-Z2-7 ]+)"/.exec(shown.text) ?? [];
  const confirmed = await call(
    base,
    at('confirmApp'),
    operatorForm({ code: appCode(secret) }, cookie),
  );
  if (confirmed.status !== 200) throw new Error(`no second step: ${confirmed.status}`);
  return secret;
}

/** Signs in with password and app. @returns the cookies that it sets */
export async function signInOperatorAt(base: string, secret: string): Promise<string[]> {
  const at = (name: string) => `${paths.operatorLogin}?_action=operator.${name}`;
  const asked = await call(base, at('signIn'), operatorForm(OPERATOR));
  const [, ticket = ''] = /name="ticket" value="(\w+)"/.exec(asked.text) ?? [];
  // The next period's: each code works once.
  const code = appCode(secret, new Date(Date.now() + 30_000));
  const { status, headers } = await call(base, at('secondStep'), operatorForm({ ticket, code }));
  if (status !== 303) throw new Error(`not signed in: ${status}`);
  return headers['set-cookie'] ?? [];
}
