import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { MAX_ADDRESS, networkOf } from '#server/network.ts';

/**
 * The client's network, by the last `trustedProxies` entries of X-Forwarded-For. What is no address
 * counts as the proxy's own.
 */
export function clientAddress(req: IncomingMessage, trustedProxies: number): string {
  const direct = req.socket.remoteAddress ?? '';
  if (trustedProxies === 0) return networkOf(direct);
  const header = req.headers['x-forwarded-for'];
  const hop = String(header ?? '')
    .split(',')
    .at(-trustedProxies);
  const passedOn = hop !== undefined && hop.length <= MAX_ADDRESS ? addressIn(hop) : '';
  return networkOf(isIP(passedOn) === 0 ? direct : passedOn);
}

/** Proxies write a port behind it, brackets or quotes around it. */
function addressIn(hop: string): string {
  const [, inBrackets, beforePort] = WRITTEN.exec(hop) ?? [];
  return inBrackets ?? beforePort ?? hop.trim();
}

const WRITTEN = /^[\s"]*(?:\[([^[\]]*)\](?::\d+)?|([\d.]+)(?::\d+)?)[\s"]*$/;
