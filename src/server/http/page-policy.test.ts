import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { narrowPolicy } from './page-policy.ts';

const hash = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const [STYLE, SCRIPT, ELSEWHERE] = ['a{color:red}', 'let 月 = 1;\n', 'b{}'];
const policy = (scripts: string[], styles: string[]): string =>
  `default-src 'self'; script-src 'self'${scripts.map((s) => ` ${hash(s)}`).join('')}; style-src 'self'${styles.map((s) => ` ${hash(s)}`).join('')};`;

test('keeps the hashes of what the page holds, and no others', () => {
  const html = `<style>${STYLE}</style><script type="module" nonce>${SCRIPT}</script><script src="/x.js"></script>`;
  expect(narrowPolicy(policy([ELSEWHERE, SCRIPT], [STYLE, ELSEWHERE]), html)).toBe(
    policy([SCRIPT], [STYLE]),
  );
});

test('never adds a hash, whatever the page holds', () => {
  const html = `<script>${SCRIPT}</script><script>alert(1)</script>`;
  expect(narrowPolicy(policy([SCRIPT], []), html)).toBe(policy([SCRIPT], []));
  expect(narrowPolicy(policy([ELSEWHERE], [ELSEWHERE]), '')).toBe(policy([], []));
});

/** As Astro writes it: in an attribute, only `&` and `"` are written otherwise. */
test.each(['<style>', '<script>', '</style>', '</script>', '<style></style>', '</script><script>'])(
  'a name with %s takes nothing from the page',
  (name) => {
    const html = `<p title="${name}"><style>${STYLE}</style><b title="${name}"><script>${SCRIPT}</script><i title="${name}">`;
    const own = policy([SCRIPT], [STYLE]);
    expect(narrowPolicy(own, html)).toBe(own);
  },
);

test('a page of names with tags takes as long as others', () => {
  const html = `<script>${SCRIPT}</script>${'<li title="<script><style>">'.repeat(40_000)}`;
  const { user } = process.cpuUsage();
  expect(narrowPolicy(policy([SCRIPT], []), html)).toBe(policy([SCRIPT], []));
  expect((process.cpuUsage().user - user) / 1000).toBeLessThan(500);
});
