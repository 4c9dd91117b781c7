import type { APIContext } from 'astro';
import { describe, expect, test } from 'vitest';
import { AppError, notFound, tooMany, unauthorized } from '#lib/errors.ts';
import { errorPage, inOnePiece } from './error-page.ts';

/** Half a page, and then nothing more. */
const broken = (): Response => {
  const parts = ['<html>', null];
  const body = new ReadableStream({
    pull(controller) {
      const part = parts.shift();
      if (part) controller.enqueue(new TextEncoder().encode(part));
      else controller.error(new Error('database is locked'));
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'text/html' } });
};

function contextOf(rewrite: () => Promise<Response>) {
  const asked: string[] = [];
  const locals: Record<string, unknown> = {};
  const url = new URL('https://tayori.example.jp/adminstaff/residents/x?_action=residents.change');
  const context = {
    locals,
    url,
    request: new Request(url, { method: 'POST', body: 'name=x' }),
    rewrite(request: Request) {
      asked.push(`${request.method} ${request.url.slice(url.origin.length)}`);
      return rewrite();
    },
  };
  return { context: context as unknown as APIContext, asked, locals };
}
const astro = () => Promise.resolve(new Response('<p>page</p>', { status: 500 }));

describe('an error becomes the page of its status', () => {
  test.each([
    ['nothing found', notFound(), '/404', 404],
    ['nobody signed in', unauthorized(), '/404', 404],
    ['too often', tooMany(90), '/500', 429],
    ['refused', new AppError(403, 'だめです'), '/500', 403],
    ['a disk that is full', Object.assign(new Error('x'), { code: 'SQLITE_FULL' }), '/500', 507],
    ['a locked database', Object.assign(new Error('x'), { code: 'SQLITE_BUSY' }), '/500', 500],
    ['anything', 'thrown', '/500', 500],
  ])('%s', async (_what, error, path, status) => {
    const { context, asked, locals } = contextOf(astro);
    const page = await errorPage(context, error, false);
    expect(asked).toEqual([`GET ${path}`]);
    expect(page.status).toBe(status);
    expect(locals['errorStatus']).toBe(status);
    expect(await page.text()).toBe('<p>page</p>');
  });

  test('which says when to try again', async () => {
    const { headers } = await errorPage(contextOf(astro).context, tooMany(90), true);
    expect(headers.get('Retry-After')).toBe('90');
  });
});

describe('when the error page itself fails', () => {
  test.each([
    ['at once', () => Promise.reject(new Error('no such table'))],
    ['half-way', () => Promise.resolve(broken())],
  ])('%s, a page of one piece stands in', async (_when, rewrite) => {
    const page = await errorPage(contextOf(rewrite).context, new Error('x'), true);
    expect(page.status).toBe(500);
    expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    const text = await page.text();
    expect(text).toContain('Internal Server Error');
    expect(text).toContain('お便りはなくなっていません。');
    expect(text).toContain('</html>');
    expect(text).not.toContain('no such table');
  });
});

describe('a buffered page', () => {
  test('half a page becomes an error', async () => {
    await expect(inOnePiece(broken())).rejects.toThrow('database is locked');
  });
  test('a whole one stays as it is', async () => {
    const headers = { 'Content-Type': 'text/html', 'Set-Cookie': 'a=b', Allow: 'GET' };
    const page = await inOnePiece(new Response('あ', { status: 410, headers }));
    expect([page.status, page.headers.get('Set-Cookie'), page.headers.get('Allow')]).toEqual([
      410,
      'a=b',
      'GET',
    ]);
    expect(await page.text()).toBe('あ');
  });
  test('other responses pass unchanged', async () => {
    const file = new Response('a,b', { headers: { 'Content-Type': 'text/csv' } });
    expect(await inOnePiece(file)).toBe(file);
  });
});
