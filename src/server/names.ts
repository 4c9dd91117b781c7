import { Resolver } from 'node:dns/promises';

/** What the DNS says; null where it gave no answer in time. */
export interface Names {
  texts: (name: string) => Promise<string[] | null>;
  /** Hosts that take mail, the first first; an empty name for a domain that takes none. */
  mailHosts: (name: string) => Promise<string[] | null>;
  addresses: (name: string) => Promise<string[] | null>;
  namesOf: (address: string) => Promise<string[] | null>;
}

const TIMEOUT_MS = 3000;
/** There is no such name, or nothing of that kind. */
const NOTHING = new Set(['ENOTFOUND', 'ENODATA']);

/** By the system's own name servers. */
export function systemNames(timeout = TIMEOUT_MS): Names {
  const resolver = new Resolver({ timeout, tries: 2 });
  const addresses = async (name: string): Promise<string[] | null> => {
    const both = [
      await orNone(resolver.resolve4(name)),
      await orNone(resolver.resolve6(name)),
    ] as const;
    return both[0] === null || both[1] === null ? null : [...both[0], ...both[1]];
  };
  return {
    addresses,
    texts: async (name) =>
      (await orNone(resolver.resolveTxt(name)))?.map((parts) => parts.join('')) ?? null,
    mailHosts: async (name) =>
      (await orNone(resolver.resolveMx(name)))
        ?.sort((one, other) => one.priority - other.priority)
        .map(({ exchange }) => exchange) ?? null,
    namesOf: (address) => orNone(resolver.reverse(address)),
  };
}

const orNone = <T>(asked: Promise<T[]>): Promise<T[] | null> =>
  asked.catch((error: unknown) => (NOTHING.has((error as { code: string }).code) ? [] : null));
