import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { serveReadyLetter } from '../../src/features/letter/letter.http.ts';
import { paths } from '../../src/lib/paths.ts';
import { makeCast } from '../support/cast.ts';
import { makeRuntime } from '../support/runtime.ts';

/** Requests the shelf; the caller renders into the response. */
async function ask() {
  const rt = await makeRuntime();
  const { resident, family } = await makeCast(rt);
  const url = paths.letters({ residentToken: resident.token, familyToken: family.token });
  return () => {
    const req = new IncomingMessage(new Socket());
    Object.assign(req, { method: 'GET', url });
    const res = new ServerResponse(req);
    return { res, answered: serveReadyLetter(req, res, '/letters', rt) };
  };
}

const HEADERS = { 'Cache-Control': 'private, no-cache', 'X-Robots-Tag': 'noindex' };
const settled = () => new Promise((resolve) => setTimeout(resolve, 50));

test('a whole page is kept for the next reader', async () => {
  const get = await ask();
  const first = get();
  expect(first.answered).toBe('captured');
  first.res.writeHead(200, HEADERS).end('<html>whole</html>');
  await settled();
  expect(get().answered).toBe('answered');
});

test('what was rendered for a reader who went away is not', async () => {
  const get = await ask();
  const first = get();
  first.res.writeHead(200, HEADERS);
  first.res.write('<html>ha');
  first.res.destroy();
  first.res.end();
  await settled();
  expect(get().answered).toBe('captured');
});

test('a renderer that failed halfway is told that its words are out', async () => {
  const { res } = (await ask())();
  await new Promise<void>((resolve) => res.write('Internal server error', () => resolve()));
});
