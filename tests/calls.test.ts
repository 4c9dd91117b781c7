import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';

const ROOT = path.dirname(import.meta.dirname);
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

const sources = ['src/client', 'src/islands', 'src/page-scripts', 'src/stores'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => path.join(folder, name)),
);

const routes = readdirSync(path.join(ROOT, 'src/pages/api'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => path.join('src/pages/api', name));

/** `api.post<typeof itemCalls.create>(paths.api.items, …)` anywhere in a script. */
const ASKED =
  /\bapi\.(get|post|put|patch|delete)(?:<typeof (\w+\.\w+)>)?\(\s*(?:`\$\{)?paths\.api\.(\w+)/g;
const asked = sources.flatMap((file) =>
  [...read(file).matchAll(ASKED)].map(([, method = '', call = '', name = '']) => ({
    asks: `${file}: ${method.toUpperCase()} ${name}`,
    method: method.toUpperCase(),
    call,
    name: name as keyof typeof paths.api,
  })),
);

/** The file that serves a path. */
function routeOf(name: keyof typeof paths.api): string {
  const address = paths.api[name] as string | ((...parts: string[]) => string);
  const route = typeof address === 'string' ? address : address('[id]', '[id]');
  const shape = shapeOf(`src/pages${route.replace(/\?.*$|\/$/, '')}`);
  const file = routes.find((one) => shapeOf(one).replace(/(?:\/index)?\.ts$/, '') === shape);
  if (file === undefined) throw new Error(`no file serves ${route}`);
  return file;
}

/** Whatever the parameters are called. */
const shapeOf = (file: string): string => file.replaceAll(/\[\w+\]/g, '[]');

test('scripts call the API', () => {
  expect(asked.length).toBeGreaterThan(8);
});

test.each(asked)(
  '$asks has the types of the call that serves the path',
  ({ method, call, name }) => {
    const [, answers] = new RegExp(`\\b${method}: (\\w+\\.\\w+)`).exec(read(routeOf(name))) ?? [];
    expect(call).toBe(answers);
  },
);
