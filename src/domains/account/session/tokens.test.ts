import { TimeSpan } from 'oslo';
import { createJWT } from 'oslo/jwt';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hashToken, makeSecrets, randomToken } from '#server/secrets.ts';
import {
  issueAccessToken,
  readAccessToken,
  issueRefreshToken,
  readRefreshToken,
} from './tokens.ts';
import { ACCESS_TOKEN_SECONDS } from './session.ts';

const secrets = makeSecrets('a secret for tests, long enough to be one');
const others = makeSecrets('another secret for tests, long enough too');
const who = { staffId: 'staff', sessionId: 'session' };

describe('an access token', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-17T03:00:00Z') });
  });
  afterEach(() => vi.useRealTimers());
  const read = (token: string) => readAccessToken(secrets.jwtKey, token);
  const make = (claims: object, options: Parameters<typeof createJWT>[3]) =>
    createJWT('HS256', secrets.jwtKey, claims, options);

  test('contains user, session and expiry', async () => {
    const token = await issueAccessToken(secrets.jwtKey, who);
    const expiresAt = Date.now() / 1000 + ACCESS_TOKEN_SECONDS;
    expect(await read(token)).toEqual({ ...who, expiresAt });
    const claims: unknown = JSON.parse(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
    );
    expect(claims).toMatchObject({ sub: 'staff', sid: 'session', exp: expiresAt });
    expect(claims).toHaveProperty('iat');
  });

  test('expires after 15 minutes', async () => {
    const token = await issueAccessToken(secrets.jwtKey, who);
    vi.setSystemTime(Date.now() + ACCESS_TOKEN_SECONDS * 1000 - 1);
    expect(await read(token)).not.toBeNull();
    vi.setSystemTime(Date.now() + 1);
    expect(await read(token)).toBeNull();
  });

  test('is refused without exp, sub or sid', async () => {
    const expiresIn = new TimeSpan(1, 'h');
    expect(await read(await make({ sid: 's' }, { subject: 'x' }))).toBeNull();
    expect(await read(await make({ sid: 's' }, { expiresIn }))).toBeNull();
    expect(await read(await make({}, { subject: 'x', expiresIn }))).toBeNull();
    expect(await read(await make({ sid: 's' }, { subject: 'x', expiresIn }))).not.toBeNull();
  });

  test('is refused if signed with another key, changed, or unsigned', async () => {
    const token = await issueAccessToken(others.jwtKey, who);
    expect(await read(token)).toBeNull();
    const [head = '', body = '', signature = ''] = (
      await issueAccessToken(secrets.jwtKey, who)
    ).split('.');
    const changed = Buffer.from(
      Buffer.from(body, 'base64url').toString().replace('staff', 'admin'),
    ).toString('base64url');
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    for (const forged of [
      `${head}.${changed}.${signature}`,
      `${none}.${body}.`,
      `${none}.${body}.${signature}`,
      `${head}.${body}`,
      '',
      'x',
    ]) {
      expect(await read(forged), forged).toBeNull();
    }
  });
});

describe('a refresh token', () => {
  const sessionToken = randomToken();
  const token = issueRefreshToken(secrets, sessionToken, 7);

  test('contains session and generation', () => {
    expect(readRefreshToken(secrets, token)).toEqual({
      sessionToken,
      sessionId: hashToken(sessionToken),
      generation: 7,
    });
  });

  test('of another generation cannot be forged', () => {
    expect(readRefreshToken(secrets, token.replace('.7.', '.8.'))).toBeNull();
    expect(readRefreshToken(secrets, token.replace('.7.', '.07.'))?.generation).toBe(7);
  });

  test('of another server, another session, or truncated, is refused', () => {
    expect(readRefreshToken(others, token)).toBeNull();
    expect(readRefreshToken(secrets, token.replace(sessionToken, randomToken()))).toBeNull();
    expect(readRefreshToken(secrets, token.slice(0, -1))).toBeNull();
    expect(readRefreshToken(secrets, `${token}x`)).toBeNull();
    expect(readRefreshToken(secrets, '')).toBeNull();
  });
});
