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
