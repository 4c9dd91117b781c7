import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { readyLetter } from '#domains/letter/serve-letters.ts';
import { paths } from '#lib/paths.ts';
import { serveReady } from '#server/http/ready-pages.ts';
import { makeCast } from '../support/cast.ts';
import { broken, page } from '../support/responses.ts';
import { makeRuntime } from '../support/runtime.ts';

async function ask() {
  const rt = await makeRuntime();
  const { resident, family } = await makeCast(rt);
  const url = paths.letters({ residentToken: resident.token, familyToken: family.token });
  return async (render: (request: Request) => Response, { leave = false, coding = '' } = {}) => {
    const headers = { 'accept-encoding': coding };
    const req = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url, headers });
    const res = new ServerResponse(req);
    const making = await readyLetter(req, '/letters', rt);
    if (!making) throw new Error('the letter cannot be kept');
    const asked = vi.fn((request: Request) => Promise.resolve(render(request)));
    const writeHead = vi.spyOn(res, 'writeHead');
    const sent = serveReady(req, res, making, asked);
    if (leave) res.destroy();
    await sent;
    return { res, asked, fields: writeHead.mock.calls[0]?.[1] };
  };
}

test('a complete page is cached for the next reader', async () => {
  const get = await ask();
  expect((await get(page)).asked).toHaveBeenCalledOnce();
  const { res, asked } = await get(page);
  expect(asked).not.toHaveBeenCalled();
  expect(res.writableEnded).toBe(true);
});

test('a page that failed halfway is not, and nothing of it is sent', async () => {
  const get = await ask();
  const half = get(broken);
  await expect(half).rejects.toThrow('database is locked');
  expect((await get(page)).asked).toHaveBeenCalledOnce();
});

test('a page whose reader left is complete, and cached', async () => {
  const get = await ask();
  const { res } = await get(page, { leave: true });
  expect(res.headersSent).toBe(false);
  expect((await get(page)).asked).not.toHaveBeenCalled();
});

test('rendering sees the URL only', async () => {
  const get = await ask();
  const { asked } = await get(page);
  const [request] = asked.mock.calls[0] ?? [];
  expect(request?.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/letters\?resident_token=/);
  expect([...(request?.headers ?? [])]).toEqual([]);
});

test('it is compressed and kept only as its readers take it', async () => {
  const get = await ask();
  expect((await get(page, { coding: 'br' })).asked).toHaveBeenCalledOnce();
  const { fields, asked } = await get(page, { coding: 'br' });
  expect(asked).not.toHaveBeenCalled();
  expect(fields).toEqual(expect.arrayContaining(['Vary', 'Accept-Encoding', 'ETag']));
  expect(fields).toEqual(expect.arrayContaining(['Content-Encoding', 'br']));
  const other = await get(page, { coding: 'gzip' });
  expect(other.asked).toHaveBeenCalledOnce();
  expect(other.fields).toEqual(expect.arrayContaining(['Content-Encoding', 'gzip']));
  expect((await get(page)).fields).not.toContain('Content-Encoding');
});
