import { expect, test, vi } from 'vitest';
import { publishedContract } from './contract.ts';

vi.mock('#server/runtime.ts', () => ({ runtime: () => ({ env: { PUBLIC_URL: 'http://x' } }) }));
vi.mock('astro:actions', () => ({ defineAction: (action: object) => action, ActionError: Error }));

test('the contract is made once', async () => {
  const [first, second] = await Promise.all([publishedContract(), publishedContract()]);
  expect(Object.keys(first.paths).length).toBeGreaterThan(50);
  expect(second).toBe(first);
  expect(await publishedContract()).toBe(first);
});
