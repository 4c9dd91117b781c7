import { ACCESS_COOKIE, REFRESH_COOKIE } from '#domains/account/session/session.ts';
import * as session from '#domains/account/session/session.ts';
import { OPERATOR_COOKIE } from '#domains/operator/operator.ts';
import { paths } from '#lib/paths.ts';
import { PASSWORD } from '../support/factories.ts';
import { HEADERS_READ } from '../support/headers-read.ts';
import type { Call } from '../support/http.ts';
import { json } from '../support/http.ts';
import type { Site } from '../support/open-site.ts';
import type { Place } from './expensive-texts.ts';

/** Of the 16 KB that the server takes; the rest is for the session's own cookies. */
const HEADER_BYTES = 14_000;
/** A browser keeps no longer one. */
const COOKIE_BYTES = [4000, HEADER_BYTES];

const COOKIES = [
  ...Object.entries(session).flatMap(([name, value]) => (name.endsWith('_COOKIE') ? [value] : [])),
  OPERATOR_COOKIE,
] as string[];

/** What would be no request any more, and cookies, which have their own places. */
const FRAMING = new Set(['host', 'content-length', 'transfer-encoding', 'cookie']);
const HEADERS = HEADERS_READ.filter((name) => !FRAMING.has(name));

/** Bytes as they are sent, without those that no header may hold. */
const bytesOf = (text: string): string =>
  Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '')
    .trim();

/** As the server itself writes a value, and cut where a sign ends. */
const escaped = (text: string, bytes: number): string =>
  encodeURIComponent(text.toWellFormed()).slice(0, bytes).replace(/%.?$/, '');

const logIn = (site: Site): Call =>
  json({ email: site.world.cast.general.email, password: PASSWORD });

/** Where each is sent to: a page that shows the cookie, a page with readings, a call, a sign-in. */
const ASKED: [path: (site: Site) => string, options: (site: Site) => Call][] = [
  [() => `${paths.newPassword}?sent=1`, () => ({})],
  [() => paths.login, (site) => ({ headers: { Cookie: site.signed.general.cookie } })],
  [() => paths.history, (site) => ({ headers: { Cookie: site.signed.admin.cookie } })],
  [() => paths.api.user, (site) => ({ headers: { Authorization: site.signed.admin.bearer } })],
  [() => paths.operator, () => ({})],
  [() => paths.api.login, logIn],
];

const withCookie = ({ headers = {}, ...rest }: Call, cookie: string): Call => ({
  ...rest,
  headers: {
    ...headers,
    'Sec-Fetch-Site': 'same-origin',
    Cookie: [cookie, 'furigana=1', headers['Cookie'] ?? []].flat().join('; '),
  },
});

/** Every cookie and header that is read, on what reads it. */
export const headerPlaces = (): Place[] =>
  ASKED.flatMap(([path, options], at) => [
    ...COOKIES.flatMap((name) =>
      COOKIE_BYTES.map((bytes): Place => ({
        name: `cookie ${name}, ${bytes} bytes, to the ${at}th`,
        bytes,
        send: (site, _operator, text) => {
          const bearer = [ACCESS_COOKIE, REFRESH_COOKIE].includes(name) ? 'Bearer%20' : '';
          const value = `${name}=${bearer}${escaped(text, bytes)}`;
          return { path: path(site), options: withCookie(options(site), value) };
        },
      })),
    ),
    ...HEADERS.map((name): Place => ({
      name: `header ${name} to the ${at}th`,
      bytes: HEADER_BYTES,
      send: (site, _operator, text) => {
        const { headers, ...rest } = options(site);
        return {
          path: path(site),
          options: { ...rest, headers: { ...headers, [name]: bytesOf(text) } },
        };
      },
    })),
  ]);
