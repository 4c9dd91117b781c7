import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:http';
import { BREAK } from '#lib/break.ts';
import { paths } from '#lib/paths.ts';
import { PASSWORD } from './factories.ts';

export interface Call {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer;
  /** A new connection. */
  fresh?: boolean;
  /** Gives up after so much silence. Milliseconds; for ever by default. */
  patienceMs?: number | undefined;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** As people read it: without the places where a line may break. */
  text: string;
}

const agent = new Agent({ keepAlive: true });
let addresses = 0;

/** From a different network each time, so that tests share no limits. */
const freshAddress = (): string => {
  const n = ++addresses;
  return `10.${(n >> 8) % 256}.${n % 256}.1`;
};

/** Sends one request exactly as given: nothing is added, followed or decoded. */
export function call(
  base: string,
  path: string,
  { method = 'GET', headers = {}, body, fresh = false, patienceMs }: Call = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const isCounted = body !== undefined && headers['Transfer-Encoding'] === undefined;
    const length = isCounted ? { 'Content-Length': Buffer.byteLength(body) } : {};
    const req = request(
      base,
      {
        agent: fresh ? false : agent,
        method,
        path,
        headers: { 'X-Forwarded-For': freshAddress(), ...length, ...headers },
      },
      (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('error', reject);
        res.on('end', () => {
          const content = Buffer.concat(chunks);
          resolve({
            status: res.statusCode ?? 0,
            headers: res.headers,
            body: content,
            text: content.toString().replaceAll(BREAK, ''),
          });
        });
      },
    );
    req.on('error', reject);
    if (patienceMs) req.setTimeout(patienceMs, () => req.destroy(new Error('no answer')));
    req.end(body);
  });
}

export const json = (value: unknown, headers: OutgoingHttpHeaders = {}): Call => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(value),
});

/** Credentials of a member of the cast. */
export interface Signed {
  cookie: string;
  bearer: string;
  refreshToken: string;
}

/** Signs in by cookie and by bearer. */
export async function signIn(base: string, email: string, password = PASSWORD): Promise<Signed> {
  const answer = await call(base, paths.api.login, json({ email, password }));
  if (answer.status !== 200) throw new Error(`could not sign in: ${answer.text}`);
  const tokens = JSON.parse(answer.text) as { access_token: string; refresh_token: string };
  const cookies = answer.headers['set-cookie'] ?? [];
  return {
    cookie: cookies.map((cookie) => cookie.split(';', 1)[0]).join('; '),
    bearer: `Bearer ${tokens.access_token}`,
    refreshToken: tokens.refresh_token,
  };
}
