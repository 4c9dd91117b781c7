import { atom } from 'nanostores';
import type { Item } from '#domains/item/item.ts';
import { msgOf } from '#client/api-client.ts';

interface Batch {
  doing: string;
  total: number;
  done: number;
}

export interface Failure {
  item: Item;
  msg: string;
}

export interface Outcome<T, I extends Item = Item> {
  done: readonly { item: I; result: T }[];
  failed: readonly Failure[];
}

export const $batch = atom<Batch | null>(null);

const AT_A_TIME = 3;
let isStopped = false;

/** Calls in flight complete. */
export function stopBatch(): void {
  isStopped = true;
}

/** One call per photo, a few at a time (contract.md#items). Never throws. */
export async function forEach<T, I extends Item>(
  doing: string,
  items: readonly I[],
  run: (item: I) => Promise<T>,
): Promise<Outcome<T, I>> {
  const queue = [...items];
  const done: { item: I; result: T }[] = [];
  const failed: Failure[] = [];
  isStopped = false;
  const workOff = async (): Promise<void> => {
    for (let item = queue.shift(); item && !isStopped; item = queue.shift()) {
      try {
        done.push({ item, result: await run(item) });
      } catch (error) {
        failed.push({ item, msg: msgOf(error) });
      }
      $batch.set({ doing, total: items.length, done: done.length + failed.length });
    }
  };
  $batch.set({ doing, total: items.length, done: 0 });
  await Promise.all(Array.from({ length: AT_A_TIME }, workOff));
  $batch.set(null);
  return { done, failed };
}
