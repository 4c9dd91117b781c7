import type * as WebAuthn from '@simplewebauthn/server';
import { invalid, unauthorized } from '#lib/errors.ts';
import { currentRequest } from '#server/request-context.ts';
import type { PasskeyRow } from './passkey-rows.ts';
import type { Assertion, NewCredential } from './passkey.ts';
import { toTransports } from './passkey.ts';
import type { RelyingParty } from './relying-party.ts';

type Library = typeof WebAuthn;

let loaded: Promise<Library> | undefined;
/** With the first passkey: it takes 25 MB and a quarter of a second. */
const library = (): Promise<Library> => (loaded ??= import('@simplewebauthn/server'));

/** Base64url; empty if the answer has none, which then fits no challenge. */
export function challengeOf({ response }: NewCredential | Assertion): string {
  try {
    const text = Buffer.from(response.clientDataJSON, 'base64url').toString();
    const { challenge } = JSON.parse(text) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}

interface Expected {
  rp: RelyingParty;
  challenge: string;
}

interface MadeCredential {
  credentialId: string;
  publicKey: string;
  counter: number;
}

/** @throws AppError 422 unless it is for this site, of this challenge, and the person was verified */
export async function verifyNewCredential(
  { id, type, response }: NewCredential,
  { rp, challenge, algorithms }: Expected & { algorithms: number[] },
): Promise<MadeCredential> {
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { id, rawId: id, type, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch((error: unknown) => {
    noteRefusal(error);
    return { registrationInfo: undefined };
  });
  if (!registrationInfo) throw invalid('パスキーを作れませんでした。もう一度お試しください。');
  const { credential } = registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
  };
}

/**
 * @returns the authenticator's counter
 * @throws AppError 401 unless the answer is of this passkey, site and challenge, the person was
 * verified, and the counter has not gone back, as that of a copy would
 */
export async function verifyAssertion(
  { id, type, response }: Assertion,
  passkey: PasskeyRow,
  { rp, challenge }: Expected,
): Promise<number> {
  const { verifyAuthenticationResponse } = await library();
  const { clientDataJSON, authenticatorData, signature } = response;
  const given = { clientDataJSON, authenticatorData, signature };
  const result = await verifyAuthenticationResponse({
    response: { id, rawId: id, type, response: given, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
      transports: toTransports(passkey.transports.split(',')),
    },
  }).catch((error: unknown) => {
    noteRefusal(error);
    return null;
  });
  if (!result?.verified) throw wrongPasskey();
  return result.authenticationInfo.newCounter;
}

/** Whatever was wrong: unknown, too late, used, of another site (contract.md#passkeys). */
export const wrongPasskey = () =>
  unauthorized(
    'このパスキーでは入れませんでした。もう一度お試しになるか、別の方法でログインしてください。',
  );

/** For the log alone: what exactly was wrong helps only whoever tries. */
function noteRefusal(error: unknown): void {
  const text = error instanceof Error ? error.message : '';
  const reason = REASONS.find(([words]) => words.test(text))?.[1] ?? 'unreadable';
  currentRequest()?.log.info({ reason }, 'passkey refused');
}

/** By the library's words, which quote what the sender wrote. */
const REASONS: [RegExp, string][] = [
  [/^Unexpected (?:registration|authentication) response type/, 'type'],
  [/^(?:Unexpected|Custom) (?:registration|authentication) response challenge/, 'challenge'],
  [/^Unexpected (?:registration|authentication) response origin/, 'origin'],
  [/^Unexpected RP ID hash/, 'rp-id'],
  [/^User (?:verification|not present)|could not be verified/, 'user'],
  [/counter/, 'counter'],
  [/^Unexpected public key alg/, 'algorithm'],
  [/^(?:Credential ID|Missing credential)/, 'id'],
];
