import { createHash } from 'node:crypto';

const HASH = / 'sha256-([^']+)'/g;

/**
 * Astro allows the styles and scripts of all pages on each of them, which makes headers of 5 KB:
 * more than nginx takes by default. Keeps the hashes of what this page holds, and adds none.
 */
export function narrowPolicy(policy: string, html: string): string {
  const held = new Set<string>();
  for (const name of ['style', 'script']) {
    for (const text of inlineTexts(html, name)) if (text) held.add(digestOf(text));
  }
  return policy.replaceAll(HASH, (hash, digest: string) => (held.has(digest) ? hash : ''));
}

/** What a page's style or script elements hold, in base64 of SHA-256. */
export const digestOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64');

/**
 * What the elements of a name hold. In an attribute, `<style>` may stand as it is, so that a
 * person's name may hold it: an element begins with the last that stands before its end.
 */
export const inlineTexts = (html: string, name: string): string[] =>
  html
    .split(`</${name}>`)
    .slice(0, -1)
    .flatMap((before) => {
      const tag = before.lastIndexOf(`<${name}`);
      const end = before.indexOf('>', tag);
      return tag === -1 || end === -1 ? [] : [before.slice(end + 1)];
    });
