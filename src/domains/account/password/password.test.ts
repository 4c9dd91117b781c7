import { Argon2id } from 'oslo/password';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const RIGHT = 'tsuki-no-tayori-2026';
let hash: string | undefined;

async function started() {
  const { hashPassword, withPasswords } = await import('./password.ts');
  return {
    hashPassword: (password: string) => hashPassword({ key: 'test' }, password),
    verifyPassword: (of: string | null, password: string) =>
      withPasswords({ key: 'test' }, ({ verify }) => verify(of, password)),
  };
}
beforeEach(async () => {
  vi.resetModules();
  hash ??= await (await started()).hashPassword(RIGHT);
  vi.resetModules();
});
afterEach(() => void vi.restoreAllMocks());

describe('checking a password', () => {
  test('accepts the right one in any Unicode form, and no other', async () => {
    const { verifyPassword } = await started();
    expect(await verifyPassword(hash ?? null, RIGHT)).toBe(true);
    expect(await verifyPassword(hash ?? null, RIGHT.replace('2026', '２０２６'))).toBe(true);
    expect(await verifyPassword(hash ?? null, `${RIGHT} `)).toBe(false);
  });

  test("is always wrong without a hash, even for the decoy's password", async () => {
    const { verifyPassword } = await started();
    expect(await verifyPassword(null, RIGHT)).toBe(false);
    expect(await verifyPassword(null, 'no such account')).toBe(false);
  });

  test('costs the same for a known and an unknown account, from the first on (P11)', async () => {
    const costs = async (of: string | null = null) => {
      vi.resetModules();
      const { verifyPassword } = await started();
      const hashes = vi.spyOn(Argon2id.prototype, 'hash');
      const checks = vi.spyOn(Argon2id.prototype, 'verify');
      const counts = [];
      for (let n = 0; n < 3; n++) {
        await verifyPassword(of, 'wrong');
        counts.push([hashes.mock.calls.length, checks.mock.calls.length]);
      }
      vi.restoreAllMocks();
      return counts;
    };
    expect(await costs()).toEqual(await costs(hash));
    expect((await costs()).at(-1)).toEqual([1, 3]);
  });
});
