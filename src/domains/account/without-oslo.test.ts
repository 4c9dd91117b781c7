import { argon2Sync, createHmac } from 'node:crypto';
import { createTOTPKeyURI, generateHOTP } from 'oslo/otp';
import { describe, expect, test } from 'vitest';
import { makeSecrets } from '#server/secrets.ts';
import { hashPassword, withPasswords } from './password/password.ts';
import { issueAccessToken, readAccessToken } from './session/tokens.ts';

/** What is stored or handed out can be made and read by Node alone (docs/decisions/0022-way-out.md). */

const PASSWORD = 'tsuki-no-tayori-2026';
const TURN = { key: 'test' };
const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

function phcByNode(password: string, salt: Buffer): string {
  const cost = { parallelism: 1, memory: 19456, passes: 2, tagLength: 32 };
  const hash = argon2Sync('argon2id', { message: password, nonce: salt, ...cost });
  return `$argon2id$v=19$m=19456,t=2,p=1$${unpadded(salt)}$${unpadded(hash)}`;
}

describe("Node's crypto makes what oslo makes", () => {
  test('Argon2id hashes of passwords', async () => {
    const made = await hashPassword(TURN, PASSWORD);
    const salt = Buffer.from(made.split('$')[4] ?? '', 'base64');
    expect(phcByNode(PASSWORD, salt)).toBe(made);
  });

  test('and oslo takes those of Node', async () => {
    const made = phcByNode(PASSWORD, Buffer.from('sixteen bytes it'));
    const verify = (password: string) =>
      withPasswords(TURN, (passwords) => passwords.verify(made, password));
    expect([await verify(PASSWORD), await verify('another')]).toEqual([true, false]);
  });

  test('access tokens', async () => {
    const { jwtKey } = makeSecrets('a secret for tests, long enough to be one');
    const sign = (text: string) =>
      createHmac('sha256', Buffer.from(jwtKey)).update(text).digest('base64url');
    const token = await issueAccessToken(jwtKey, { staffId: 'staff', sessionId: 'session' });
    const [head = '', body = '', signature] = token.split('.');
    expect(signature).toBe(sign(`${head}.${body}`));
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const exp = Math.floor(Date.now() / 1000) + 60;
    const own = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: 'staff', sid: 'session', exp })}`;
    expect(await readAccessToken(jwtKey, `${own}.${sign(own)}`)).toEqual({
      staffId: 'staff',
      sessionId: 'session',
      expiresAt: exp,
    });
  });

  test.each([0, 1, 58_000_000, 2 ** 32 + 7])(
    'the code of an app at counter %d',
    async (counter) => {
      const secret = Buffer.from('12345678901234567890');
      expect(hotpByNode(secret, counter)).toBe(
        await generateHOTP(new Uint8Array(secret).buffer, counter, 6),
      );
    },
  );

  test('the address that an app scans', () => {
    const secret = Buffer.from('12345678901234567890');
    const uri = new URL(createTOTPKeyURI('つきだより', 'a@b.jp', new Uint8Array(secret).buffer));
    expect(uri.searchParams.get('secret')).toBe(base32(secret));
  });
});

/** RFC 4226, 5.3. */
function hotpByNode(secret: Buffer, counter: number): string {
  const moving = Buffer.alloc(8);
  moving.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac('sha1', secret).update(moving).digest();
  const binary = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fffffff;
  return String(binary % 1_000_000).padStart(6, '0');
}

/** RFC 4648, 6, without padding. */
function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = bits.match(/.{1,5}/g) ?? [];
  return letters
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}
