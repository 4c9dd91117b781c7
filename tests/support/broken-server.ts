import { vi } from 'vitest';
import type { CopiedWorld } from './copied-world.ts';
import { call } from './http.ts';
import type { TestServer } from './server.ts';
import { startServer } from './server.ts';

/** @returns the answers of `/healthz` before the damage, and once it is noticed */
export async function breakServer(
  { dataDir, settings }: CopiedWorld,
  damage: () => void,
): Promise<{ server: TestServer; health: number[] }> {
  const server = await startServer(dataDir, settings);
  const health = async () => (await call(server.url, '/healthz')).status;
  const before = await health();
  damage();
  // An answer is kept for five seconds.
  await vi.waitUntil(async () => (await health()) !== before, { timeout: 120_000, interval: 250 });
  return { server, health: [before, await health()] };
}
