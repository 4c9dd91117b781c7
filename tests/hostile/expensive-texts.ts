import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { FAMILY_COLUMNS } from '#domains/people/family-csv.ts';
import { RESIDENT_HEADINGS } from '#domains/people/resident-csv.ts';
import { paths } from '#lib/paths.ts';
import { PAGES } from '../access/rows.ts';
import { UNKNOWN } from '../access/row.ts';
import { runAdmin } from '../support/admin-command.ts';
import { EXPENSIVE, expensiveText } from '../support/expensive-texts.ts';
import type { Call } from '../support/http.ts';
import { call, json, signIn } from '../support/http.ts';
import type { Site } from '../support/open-site.ts';
import { cpuMs, leastOf } from '../support/main-thread.ts';
import { makeOperatorAt, operatorLinkIn } from '../support/operator.ts';
import { Random } from '../support/random.ts';
import type { SentSchema } from '../support/schemas.ts';
import { slotsOf, sentSchemas } from '../support/schemas.ts';
import { ROOT } from '../support/server.ts';
import { headerPlaces } from './expensive-headers.ts';
import { onSite } from './hostile-site.ts';
import type { HostileOptions, HostilePart, HostileResult } from './part.ts';

/** More than what plain letters of as many bytes take. */
const MOST_MS = 60;
/** Of a body, of which 256 KB are taken, of an address, and what passes most first bounds. */
const BODY_BYTES = 250_000;
const QUERY_BYTES = 3900;
const SHORT_BYTES = 1000;
/** Takes less time than an access token lives. */
const ROUND = 1000;

/** Where a text may be sent to. */
export interface Place {
  name: string;
  bytes: number;
  send: (site: Site, operator: string, text: string) => { path: string; options: Call };
}

const BOUNDARY = 'x-boundary-x';

