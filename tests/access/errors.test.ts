import { describe, expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import type { Answer, Call } from '../support/http.ts';
import { call } from '../support/http.ts';
import { UNKNOWN, form } from './row.ts';
import type { Who } from './site.ts';
import { useSite } from './site.ts';

const site = useSite();
const BROWSER = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const NOT_FOUND = 'Not Found';
const NO_PAGE = 'This page could not be found';
const SYSTEM_ERROR = 'Internal Server Error';
const APOLOGY = 'ご不便をおかけして申し訳ありません。';

const open = (path: string, { headers, ...rest }: Call = {}, who: Who = 'anonymous') =>
  site().ask(who, path, { ...rest, headers: { ...BROWSER, ...headers } });

/** What matters of an error page. */
const partsOf = ({ status, headers, text }: Answer) => ({
  status,
  type: headers['content-type']?.split(';', 1)[0],
  isJapanese: text.includes('<html lang="ja"'),
  says: [NOT_FOUND, NO_PAGE, SYSTEM_ERROR].filter((message) => text.includes(message)),
  leadsHome: /<a class="button(?: quiet)?"[^>]* href="\/"/.test(text),
  hasItsNumber: text.includes(`お問い合わせ番号: ${String(headers['x-request-id'])}`),
  apologizes: text.includes(APOLOGY),
  isKept: !/no-store|no-cache/.test(headers['cache-control'] ?? ''),
});

/** What every error page must have. */
const errorPage = (status: number, message: string) => ({
  status,
  type: 'text/html',
  isJapanese: true,
  says: [message],
  leadsHome: true,
  hasItsNumber: true,
  apologizes: message === SYSTEM_ERROR,
  isKept: false,
});

test('of a page with islands that a form was sent to', async () => {
  const body = '--x\r\nContent-Disposition: form-data; name="furigana"\r\n\r\nneither\r\n--x--\r\n';
  const options = {
    method: 'POST',
    headers: {
      Cookie: site().signed.admin.cookie,
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'multipart/form-data; boundary=x',
    },
    body,
  };
  const page = await open(`${paths.resident(UNKNOWN)}?_action=me.furigana`, options, 'admin');
  expect(page.status).toBe(404);
  // In the layout of staff, whose menu is an island, and not the plain page for the worst.
  expect(page.text).toContain('<astro-island');
});

describe('not found', () => {
  test.each<[string, Who, string]>([
    ['/nowhere', 'anonymous', NO_PAGE],
    ['/404', 'anonymous', NO_PAGE],
    ['/500', 'anonymous', NO_PAGE],
    ['/500', 'admin', NO_PAGE],
    ['/adminstaff/nowhere', 'admin', NO_PAGE],
    ['/%', 'anonymous', NO_PAGE],
    ['/%E0%A4%A', 'anonymous', NO_PAGE],
    ['/adminstaff/residents/%00', 'admin', NO_PAGE],
    ['/adminstaff/residents/%E0%A4%A', 'admin', NO_PAGE],
    ['/_image', 'anonymous', NO_PAGE],
    [paths.resident(UNKNOWN), 'admin', NOT_FOUND],
    [paths.residentItems('../../x'), 'admin', NO_PAGE],
    ...['x', '0', 'AAAAAAAAAAAAAAA!', `${UNKNOWN}A`, '入居者', `${UNKNOWN}/${UNKNOWN}`].map(
      (id): [string, Who, string] => [paths.residentItems(encodeURI(id)), 'admin', NO_PAGE],
    ),
    [paths.resident('x'), 'admin', NO_PAGE],
    [paths.family('x'), 'admin', NO_PAGE],
    [paths.residentItems(UNKNOWN), 'admin', NOT_FOUND],
    [paths.family(UNKNOWN), 'admin', NOT_FOUND],
  ])('%s', async (path, who, message) => {
    expect(partsOf(await open(path, {}, who))).toEqual(errorPage(404, message));
  });

  test('a bad link says what to say on the telephone, without a status or a number', async () => {
    const answer = await open('/letters');
    expect(partsOf(answer)).toEqual({
      ...errorPage(404, NOT_FOUND),
      says: [],
      leadsHome: false,
      hasItsNumber: false,
    });
    expect(answer.text).toContain('「お便りが開けないので、新しいリンクをください」');
    expect(answer.text).not.toMatch(/404|番号/);
  });

  test.each<[string, Who]>([
    ['/adminstaff/nowhere', 'admin'],
    [paths.resident(UNKNOWN), 'admin'],
    [paths.residentItems(UNKNOWN), 'general'],
    ['/adminstaff/residents/%00', 'admin'],
    ['/nowhere', 'admin'],
  ])('%s leads staff back to their photos, without the words for families', async (path, who) => {
    const { text } = await open(path, {}, who);
    expect(text).toMatch(new RegExp(`<a class="button"[^>]* href="${paths.items}"`));
    expect(text).not.toMatch(/ご家族の方は|施設に新しいリンク/);
  });

  test('of a form whose page has been removed', async () => {
    const path = `${paths.resident(UNKNOWN)}?_action=me.updateProfile`;
    const { headers, ...rest } = form({ name: '', nameKana: '' });
    const answer = await open(path, { ...rest, headers: { ...headers, ...BROWSER } }, 'admin');
    expect(partsOf(answer)).toEqual(errorPage(404, NOT_FOUND));
  });

  test.each(['/letters/2024', '/letters/209912', '/letters/nowhere', '/adminstaff/letters/2024'])(
    '%s redirects to /404',
    async (path) => {
      const answer = await open(path, {}, 'admin');
      expect(answer).toMatchObject({ status: 302, headers: { location: paths.notFound } });
    },
  );

  test('in the API is JSON, whatever a browser accepts', async () => {
    for (const path of ['/api/nowhere', '/api/%00']) {
      const { headers, text } = await open(path);
      expect(headers['content-type']).toBe('application/json');
      expect(JSON.parse(text)).toEqual({ msg: expect.any(String) as string });
    }
  });
});

describe('refused', () => {
  test.each(['PUT', 'PATCH', 'DELETE'])(
    '%s on a page: 405 with the allowed methods',
    async (method) => {
      for (const path of [paths.home, paths.login, '/letters', paths.items]) {
        const answer = await open(path, { method }, 'admin');
        const leadsHome = path !== '/letters';
        expect(partsOf(answer)).toEqual({ ...errorPage(405, SYSTEM_ERROR), leadsHome });
        expect(answer.headers.allow).toBe('GET, HEAD, POST');
      }
    },
  );

  test('a form that is too large: 413', async () => {
    const body = Buffer.alloc(256 * 1024 + 1);
    const answer = await open(paths.contact, { method: 'POST', body });
    expect(partsOf(answer)).toEqual(errorPage(413, SYSTEM_ERROR));
    expect(answer.text).toContain('大きすぎ');
  });

  test('a form from another site: 403', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    const answer = await open(paths.login, { method: 'POST', headers });
    expect(partsOf(answer)).toEqual(errorPage(403, SYSTEM_ERROR));
  });

  test('pictures and programs get no page', async () => {
    const { headers } = await site().ask('anonymous', '/%', { headers: { Accept: 'image/*' } });
    expect(headers['content-type']).toMatch(/^text\/plain/);
  });

  test('guessing links gets a friendly page with a waiting time: 429', async () => {
    const headers = { ...BROWSER, 'X-Forwarded-For': '203.0.113.77' };
    const guess = () =>
      call(
        site().server.url,
        paths.letters({ residentToken: 'a'.repeat(27), familyToken: 'b'.repeat(27) }),
        { headers },
      );
    for (let n = 0; n < 30; n++) expect((await guess()).status).toBe(404);
    const answer = await guess();
    expect(partsOf(answer)).toEqual({ ...errorPage(429, SYSTEM_ERROR), leadsHome: false });
    expect(answer.text).toContain(
      '10分ほど待ってから、施設から届いたリンクをもう一度開いてください。',
    );
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(590);
    expect(answer.headers['x-robots-tag']).toBe('noindex, noimageindex');
  });
});

test('a static error page has a policy for its own style only', async () => {
  const { headers, text } = await open('/%');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/style-src 'sha256-[\w+/=]+'/);
  expect(text).not.toMatch(/<script| style=|<link rel="stylesheet"/);
});
