import { setTimeout } from 'node:timers/promises';
import { paths } from '#lib/paths.ts';
import { call } from '../support/http.ts';
import type { World } from '../support/world.ts';

const EVERY_MS = 25;

export const linkOf = ({ cast }: World) => ({
  familyToken: cast.family.token,
  residentToken: cast.resident.token,
});

/**
 * Opens a family's letter repeatedly.
 * @param until milliseconds, or a promise to wait for
 * @returns the 99th percentile in milliseconds
 */
export async function watchLetter(
  url: string,
  world: World,
  until: number | Promise<unknown>,
): Promise<number> {
  const state = { over: false };
  const end = typeof until === 'number' ? setTimeout(until) : until;
  const ended = end.then(() => (state.over = true));
  const times: number[] = [];
  while (!state.over) {
    const began = performance.now();
    const { status } = await call(url, paths.letter(world.yearMonth, linkOf(world)));
    if (status !== 200) throw new Error(`a letter responded ${status}`);
    times.push(performance.now() - began);
    await setTimeout(EVERY_MS);
  }
  await ended;
  times.sort((a, b) => a - b);
  return Math.round(times[Math.floor(times.length * 0.99)] ?? 0);
}
