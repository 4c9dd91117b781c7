import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';

/**
 * The client's address. Each trusted proxy appends what it saw to X-Forwarded-For, so only the
 * last `trustedProxies` entries are believed; anything left of them is the client's own claim.
 * Limits count by it, so of IPv6 only the network is told: one line has 2^64 addresses.
 */
export function clientAddress(req: IncomingMessage, trustedProxies: number): string {
  const direct = req.socket.remoteAddress ?? '';
  if (trustedProxies === 0) return networkOf(direct);
  const header = req.headers['x-forwarded-for'];
  const hops = String(header ?? '').split(',');
  return networkOf(hops.at(-trustedProxies)?.trim() || direct);
}

function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = address.slice(address.lastIndexOf(':') + 1);
  if (isIPv4(mapped)) return mapped;
  const [front = '', back] = (address.split('%', 1)[0] ?? '').split('::');
  const head = front === '' ? [] : front.split(':');
  const tail = back ? back.split(':') : [];
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  return `${groups.slice(0, 4).map(shortGroup).join(':')}::/64`;
}

const shortGroup = (group: string): string => Number.parseInt(group, 16).toString(16);
