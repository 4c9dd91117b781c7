import type { KeyObject } from 'node:crypto';
import { createHash, verify } from 'node:crypto';

/** As a receiver checks it (RFC 6376, relaxed/relaxed). @returns its tags, or null if it is not good */
export function verifyDkim(raw: string, key: KeyObject): Map<string, string> | null {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw.slice(0, end).split(/\r\n(?![ \t])/);
  const header = (name: string): string =>
    lines.findLast((line) => line.toLowerCase().startsWith(`${name}:`)) ?? '';
  const signature = header('dkim-signature');
  const tags = new Map(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map((tag) => /^\s*(\w+)=([^]*)$/.exec(tag))
      .map((tag) => [tag?.[1] ?? '', (tag?.[2] ?? '').replaceAll(/\s/g, '')] as const),
  );
  const body = `${raw.slice(end + 4).replace(/(\r\n)+$/, '')}\r\n`
    .replaceAll(/[ \t]+\r\n/g, '\r\n')
    .replaceAll(/[ \t]+/g, ' ');
  if (createHash('sha256').update(body, 'latin1').digest('base64') !== tags.get('bh')) return null;
  const signed = [
    ...(tags.get('h') ?? '').split(':').map((name) => `${relaxed(header(name))}\r\n`),
    relaxed(signature.replace(/b=[^;]*$/, 'b=')),
  ].join('');
  const bytes = Buffer.from(tags.get('b') ?? '', 'base64');
  return verify('sha256', Buffer.from(signed, 'latin1'), key, bytes) ? tags : null;
}

const relaxed = (line: string): string => {
  const at = line.indexOf(':');
  const value = line
    .slice(at + 1)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return `${line.slice(0, at).toLowerCase().trim()}:${value}`;
};
