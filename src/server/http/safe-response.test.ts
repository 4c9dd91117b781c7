import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { SafeResponse, headOf, sendWhole } from './safe-response.ts';

const ALWAYS = { 'X-Content-Type-Options': 'nosniff', 'Content-Security-Policy': 'sandbox' };
const OWN = { 'Content-Type': 'text/plain', 'Content-Length': '5' };
const BODY = Buffer.from('hello');

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** Names and values as they arrive, without those that Node writes itself. */
async function fieldsOf(send: (res: SafeResponse) => void): Promise<string[]> {
  const server = createServer({ ServerResponse: SafeResponse }, (_req, res) => {
    res.requestId = 'abc';
    res.always = ALWAYS;
    send(res);
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const [answer] = (await once(get({ port, agent: false }), 'response')) as [IncomingMessage];
  expect(Buffer.concat((await answer.toArray()) as Buffer[])).toEqual(BODY);
  const { rawHeaders: raw } = answer;
  return raw
    .flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${String(raw[at + 1])}`] : []))
    .filter((field) => !/^(?:Date|Connection|Keep-Alive):/.test(field))
    .sort();
}

const expected = (more: Record<string, string>): string[] =>
  Object.entries({ ...ALWAYS, ...OWN, 'X-Request-Id': 'abc', ...more })
    .map(([name, value]) => `${name}: ${value}`)
    .sort();

test('every response has the headers of all, and its own win', async () => {
  const own = { ...OWN, 'Content-Security-Policy': "default-src 'none'" };
  const ordinary = await fieldsOf((res) => res.writeHead(200, own).end(BODY));
  expect(ordinary).toEqual(expected(own));
  const whole = await fieldsOf((res) => sendWhole(res, 200, headOf(ALWAYS, own), BODY));
  expect(whole).toEqual(expected(own));
});

test('a value that would end its field is refused', async () => {
  const refused = Promise.withResolvers<unknown>();
  await fieldsOf((res) => {
    try {
      sendWhole(res, 200, headOf(ALWAYS, { ETag: 'a\r\nX-More: b' }), BODY);
    } catch (error) {
      refused.resolve(error);
      res.removeHeader('ETag');
      res.writeHead(200, OWN).end(BODY);
    }
  });
  expect(await refused.promise).toBeInstanceOf(TypeError);
});
