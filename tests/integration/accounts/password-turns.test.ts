import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { issueDevice } from '#domains/account/session/client-of.ts';
import { requestPasswordReset, resetPassword } from '#domains/account/password/reset-password.ts';
import { updateProfile } from '#domains/account/manage-staff.ts';
import { FairQueue } from '#server/fair-queue.ts';
import { login } from '../../support/login.ts';
import { mailedToken } from '../../support/accounts.ts';
import type { Cast } from '../../support/cast.ts';
import { CLIENT, makeCast, signedIn } from '../../support/cast.ts';
import { PASSWORD } from '../../support/factories.ts';
import type { TestRuntime } from '../../support/runtime.ts';
import { makeRuntime } from '../../support/runtime.ts';

/** Hashes at once, those that wait, and those of one network or customer. */
const TURNS = { atOnce: 2, mostWaiting: 60, mostPerKey: 10 };

/** Hashing that ends on demand. */
const desk = vi.hoisted(() => ({
  isOpen: true,
  begun: [] as string[],
  gates: [] as (() => void)[],
}));
vi.mock('oslo/password', () => {
  const work = async (password: string) => {
    desk.begun.push(password);
    if (!desk.isOpen) await new Promise<void>((resolve) => desk.gates.push(resolve));
  };
  class Argon2id {
    async hash(password: string) {
      await work(password);
      return `hash of ${password}`;
    }
    async verify(hash: string, password: string) {
      await work(password);
      return hash === `hash of ${password}`;
    }
  }
  return { Argon2id };
});

/** From now on hashing does not wait. */
function workOff(): void {
  desk.isOpen = true;
  desk.gates.splice(0).forEach((open) => open());
}

const NEW = 'aki-no-kaze-ga-suzushii';
let rt: TestRuntime;
let cast: Cast;
afterEach(() => void vi.restoreAllMocks());
beforeEach(async () => {
  desk.isOpen = true;
  rt = await makeRuntime();
  cast = await makeCast(rt);
  await login(rt, { email: cast.general.email, password: PASSWORD }, CLIENT);
});

interface Try {
  email?: string;
  password?: string;
  address: string;
  device?: string;
}
const signIn = ({ email = cast.general.email, password = PASSWORD, ...client }: Try) =>
  login(rt, { email, password }, { ...CLIENT, ...client }).then(
    () => 200,
    (error: unknown) => (error as { status: number }).status,
  );

/** Concurrent failed attempts, each from its own network. */
async function crowd(networks: number): Promise<Promise<number>[]> {
  desk.isOpen = false;
  desk.begun = [];
  const all = Array.from({ length: networks }, (_, n) =>
    signIn({
      email: `n${n}@example.jp`,
      password: `wrong ${n}`,
      address: `2001:db8:${n.toString(16)}::/56`,
    }),
  );
  await expect.poll(() => desk.gates.length).toBe(TURNS.atOnce);
  return all;
}
/** Until what was begun has done its reading and is queued. */
async function inLine(begin: () => Promise<unknown>): Promise<{ done: Promise<unknown> }> {
  const queued = vi.spyOn(FairQueue.prototype, 'run');
  const done = begin();
  await expect.poll(() => queued.mock.calls.length).toBe(1);
  return { done };
}

/**
 * The first hashes after those that were running when the crowd arrived. They read before they hash,
 * and PostgreSQL may answer either first.
 */
const next = (): string[] => desk.begun.slice(TURNS.atOnce, 2 * TURNS.atOnce);

describe('during 200 wrong attempts from 200 networks (P26)', () => {
  test('most are refused at once, neither counted nor looked up', async () => {
    const counted = async () =>
      (await rt.db.selectFrom('rate_limits').select('key').execute()).length;
    const before = await counted();
    const all = await crowd(200);
    const room = TURNS.atOnce + TURNS.mostWaiting;
    const refused = await Promise.all(all.slice(room));
    expect(new Set(refused)).toEqual(new Set([503]));
    // Address, network and account, of running attempts only.
    expect((await counted()) - before).toBe(3 * TURNS.atOnce);
    workOff();
    expect(new Set(await Promise.all(all.slice(0, room)))).toEqual(new Set([401]));
  });

  test('the right one on a known device is next', async () => {
    const all = await crowd(200);
    const device = issueDevice(rt.secrets, cast.general.email);
    const right = signIn({ address: '192.0.2.9', device });
    workOff();
    expect(await right).toBe(200);
    await Promise.all(all);
    expect(next()).toContain(PASSWORD);
  });

  test('so is a new password of someone who is signed in', async () => {
    const actor = await signedIn(rt, cast.general);
    const all = await crowd(200);
    const input = { currentPassword: PASSWORD, password: NEW };
    const changed = await inLine(() => updateProfile(rt, actor, input));
    workOff();
    await changed.done;
    await Promise.all(all);
    expect(next()).toContain(PASSWORD);
  });

  test('so is a new password through a mailed link', async () => {
    await requestPasswordReset(rt, { email: cast.general.email }, CLIENT);
    const token = await mailedToken(rt, 'password_reset', cast.general.email);
    const all = await crowd(200);
    const set = await inLine(() => resetPassword(rt, { token, password: NEW }));
    workOff();
    await set.done;
    await Promise.all(all);
    expect(next()).toContain(NEW);
  });
});

describe('during attempts from all 256 networks of one customer', () => {
  const flood = (n: number) =>
    signIn({
      email: `n${n}@example.jp`,
      password: `wrong ${n}`,
      address: `2001:db8:1:${n.toString(16)}00::/56`,
    });

  test('a stranger elsewhere waits for one of them only', async () => {
    desk.isOpen = false;
    desk.begun = [];
    const all = Array.from({ length: 256 }, (_, n) => flood(n));
    const right = signIn({ address: '192.0.2.9' });
    await expect.poll(() => desk.gates.length).toBe(TURNS.atOnce);
    workOff();
    expect(await right).toBe(200);
    const statuses = await Promise.all(all);
    expect(statuses.filter((status) => status === 503)).toHaveLength(
      256 - TURNS.atOnce - TURNS.mostPerKey,
    );
    expect(desk.begun.indexOf(PASSWORD)).toBeLessThanOrEqual(TURNS.atOnce + 1);
  });
});
