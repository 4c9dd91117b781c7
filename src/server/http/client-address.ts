import type { IncomingMessage } from 'node:http';
import { MAX_ADDRESS, networkOf } from '#server/network.ts';

/** The client's network, by the last `trustedProxies` entries of X-Forwarded-For. */
export function clientAddress(req: IncomingMessage, trustedProxies: number): string {
  const direct = req.socket.remoteAddress ?? '';
  if (trustedProxies === 0) return networkOf(direct);
  const header = req.headers['x-forwarded-for'];
  const hop = String(header ?? '')
    .split(',')
    .at(-trustedProxies);
  const passedOn = hop !== undefined && hop.length <= MAX_ADDRESS ? hop.trim() : '';
  return networkOf(passedOn || direct);
}
