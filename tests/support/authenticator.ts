import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type {
  Assertion,
  CreationOptions,
  NewCredential,
  RequestOptions,
} from '#domains/account/passkey/passkey.ts';

/** What a tampered or careless authenticator does otherwise. */
interface Oddities {
  origin?: string;
  rpId?: string;
  /** Whether it asked for a finger, a face or a number. */
  isVerified?: boolean;
  counter?: number;
  challenge?: string;
  userHandle?: string;
}

const base64url = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

/** An authenticator in software: one passkey, as a phone would hold it. */
export function makeAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;
  let handle = '';

  const clientData = (type: string, challenge: string, odd: Oddities): string =>
    base64url(
      JSON.stringify({
        ...{ type, challenge: odd.challenge ?? challenge },
        ...{ origin: odd.origin ?? origin, crossOrigin: false },
      }),
    );

  function authData(rpId: string, odd: Oddities, made?: Buffer): Buffer {
    const flags = 0x01 | (odd.isVerified === false ? 0 : 0x04) | (made ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(odd.counter ?? counter);
    return Buffer.concat([
      sha256(odd.rpId ?? rpId),
      Buffer.from([flags]),
      count,
      made ?? Buffer.alloc(0),
    ]);
  }

  return {
    credentialId: base64url(id),

    make({ challenge, rp, user }: CreationOptions, odd: Oddities = {}): NewCredential {
      handle = user.id;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const coordinates = [x, y].map((text) => Buffer.from(text, 'base64url'));
      // COSE: kty EC2, alg ES256, crv P-256, x, y.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        coordinates[0] ?? Buffer.alloc(0),
        Buffer.from('225820', 'hex'),
        coordinates[1] ?? Buffer.alloc(0),
      ]);
      const made = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const data = authData(rp.id, odd, made);
      // CBOR: fmt "none", attStmt {}, authData.
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      return {
        ...{ id: base64url(id), type: 'public-key' },
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, odd),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      };
    },

    /** Counts each use, as security keys do. */
    answer({ challenge, rpId }: RequestOptions, odd: Oddities = {}): Assertion {
      counter++;
      const data = authData(rpId, odd);
      const clientDataJSON = clientData('webauthn.get', challenge, odd);
      const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
      return {
        ...{ id: base64url(id), type: 'public-key' },
        response: {
          clientDataJSON,
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', signed, privateKey)),
          userHandle: odd.userHandle ?? handle,
        },
      };
    },
  };
}
