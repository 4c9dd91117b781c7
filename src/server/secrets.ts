import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { alphabet, generateRandomString } from 'oslo/crypto';
import { ID_LENGTH } from '#lib/ids.ts';
import { writeDurably } from './durable-file.ts';

const TOKEN_LENGTH = 27; // 160 bits of letters and digits

/** More than 128 random bits for links, mails and sessions (P12). */
export const randomToken = (): string =>
  generateRandomString(TOKEN_LENGTH, alphabet('a-z', 'A-Z', '0-9'));

const LEAST_DIFFERENT = 10;

/** Whether another server may have made it: fewer different letters are chosen by a person. */
export const isRandomToken = (text: string): boolean =>
  /^[a-zA-Z0-9]+$/.test(text) &&
  text.length === TOKEN_LENGTH &&
  new Set(text).size >= LEAST_DIFFERENT;

const LETTERS = alphabet('a-z', 'A-Z', '0-9');
/** The largest multiple of their number in a byte: the bytes above would prefer some of them. */
const EVEN = 256 - (256 % LETTERS.length);

/** An opaque identifier (contract.md#conventions). Random bytes are asked for together. */
export function newId(): string {
  let id = '';
  while (id.length < ID_LENGTH) {
    for (const byte of randomBytes(ID_LENGTH)) {
      if (byte < EVEN && id.length < ID_LENGTH) id += LETTERS[byte % LETTERS.length] ?? '';
    }
  }
  return id;
}

/** For tokens that need not be shown again. */
export const hashToken = (token: string): string =>
  createHash('sha256').update(token).digest('hex');

export interface Secrets {
  jwtKey: ArrayBuffer;
  /** 132 bits. */
  sign(purpose: string, ...parts: (string | number)[]): string;
  /** For many ids that share the other parts: each costs a third of a `sign`. 132 bits too. */
  signer(purpose: string, ...parts: string[]): (id: string) => string;
  verify(signature: string, purpose: string, ...parts: (string | number)[]): boolean;
  /** For what must be shown again, such as an invitation. */
  seal(text: string): string;
  /** @returns null if sealed with another secret or damaged */
  unseal(sealed: string): string | null;
}

const SIGNATURE_LENGTH = 22;

export function makeSecrets(appSecret: string): Secrets {
  const derive = (purpose: string): ArrayBuffer =>
    hkdfSync('sha256', appSecret, 'tsukidayori', purpose, 32);
  const signingKey = createSecretKey(Buffer.from(derive('signatures')));
  const authenticate = (parts: (string | number)[]): string =>
    createHmac('sha256', signingKey).update(JSON.stringify(parts)).digest('base64url');
  const sign: Secrets['sign'] = (...parts) => authenticate(parts).slice(0, SIGNATURE_LENGTH);
  const sealingKey = Buffer.from(derive('sealing'));
  return {
    jwtKey: derive('jwt'),
    sign,
    signer: (...parts) => {
      // A key for these parts alone. Half of a hash tells nothing of the key, nor can it be extended.
      const key = authenticate(['signer', ...parts]);
      return (id) => hash('sha256', key + id, 'base64url').slice(0, SIGNATURE_LENGTH);
    },
    seal: (text) => encrypt(sealingKey, text),
    unseal: (sealed) => decrypt(sealingKey, sealed),
    verify: (signature, ...parts) => isSame(signature, sign(...parts)),
  };
}

/** Reused, since every photo's address is compared. */
const given = Buffer.alloc(SIGNATURE_LENGTH);
const wanted = Buffer.alloc(SIGNATURE_LENGTH);

/** Compares signatures in constant time. */
export function isSame(signature: string, expected: string): boolean {
  if (signature.length !== SIGNATURE_LENGTH || expected.length !== SIGNATURE_LENGTH) return false;
  // Bytes that are no ASCII do not fit, or differ.
  const fits = given.write(signature) === SIGNATURE_LENGTH;
  wanted.write(expected, 'latin1');
  return fits && timingSafeEqual(given, wanted);
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM: nonce, tag and text concatenated. */
function encrypt(key: Buffer, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

function decrypt(key: Buffer, sealed: string): string | null {
  try {
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const body = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([body, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** Reads the secret in the data folder, or generates it (README.md#configuration). */
export function keptAppSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secret');
  if (!existsSync(file)) {
    writeDurably(file, `${randomToken()}${randomToken()}\n`);
    chmodSync(file, 0o600);
  }
  return readFileSync(file, 'utf8').trim();
}
