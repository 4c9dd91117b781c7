import type { ServerHostKeyAlgorithm } from 'ssh2';

const KEY = /\b(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(?:256|384|521)) +([A-Za-z0-9+/]+={0,2})/g;

interface HostKeys {
  keys: Buffer[];
  /** Only these are asked for, so that a server with several keys shows a known one. */
  algorithms: ServerHostKeyAlgorithm[];
}

/** Reads what `ssh-keyscan` prints, with or without the names of hosts. */
export function hostKeysOf(text: string): HostKeys {
  const found = [...text.matchAll(KEY)];
  return {
    keys: found.map(([, , key = '']) => Buffer.from(key, 'base64')),
    algorithms: [...new Set(found.flatMap(([, type = '']) => algorithmsOf(type)))],
  };
}

const algorithmsOf = (type: string): ServerHostKeyAlgorithm[] =>
  type === 'ssh-rsa'
    ? ['rsa-sha2-512', 'rsa-sha2-256']
    : [type as Exclude<ServerHostKeyAlgorithm, 'ssh-dss'>];