function multipart(fields: [name: string, text: string][], more: Record<string, string>): Call {
  const parts = fields.map(
    ([name, text]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  );
  const type = `multipart/form-data; boundary=${BOUNDARY}`;
  const headers = { 'Content-Type': type, 'Sec-Fetch-Site': 'same-origin', ...more };
  return { method: 'POST', headers, body: `${parts.join('')}--${BOUNDARY}--\r\n` };
}

const fieldsOf = (value: unknown): [string, string][] =>
  Object.entries(value as Record<string, unknown>).map(([name, part]) => [
    name,
    String(Array.isArray(part) ? part[0] : part),
  ]);

/** Pages whose source names an action show again what was typed. */
const pagesWith = (action: string): string[] =>
  globSync('src/pages/**/*.astro', { cwd: ROOT })
    .filter((file) => readFileSync(`${ROOT}/${file}`, 'utf8').includes(`actions.${action}`))
    .map((file) => file.replace(/^src\/pages|(?:\/index)?\.astro$/g, ''));

function addressesOf({ of, in: where }: SentSchema): ((site: Site) => string)[] {
  if (where !== 'form') {
    const [, route = ''] = of.split(' ');
    return [() => route.replaceAll(/\[\w+\]/g, UNKNOWN)];
  }
  if (of.startsWith('operator.')) return [() => `${paths.operator}?_action=${of}`];
  const pages = pagesWith(of).filter((page) => !page.includes('[...'));
  const shown = pages.map((page) => ({ world: { cast, yearMonth } }: Site) => {
    const id = page.includes('/families/') ? cast.family.id : cast.resident.id;
    const address = page.replace('[yearMonth]', String(yearMonth)).replace('[id]', id);
    return `${address || '/'}?_action=${of}`;
  });
  return [() => `/_actions/${of}`, ...shown];
}

const placesIn = (sent: SentSchema): Place[] =>
  addressesOf(sent).flatMap((addressOf) =>
    slotsOf(sent.schema).flatMap(({ name, put }) =>
      (sent.in === 'query' ? [QUERY_BYTES] : [BODY_BYTES, SHORT_BYTES]).map((bytes): Place => ({
        name: `${name} of ${sent.of}, ${bytes} bytes`,
        bytes,
        send: (site, operator, text) => {
          const path = addressOf(site);
          const Authorization = site.signed.admin.bearer;
          const Cookie = sent.of.startsWith('operator.') ? operator : site.signed.admin.cookie;
          if (sent.in === 'form') {
            return { path, options: multipart(fieldsOf(put(text)), { Cookie }) };
          }
          const [method = ''] = sent.of.split(' ');
          const value = put(text);
          return sent.in === 'body'
            ? { path, options: { ...json(value, { Authorization }), method } }
            : {
                path: `${path}?${query(fieldsOf(value))}`,
                options: { headers: { Authorization } },
              };
        },
      })),
    ),
  );

/** An address is bounded as it is sent, three bytes for one. */
function query(fields: [string, string][]): string {
  const escaped = fields.map(([name, text]) => {
    const all = encodeURIComponent(text.toWellFormed().replaceAll('\0', ''));
    return `${name}=${all.slice(0, QUERY_BYTES / fields.length).replace(/%[^%]{0,1}$/, '')}`;
  });
  return escaped.map((one) => one.replace(/(?:%[89AB][0-9A-F])+$|%[C-F][0-9A-F]$/, '')).join('&');
}

/** All that pages read of their address at once, and what they search for alone. */
function pagePlaces(): Place[] {
  const sources = globSync('src/{pages,components,domains}/**/*.{astro,ts}', { cwd: ROOT });
  const names = sources.flatMap((file) =>
    [...readFileSync(`${ROOT}/${file}`, 'utf8').matchAll(/\.get\('(\w+)'\)/g)].map(
      ([, name = '']) => name,
    ),
  );
  const all = [...new Set(names)].filter((name) => !name.startsWith('_'));
  const groups = [all, ['q'], ['search']];
  return PAGES.flatMap((row) =>
    groups.map((group): Place => ({
      name: `${group.length === 1 ? group.join() : 'all'} of ${row.call}`,
      bytes: QUERY_BYTES,
      send: (site, _operator, text) => {
        const page = row.path?.(site) ?? row.call.replace(/^GET /, '');
        const [path = ''] = (typeof page === 'string' ? page : '/').split('?');
        const asked = query(group.map((name): [string, string] => [name, text]));
        return {
          path: `${path}?${asked}`,
          options: { headers: { Cookie: site.signed.admin.cookie } },
        };
      },
    })),
  );
}

const HEADINGS = [...RESIDENT_HEADINGS, FAMILY_COLUMNS.familyName[0], FAMILY_COLUMNS.familyKana[0]];
const LIST_BYTES = 190 * 1024;

/** A list whose cells hold the text, as many of 20 or 60 characters as fit. */
const listPlaces = (): Place[] =>
  ['residents.addAll', 'families.addAll'].flatMap((action) =>
    [
      { length: 20, headings: HEADINGS },
      { length: 60, headings: HEADINGS },
      { length: 60, headings: HEADINGS.slice(0, 1) },
    ].map(({ length, headings }): Place => ({
      name: `${headings.length} cells of ${length} of ${action}`,
      bytes: LIST_BYTES,
      send: ({ signed }, _operator, text) => {
        const cells =
          text.replaceAll(/[",\r\n]/g, ' ').match(new RegExp(`.{1,${length}}`, 'gsu')) ?? [];
        const columns = headings.length;
        const rows = Array.from(
          { length: Math.min(1000, Math.ceil(cells.length / columns)) },
          (_, n) => cells.slice(n * columns, (n + 1) * columns).join(','),
        );
        const csv = [headings.join(','), ...rows].join('\n');
        const options = multipart([['csv', csv]], { Cookie: signed.admin.cookie });
        return { path: `/_actions/${action}`, options };
      },
    })),
  );

async function costOf(site: Site, operator: string, place: Place, unit: string): Promise<number> {
  const isList = place.bytes === LIST_BYTES;
  // A facility has a hundred runs of lists an hour, and a refused one costs nothing.
  if (isList) await site.factory.db.deleteFrom('rate_limits').execute();
  const { path, options } = place.send(site, operator, expensiveText(unit, place.bytes));
  const pid = site.server.child.pid ?? 0;
  const before = cpuMs(pid);
  const { status } = await call(site.server.url, path, options);
  if (status >= 500 || (isList && status === 429)) throw new Error(`${place.name}: ${status}`);
  return cpuMs(pid) - before;
}

async function tryAll(site: Site, { seed, count }: HostileOptions): Promise<HostileResult> {
  const { out } = await runAdmin(site, ['operator-link'], { PUBLIC_URL: site.server.url });
  const { cookie: operator } = await makeOperatorAt(site.server.url, operatorLinkIn(out));
  const places = [
    ...[...(await sentSchemas()).flatMap(placesIn), ...listPlaces(), ...pagePlaces()],
    ...headerPlaces(),
  ];
  const random = new Random(seed);
  const cases = places
    .flatMap((place) => Object.keys(EXPENSIVE).map((kind) => ({ place, kind, at: random.next() })))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, count);
  const plain = new Map<Place, number>();
  const broken: string[] = [];
  let worst = { ms: 0, name: '' };
  for (const [index, { place, kind }] of cases.entries()) {
    if (index % ROUND === 0)
      site.signed.admin = await signIn(site.server.url, site.world.cast.admin.email);
    const cost = (unit: string) => () => costOf(site, operator, place, unit);
    const base = plain.get(place) ?? (await leastOf(3, cost('a')));
    plain.set(place, base);
    const once = (await cost(EXPENSIVE[kind] ?? '')()) - base;
    const ms = once > MOST_MS / 2 ? (await leastOf(4, cost(EXPENSIVE[kind] ?? ''))) - base : once;
    const name = `${kind}: ${place.name}`;
    if (ms > worst.ms) worst = { ms, name };
    if (ms > MOST_MS) broken.push(`${name}: ${Math.round(ms)} ms beyond ${Math.round(base)} ms`);
  }
  const figures: HostileResult['figures'] = [
    ['places for a text', places.length],
    ['most beyond plain letters, ms', `${Math.round(worst.ms)} (${worst.name})`],
    ['most for plain letters, ms', Math.round(Math.max(...plain.values()))],
  ];
  return { cases: cases.length, broken, figures };
}

async function run(options: HostileOptions): Promise<HostileResult> {
  // Astro's module exists in its builds only.
  const stub = 'export const defineAction = (it) => it; export const ActionError = Error;';
  registerHooks({
    resolve: (name, context, next) =>
      name === 'astro:actions'
        ? { url: `data:text/javascript,${encodeURIComponent(stub)}`, shortCircuit: true }
        : next(name, context),
  });
  const { result, faults } = await onSite({}, (site) => tryAll(site, options));
  return { ...result, broken: [...result.broken, ...faults] };
}

/** `npm test` proves that no text is read before its length is bounded (no-expensive-text.test.ts). */
export const expensiveTexts: HostilePart = {
  name: 'expensive-texts',
  promise: 'P32',
  says: `texts of ${Object.keys(EXPENSIVE).length} kinds in every field, query, cookie and header take no longer than letters`,
  count: 100_000,
  run,
};
