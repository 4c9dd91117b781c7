import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './root.ts';

/** Receivers take no shorter one. */
const LEAST_BITS = 1024;

/**
 * @param text the path of a file, or the key itself, with its lines joined by `\n`
 * @returns null if it is no private RSA key in PEM
 */
export function readDkimKey(text: string): string | null {
  try {
    const isKey = text.includes('-----BEGIN');
    const pem = isKey
      ? text.replaceAll('\\n', '\n')
      : readFileSync(path.resolve(ROOT, text), 'utf8');
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = createPrivateKey(pem);
    return type === 'rsa' && (details?.modulusLength ?? 0) >= LEAST_BITS ? pem : null;
  } catch {
    return null;
  }
}
