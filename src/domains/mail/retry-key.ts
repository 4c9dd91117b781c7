import { createHash } from 'node:crypto';

/** LINE takes a UUID; made from the row, it is the same after a crash. */
export function retryKeyOf(id: string): string {
  const hex = createHash('sha256').update(`line ${id}`).digest('hex');
  const variant = ((parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`];
  return [...parts, `${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
