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

describe('the build', () => {
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
  '%s of the framework is not found',
  async (target) => {
    for (const method of ['GET', 'HEAD', 'POST']) {
      expect((await site().ask('anonymous', target, { method })).status).toBe(404);
    }
  },
);
