import { BlockList, isIPv6 } from 'node:net';
import type { Names } from '#server/names.ts';

/** What receivers find by following a domain's SPF record (RFC 7208). */
interface SpfWalk {
  /** Asked of the DNS; more than ten, and the record counts as broken. */
  lookups: number;
  /** What becomes of other senders: `-` refused, `~` suspicious, `?` and null nothing, `+` let through. */
  others: string | null;
  /** Those of the asked senders that are allowed. */
  allowed: Set<string>;
  /** A domain that it names and that has no record. */
  broken: string | null;
  /** The DNS has answered each question. */
  isWhole: boolean;
}

export const MOST_LOOKUPS = 10;

const TERM =
  /^([+~?-]?)(all|include|a|mx|ip4|ip6|exists|ptr)(?::([^/]+))?(?:\/(\d+))?(?:\/\/?(\d+))?$/i;
const REDIRECT = /^redirect=(.+)$/i;

export const isSpf = (text: string): boolean => /^v=spf1(?: |$)/i.test(text);

/** @param senders addresses from which mails leave */
export async function walkSpf(
  names: Names,
  domain: string,
  record: string,
  senders: readonly string[],
): Promise<SpfWalk> {
  const walk: SpfWalk = {
    lookups: 0,
    others: null,
    allowed: new Set(),
    broken: null,
    isWhole: true,
  };
  await follow(names, walk, domain, record, senders);
  return walk;
}

async function follow(
  names: Names,
  walk: SpfWalk,
  domain: string,
  record: string,
  senders: readonly string[],
): Promise<void> {
  const terms = record.trim().split(/\s+/).slice(1);
  let others: string | null = null;
  for (const term of terms) {
    const [, sign = '', name = '', of, bits] = TERM.exec(term) ?? [];
    const kind = name.toLowerCase();
    if (kind === 'all') others = sign || '+';
    if (!ASKING.has(kind) && !kind.startsWith('ip')) continue;
    if (ASKING.has(kind) && ++walk.lookups > MOST_LOOKUPS) return;
    if (kind === 'include') await include(names, walk, of ?? '', senders);
    else if (sign === '' || sign === '+') {
      await allow(names, walk, kind, of ?? domain, bits, senders);
    }
  }
  const redirect = terms.map((term) => REDIRECT.exec(term)?.[1]).find(Boolean);
  if (others === null && redirect !== undefined && ++walk.lookups <= MOST_LOOKUPS) {
    await include(names, walk, redirect, senders);
    return;
  }
  walk.others = others;
}

const ASKING = new Set(['include', 'a', 'mx', 'exists', 'ptr']);

/** Its own word about all others is not ours; of a redirect it is, and the caller keeps it. */
async function include(
  names: Names,
  walk: SpfWalk,
  domain: string,
  senders: readonly string[],
): Promise<void> {
  const texts = await names.texts(domain);
  const record = texts?.find(isSpf);
  if (texts === null) walk.isWhole = false;
  else if (record === undefined) walk.broken ??= domain;
  else await follow(names, walk, domain, record, senders);
}

async function allow(
  names: Names,
  walk: SpfWalk,
  kind: string,
  of: string,
  bits: string | undefined,
  senders: readonly string[],
): Promise<void> {
  for (const address of await addressesOf(names, kind, of)) {
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    const most = family === 'ipv6' ? 128 : 32;
    const list = new BlockList();
    try {
      list.addSubnet(address, Math.min(Number(bits ?? most), most), family);
    } catch {
      continue; // no address
    }
    for (const one of senders) {
      if (list.check(one, isIPv6(one) ? 'ipv6' : 'ipv4')) walk.allowed.add(one);
    }
  }
}

async function addressesOf(names: Names, kind: string, of: string): Promise<string[]> {
  if (kind.startsWith('ip')) return [of];
  if (kind === 'a') return (await names.addresses(of)) ?? [];
  if (kind !== 'mx') return [];
  const hosts = (await names.mailHosts(of)) ?? [];
  return (await Promise.all(hosts.map((host) => names.addresses(host)))).flatMap(
    (all) => all ?? [],
  );
}
