import { Argon2id } from 'oslo/password';

const argon2id = new Argon2id({ memorySize: 19456, iterations: 2, parallelism: 1 });
const AT_ONCE = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** At most two hashes at once: each takes 19 MB and a core. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => argon2id.hash(password.normalize('NFKC')));

let decoy: Promise<string> | undefined;
const makeDecoy = (): Promise<string> =>
  (decoy ??= hashPassword('no such account').catch((error: unknown) => {
    decoy = undefined; // or nobody could sign in any more
    throw error;
  }));

/**
 * An unknown account costs the same hash as a known one (safety, P11), also the first after a
 * start: whoever it is, the decoy is made then.
 */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  const spare = await makeDecoy();
  const right = await inTurn(() => argon2id.verify(hash ?? spare, password.normalize('NFKC')));
  return right && hash !== null;
}
