import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { broken } from '../../../tests/support/responses.ts';
import { sendResponse } from './send-response.ts';

const LONG = '<p>あ</p>'.repeat(300);
const HTML = { 'Content-Type': 'text/html' };

async function send(response: Response, accepted?: string, method = 'GET') {
  const req = new IncomingMessage(new Socket());
  Object.assign(req, { method, headers: { 'accept-encoding': accepted } });
  const res = new ServerResponse(req);
  const end = vi.spyOn(res, 'end');
  await sendResponse(req, res, response);
  return { res, headers: res.getHeaders(), body: end.mock.calls[0]?.[0] as unknown as Buffer };
}

test('status, headers and every cookie are sent unchanged', async () => {
  const headers = new Headers({ ...HTML, Allow: 'GET' });
  headers.append('Set-Cookie', 'a=1');
  headers.append('Set-Cookie', 'b=2');
  const sent = await send(new Response('あ', { status: 410, headers }));
  expect(sent.res.statusCode).toBe(410);
  expect(sent.headers).toMatchObject({ allow: 'GET', 'set-cookie': ['a=1', 'b=2'] });
  expect(sent.body.toString()).toBe('あ');
});

describe('a text is compressed', () => {
  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['gzip;q=0.0, br;q=0.5', 'br', brotliDecompressSync],
  ])('for %s as %s', async (accepted, coding, unpack) => {
    const length = String(Buffer.byteLength(LONG));
    const page = new Response(LONG, { headers: { ...HTML, 'Content-Length': length } });
    const { headers, body } = await send(page, accepted);
    expect(headers).toMatchObject({ 'content-encoding': coding, vary: 'Accept-Encoding' });
    expect(headers).not.toHaveProperty('content-length');
    expect(unpack(body).toString()).toBe(LONG);
  });

  test.each([
    ['for a client that does not ask for it', LONG, 'text/html', undefined, 'GET'],
    ['for a client that refuses it', LONG, 'text/html', 'br;q=0', 'GET'],
    ['when it is short', 'あ', 'text/html', 'br', 'GET'],
    ['when it is not sent', LONG, 'text/html', 'br', 'HEAD'],
    ['when it is not text', LONG, 'application/zip', 'br', 'GET'],
  ])('but not %s', async (_when, text, type, accepted, method) => {
    const response = new Response(text, { headers: { 'Content-Type': type } });
    const { headers, body } = await send(response, accepted, method);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(body.toString()).toBe(text);
  });
});

test('an empty response has no length', async () => {
  expect((await send(new Response(null, { status: 204 }))).headers).toEqual({});
});

test('nothing is sent of half a page', async () => {
  const req = new IncomingMessage(new Socket());
  const res = new ServerResponse(req);
  await expect(sendResponse(req, res, broken())).rejects.toThrow('database is locked');
  expect(res.headersSent).toBe(false);
});
