import type { APIContext } from 'astro';
import { describe, expect, test } from 'vitest';
import { AppError, notFound, tooMany, unauthorized } from '#lib/errors.ts';
import { broken } from '../../tests/support/responses.ts';
import { errorPage } from './error-page.ts';

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
    ['signed out', unauthorized(), '/404', 404],
    ['too often', tooMany(90), '/500', 429],
    ['refused', new AppError(403, 'だめです'), '/500', 403],
    ['a disk that is full', Object.assign(new Error('x'), { code: 'SQLITE_FULL' }), '/500', 507],
    ['a locked database', Object.assign(new Error('x'), { code: 'SQLITE_BUSY' }), '/500', 503],
    ['anything', 'thrown', '/500', 500],
  ])('%s', async (_what, error, path, status) => {
    const { context, asked, locals } = contextOf(astro);
    const page = await errorPage(context, error, false);
    expect(asked).toEqual([`GET ${path}`]);
    expect(page.status).toBe(status);
    expect(locals['errorStatus']).toBe(status);
    expect(await page.text()).toBe('<p>page</p>');
  });

  test('with the time to retry', async () => {
    const { headers } = await errorPage(contextOf(astro).context, tooMany(90), true);
    expect(headers.get('Retry-After')).toBe('90');
  });
});

describe('if the error page itself fails', () => {
  test.each([
    ['at once', () => Promise.reject(new Error('no such table'))],
    ['half-way', () => Promise.resolve(broken())],
  ])('%s, the static page is sent', async (_when, rewrite) => {
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
