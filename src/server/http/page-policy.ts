import { createHash } from 'node:crypto';

const INLINE = /<(?:style|script)\b[^>]*>([^]*?)<\/(?:style|script)>/g;
const HASH = / 'sha256-([^']+)'/g;

/**
 * Astro allows the styles and scripts of all pages on each of them, which makes headers of 5 KB:
 * more than nginx takes by default. Keeps the hashes of what this page holds, and adds none.
 */
export function narrowPolicy(policy: string, html: string): string {
  const held = new Set<string>();
  for (const [, text = ''] of html.matchAll(INLINE)) {
    if (text) held.add(createHash('sha256').update(text).digest('base64'));
  }
  return policy.replaceAll(HASH, (hash, digest: string) => (held.has(digest) ? hash : ''));
}
