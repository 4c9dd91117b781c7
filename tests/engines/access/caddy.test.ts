import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, inject, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import type { Config } from '../../support/caddy.ts';
import { CADDY_MISSING, hasCaddy, startCaddy } from '../../support/caddy.ts';
import { call } from '../../support/http.ts';
import { needs } from '../../support/needs.ts';
import { freePort } from '../../support/server.ts';

const world = inject('world');
const { resident, family } = world.cast;
const link = { residentToken: resident.token, familyToken: family.token };
const SIGNATURE = 'SignatureOfAPicture22x';
const ONE_TIME = 'OneTimeTokenOfAMail2026abcd';
const COOKIE = 'CookieOfASession2026abcdefg';
const BEARER = 'BearerOfASession2026abcdefg';
const SECRETS = [resident.token, family.token, SIGNATURE, ONE_TIME, COOKIE, BEARER];

/** Every URL of ours that holds a key. */
const ADDRESSES = [
  paths.letter(world.yearMonth, link),
  paths.letters(link),
  `/photos/family/${family.id}/${world.items.own.id}/${SIGNATURE}/720.webp`,
  `/hosts/signup?token=${ONE_TIME}`,
  `/staffs/passwords/edit?token=${ONE_TIME}`,
  `/staffs/new?invitation=${ONE_TIME}`,
  paths.operatorAccount(ONE_TIME),
  `${paths.api.directUploads}/${ONE_TIME}`,
];
const headers = (url: string) => ({
  Cookie: `session=${COOKIE}`,
  Authorization: `Bearer ${BEARER}`,
  Referer: `${url}${paths.letters(link)}`,
  Origin: `${url}/?token=${ONE_TIME}`,
  'X-Original-Url': `/staffs/new?invitation=${ONE_TIME}`,
});

type App = (req: IncomingMessage, res: ServerResponse) => void;
const TOO_LONG = 31_000_000;

/** Faulty apps behind a proxy; null has exited. */
const apps: Record<string, App | null> = {
  'is unreachable': null,
  'closes the connection silently': (req) => req.socket.destroy(),
  'breaks off halfway': (req, res) => {
    res.writeHead(200, { 'Content-Length': '100', 'Set-Cookie': `session=${COOKIE}` });
    res.write('half', () => req.socket.destroy());
  },
  'does not speak HTTP': (req) => req.socket.end('Guten Tag\r\n\r\n'),
  'gets a body that is too long': (req, res) => void req.resume().on('end', () => res.end()),
};

async function listen(app: App | null): Promise<{ port: number; close: () => void }> {
  if (!app) return { port: await freePort(), close: () => undefined };
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

/** Where Caddy answers errors itself, it logs none of them. */
function withoutErrorPages(config: Config): Config {
  const text = JSON.stringify(config, (key, value: unknown) =>
    key === 'errors' ? undefined : value,
  );
  return JSON.parse(text) as Config;
}

/** Requests every URL through Caddy. @returns all that Caddy wrote */
async function passThrough(name: string, withoutFilter = false): Promise<string> {
  const app = await listen(apps[name] ?? null);
  const caddy = await startCaddy(app.port, (shipped) => {
    const { logging, ...config } = withoutErrorPages(shipped);
    return withoutFilter ? config : { ...config, logging };
  });
  const isLong = name.includes('too long');
  for (const address of ADDRESSES) {
    const options = { headers: headers(caddy.url), fresh: true };
    const body = isLong ? { method: 'POST', body: Buffer.alloc(TOO_LONG) } : {};
    const answer = await call(caddy.url, address, { ...options, ...body }).catch(() => null);
    expect(answer?.status ?? 502, address).toBeGreaterThanOrEqual(400);
    if (isLong) break;
  }
  app.close();
  return caddy.stop();
}

describe("Caddy's log", needs(hasCaddy(), CADDY_MISSING), () => {
  test.each(Object.keys(apps))('contains no key when the app %s', async (name) => {
    const log = await passThrough(name);
    expect(SECRETS.filter((secret) => log.includes(secret))).toEqual([]);
    expect(log).not.toContain(paths.letters(link).split('?')[0]);
    expect(log).not.toMatch(/"(?:remote|client)_ip":"/);
    // Neither a body that is too long nor a broken answer is an error of Caddy.
    if (!/too long|halfway/.test(name)) expect(log).toContain('"logger":"http.log.error"');
  });

  test('would contain them without its filter', async () => {
    const log = await passThrough('is unreachable', true);
    expect(log).toContain('"remote_ip":"127.0.0.1"');
    expect(log).toContain(family.token);
    expect(log).toContain(SIGNATURE);
  });
});
