import { createCipheriv, createDecipheriv, createHmac, randomBytes, scryptSync } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DamagedFile } from '../restore/read.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Per file. */
export const SEAL_BYTES = NONCE_BYTES + TAG_BYTES;

/**
 * Encryption of copies with a passphrase: AES-256-GCM, the file's name as additional data, as nonce,
 * ciphertext and tag. What is read before the tag is checked must not be used.
 */
export interface Seal {
  /** A name that does not tell the content's hash. */
  nameOf: (sha256: string) => string;
  seal: (from: string, to: string, name: string) => Promise<void>;
  /** Fails at its end if passphrase, name or content are not those that were sealed. */
  open: (sealed: Readable, name: string) => Readable;
}

/** The same for all files, so that the passphrase alone opens the copies. */
const SALT = 'tsukidayori copies of backups';

export function makeSeal(passphrase: string): Seal {
  const keys = scryptSync(passphrase, SALT, 64, { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 });
  const [key, nameKey] = [keys.subarray(0, 32), keys.subarray(32)];
  return {
    nameOf: (sha256) => createHmac('sha256', nameKey).update(sha256).digest('hex'),
    async seal(from, to, name) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(name));
      const framed = async function* (content: AsyncIterable<Buffer>) {
        yield nonce;
        for await (const chunk of content) yield cipher.update(chunk);
        yield cipher.final();
        yield cipher.getAuthTag();
      };
      await pipeline(createReadStream(from), framed, createWriteStream(to, { mode: 0o600 }));
    },
    open: (sealed, name) => sealed.compose(opening(key, name)) as Readable,
  };
}

function opening(key: Buffer, name: string): Transform {
  let held: Buffer = Buffer.alloc(0);
  let decipher: ReturnType<typeof decipherOf> | undefined;
  const decipherOf = (nonce: Buffer) =>
    createDecipheriv(CIPHER, key, nonce).setAAD(Buffer.from(name));
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      if (!decipher && held.length >= NONCE_BYTES) {
        decipher = decipherOf(held.subarray(0, NONCE_BYTES));
        held = held.subarray(NONCE_BYTES);
      }
      const ready = decipher ? held.length - TAG_BYTES : 0;
      if (decipher && ready > 0) {
        this.push(decipher.update(held.subarray(0, ready)));
        held = held.subarray(ready);
      }
      done();
    },
    flush(done) {
      try {
        if (!decipher || held.length !== TAG_BYTES) throw new Error('too short');
        decipher.setAuthTag(held);
        this.push(decipher.final());
        done();
      } catch (error) {
        done(
          new DamagedFile('it cannot be decrypted: another passphrase, or damaged', {
            cause: error,
          }),
        );
      }
    },
  });
}
