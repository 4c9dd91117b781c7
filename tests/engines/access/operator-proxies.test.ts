import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { CADDY_MISSING, hasCaddy, startCaddy } from '../../support/caddy.ts';
import { call } from '../../support/http.ts';
import { needs } from '../../support/needs.ts';
import { NGINX_MISSING, hasNginx, startNginx } from '../../support/nginx.ts';
import { ROOT } from '../../support/server.ts';

/** Stands for the server, and says what reached it. */
const app = createServer((req, res) => res.end(req.url));
let port = 0;
beforeAll(async () => {
  await once(app.listen(0, '127.0.0.1'), 'listening');
  ({ port } = app.address() as AddressInfo);
});
afterAll(() => void app.close());

const OPERATORS = [
  paths.operator,
  paths.operatorLogin,
  paths.operatorAccount('x'),
  `${paths.operatorFacilities}?_action=operator.setPlan`,
];
const OTHERS = [paths.home, paths.login, paths.items, '/operators', '/letters?x=/operator'];

interface Proxy {
  url: string;
  stop: () => Promise<string>;
}

async function outcomes({ url, stop }: Proxy): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const method of ['GET', 'POST']) {
    for (const path of [...OPERATORS, ...OTHERS]) {
      const body = method === 'POST' ? { body: 'a=b' } : {};
      found[`${method} ${path}`] = (await call(url, path, { method, ...body, fresh: true })).status;
    }
  }
  await stop();
  return found;
}

const expected = (operators: number) =>
  Object.fromEntries(
    ['GET', 'POST'].flatMap((method) => [
      ...OPERATORS.map((path) => [`${method} ${path}`, operators] as const),
      ...OTHERS.map((path) => [`${method} ${path}`, 200] as const),
    ]),
  );

describe(
  "Caddy, with the shipped file, opens the operator's pages",
  needs(hasCaddy(), CADDY_MISSING),
  () => {
    test.each([
      ['everywhere by default', {}, 200],
      ['from the addresses of OPERATOR_FROM', { OPERATOR_FROM: '127.0.0.1 ::1' }, 200],
      ['from no other', { OPERATOR_FROM: '203.0.113.5 2001:db8::/32' }, 404],
    ])('%s', async (_from, settings, status) => {
      const caddy = await startCaddy(port, undefined, '5s', settings);
      expect(await outcomes(caddy)).toEqual(expected(status));
    });
  },
);

describe(
  "nginx, with the shipped file, opens the operator's pages",
  needs(hasNginx(), NGINX_MISSING),
  () => {
    test.each<[string, [string, string][], number]>([
      ['everywhere by default', [], 200],
      ['from a listed address', [['\tdefault 1;', '\tdefault 0;\n\t127.0.0.1 1;']], 200],
      ['from no other', [['\tdefault 1;', '\tdefault 0;\n\t203.0.113.5 1;']], 404],
    ])('%s', async (_from, changes, status) => {
      expect(await outcomes(await startNginx(port, changes))).toEqual(expected(status));
    });

    test.each([
      ['127.0.0.1', 200],
      ['203.0.113.5', 404],
    ])('from %s, with the lines for Nginx Proxy Manager', async (address, status) => {
      const advice = readFileSync(path.join(ROOT, 'deploy/nginx-proxy-manager.conf'), 'utf8');
      const lines = [...advice.matchAll(/^# ((?:set|if) .*)$/gm)].map(([, line = '']) => line);
      expect(lines).toHaveLength(2);
      const own = lines.join('\n').replace('203\\.0\\.113\\.5', address.replaceAll('.', '\\.'));
      const nginx = await startNginx(port, [['\tlocation / {', `${own}\n\tlocation / {`]]);
      expect(await outcomes(nginx)).toEqual(expected(status));
    });
  },
);
