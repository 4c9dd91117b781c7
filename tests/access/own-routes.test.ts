import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../support/server.ts';
import { useSite } from './site.ts';

const site = useSite({ LOG_LEVEL: 'debug' });
const SERVER = path.join(ROOT, 'dist/server');

/** All of the built server's code. */
const built = (): [file: string, code: string][] =>
  readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => [file, readFileSync(path.join(SERVER, file), 'utf8')]);

/** Astro's routes. */
function routesOfManifest(): string[] {
  const [manifest] = built().flatMap(
    ([, code]) => /deserializeManifest\((\{.*\})\);$/m.exec(code)?.[1] ?? [],
  );
  const { routes } = JSON.parse(manifest ?? '{}') as { routes: { routeData: { route: string } }[] };
  return routes.map(({ routeData }) => routeData.route).sort();
}

const files = readdirSync(path.join(ROOT, 'src/pages'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(ts|astro)$/.test(file))
  .map((file) => `/${file.replace(/(^|\/)index\.(ts|astro)$|\.(ts|astro)$/, '')}`);

describe('the build', () => {
  test('has the routes of src/pages and the form actions, and none of the framework', () => {
    expect(routesOfManifest()).toEqual([...files, '/_actions/[...path]'].sort());
  });

  test('decodes no picture: separate processes do that', () => {
    const found = built().filter(([, code]) => /(?:from|import)\s*\(?["']sharp["']/.test(code));
    expect(found.map(([file]) => file)).toEqual([]);
  });

  test('has no image endpoint', () => {
    const found = built().filter(([, code]) => code.includes('astro/dist/assets/endpoint'));
    expect(found.map(([file]) => file)).toEqual([]);
  });
});

test.each(['/_image?href=/icon-512.png&f=webp&w=10', '/_server-islands/x?e=a&p=b&s=c', '/_image'])(
  '%s is not found, like any unknown path',
  async (target) => {
    for (const method of ['GET', 'POST']) {
      const { status, headers } = await site().ask('anonymous', target, { method });
      const nowhere = await site().ask('anonymous', '/nowhere', { method });
      expect([status, headers['content-type']]).toEqual([404, nowhere.headers['content-type']]);
    }
  },
);
