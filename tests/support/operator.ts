import { isOperatorPath } from '#domains/operator/operator.ts';
import { paths } from '#lib/paths.ts';
import type { Call } from './http.ts';
import { call } from './http.ts';

export const OPERATOR = { email: 'unei@example.jp', password: 'unei-no-himitsu-desu' };

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

/** Makes the account with a one-time address. @returns the session's cookie */
export async function makeOperatorAt(base: string, link: string): Promise<string> {
  const token = new URL(link).searchParams.get('token') ?? '';
  const form = operatorForm({ token, ...OPERATOR });
  const address = `${paths.operatorAccount(token).split('?', 1)[0] ?? ''}?_action=operator.makeAccount`;
  const { status, headers } = await call(base, address, form);
  const [cookie = ''] = headers['set-cookie'] ?? [];
  if (status !== 303 || !isOperatorPath(/path=([^;]*)/i.exec(cookie)?.[1] ?? '')) {
    throw new Error(`no operator's account: ${status}`);
  }
  return cookie.split(';', 1)[0] ?? '';
}
