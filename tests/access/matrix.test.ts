import { readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { FORMS } from '../support/acts.ts';
import type { Answer } from '../support/http.ts';
import { ROOT } from '../support/server.ts';
import { actionOf, askRow, methodOf, routeOf } from './ask-row.ts';
import { ACTIONS, API, FRONT, PAGES } from './rows.ts';
import { asCarerByPin } from './device-rows.ts';
import type { Site } from './site.ts';
import { CAST, useSite } from './site.ts';

/** A name, where browsers have passkeys. */
const site = useSite({ PUBLIC_URL: 'http://localhost:4321' });
let byPin: Site;
beforeAll(async () => {
  byPin = await asCarerByPin(site());
});

/** `api/v1/actions/items/[id]/index.ts` → `/api/v1/actions/items/[id]` */
const routes = readdirSync(path.join(ROOT, 'src/pages'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(ts|astro)$/.test(file))
  .map((file) => `/${file.replace(/(^|\/)index\.(ts|astro)$|\.(ts|astro)$/, '')}`)
  .filter((route) => route !== '/api/[...path]')
  .sort();

/** A status, or the target of a redirect. */
const outcomeOf = ({ status, headers }: Answer): number | string =>
  status === 302 ? (headers.location ?? '') : status;

const ROWS = [...API, ...PAGES, ...FRONT];

describe.each(ROWS)('$call', (row) => {
  test.each(CAST)('%s', async (who) => {
    const answer = await askRow(who, row, site());
    expect(outcomeOf(answer)).toEqual(row.expected[who]);
    // A cached redirect would be followed after signing in or out too.
    if (answer.headers.location) expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('an admin by PIN, like general staff', async () => {
    expect(outcomeOf(await askRow('anonymous', row, byPin))).toEqual(
      row.byPin ?? row.expected.general,
    );
  });
});

describe.each(ACTIONS)('action $call', (row) => {
  test.each(CAST)('%s', async (who) => {
    const answer = await askRow(who, row, site(), actionOf(row));
    expect(answer.status).toBe(row.expected[who]);
  });

  test('an admin by PIN, like general staff', async () => {
    const answer = await askRow('anonymous', row, byPin, actionOf(row));
    expect(answer.status).toBe(row.byPin ?? row.expected.general);
  });
});

describe('objects of another facility', () => {
  /**
   * Parts of staff pages that change by the moment: an island's id, the time, the session's rest.
   */
  const MOMENT = /(?<= uid=")\w+|(?<=&quot;now&quot;:\[0,)\d+|(?<=data-session-ms=")\d+/g;
  /** Two responses may differ only in request id and time. */
  const comparable = ({ status, headers, text }: Answer) => {
    const { date, 'x-request-id': id, ...rest } = headers;
    expect([date, id]).not.toContain(undefined);
    return { status, rest, text: text.replaceAll(String(id), '').replaceAll(MOMENT, '') };
  };

  test.each(ROWS.filter(({ unknown }) => unknown !== undefined))(
    '$call responds byte for byte as for unknown ones',
    async (row) => {
      const foreign = await askRow('other', row, site());
      const unknown = await askRow('other', row, site(), row.unknown);
      expect(foreign.status).toBe(404);
      expect(comparable(foreign)).toEqual(comparable(unknown));
    },
  );

  test.each(ACTIONS.filter(({ unknownOptions }) => unknownOptions !== undefined))(
    'action $call responds byte for byte as for unknown ones',
    async (row) => {
      const foreign = await askRow('other', row, site(), actionOf(row));
      const unknown = await site().ask('other', actionOf(row), row.unknownOptions);
      expect(foreign.status).toBe(404);
      expect(comparable(foreign)).toEqual(comparable(unknown));
    },
  );
});

describe('nothing is left out', () => {
  test('every page and endpoint of src/pages has its row', () => {
    const listed = new Set([...API, ...PAGES].map(routeOf));
    expect(routes.filter((route) => !listed.has(route))).toEqual([]);
  });

  test('every row has its page or endpoint', () => {
    const missing = [...API, ...PAGES].map(routeOf).filter((route) => !routes.includes(route));
    expect(missing).toEqual([]);
  });

  test('every action of src/actions has its row', () => {
    const names = Object.keys(FORMS);
    expect(names.length).toBeGreaterThan(0);
    expect(names.sort()).toEqual(ACTIONS.map(routeOf).sort());
  });

  test.each([...new Set(API.map(routeOf))])('%s has the methods of its rows', async (route) => {
    const rows = API.filter((row) => routeOf(row) === route);
    const listed = [...new Set(rows.map(methodOf))].sort();
    const other = ['PUT', 'PATCH', 'DELETE', 'POST'].find((method) => !listed.includes(method));
    const address = (await rows[0]?.path?.(site())) ?? route;
    const { status, headers } = await site().ask('admin', address, { method: other ?? 'PUT' });
    expect(status).toBe(405);
    expect(headers.allow?.split(', ').sort()).toEqual(listed);
  });
});
