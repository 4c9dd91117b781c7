import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/** The most an IPv6 customer gets: 256 networks of 2^64 addresses. */
const LINE_BITS = 56;
/** What one customer of a hosting provider gets; for IPv4, neighbouring addresses. */
const WIDE_BITS = { ipv4: 24, ipv6: 48 };

/** What limits count: an IPv4 address, or one IPv6 customer's network. Other text is unchanged. */
export function networkOf(address: string): string {
  const known = networks.get(address);
  if (known !== undefined) return known;
  const network = findNetwork(address);
  if (address.length <= MAX_ADDRESS) networks.set(address, network);
  return network;
}

/** Longer than any address; what a proxy passes on may be anything. */
export const MAX_ADDRESS = 64;

/** Every request needs it, and a client sends many. */
const networks = new LRUCache<string, string>({ max: 1000 });

function findNetwork(address: string): string {
  const withoutZone = address.split('%', 1)[0] ?? '';
  if (!ipaddr.isValid(withoutZone)) return address;
  const parsed = ipaddr.process(withoutZone);
  return parsed.kind() === 'ipv4' ? parsed.toString() : within(parsed, LINE_BITS);
}

/** May include other customers, so for generous limits only. */
export function wideNetworkOf(network: string): string {
  const address = network.split('/', 1)[0] ?? '';
  if (!ipaddr.isValid(address)) return network;
  const parsed = ipaddr.parse(address);
  return within(parsed, WIDE_BITS[parsed.kind()]);
}

function within(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const kind = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${kind.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`;
}
