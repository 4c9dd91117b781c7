import { paths } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';

/** An address at which a facility's letters arrive. */
export interface Mailbox {
  hostId: string;
  email: string;
}

type Signing = Pick<Runtime, 'secrets'>;

/** Stops a facility's letters to an address, and opens nothing; the same whenever it is made. */
function tokenOf({ secrets }: Signing, { hostId, email }: Mailbox): string {
  const signature = secrets.sign('stop mail', hostId, email);
  return [hostId, Buffer.from(email).toString('base64url'), signature].join('.');
}

/** @returns null if it is not ours, or damaged */
export function readStopToken({ secrets }: Signing, token: string): Mailbox | null {
  const [hostId = '', text = '', signature = '', ...more] = token.split('.');
  const email = Buffer.from(text, 'base64url').toString();
  const isOurs = more.length === 0 && secrets.verify(signature, 'stop mail', hostId, email);
  return isOurs ? { hostId, email } : null;
}

/** By which mail programs name a letter's sender, and stop its mails (RFC 2919, 2369, 8058). */
export function listHeaders(
  rt: Signing & Pick<Runtime, 'env'>,
  mailbox: Mailbox,
): Record<string, string> {
  const url = new URL(paths.stopMail(tokenOf(rt, mailbox)), rt.env.PUBLIC_URL);
  return {
    'List-Id': `<letters.${mailbox.hostId}.${url.hostname}>`,
    'List-Unsubscribe': `<${url.href}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
