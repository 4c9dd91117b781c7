import { map } from 'nanostores';
import type { itemCalls } from '#domains/item/item.calls.ts';
import type { Item } from '#domains/item/item.ts';
import { paths } from '#lib/paths.ts';
import { api } from '#client/api-client.ts';
import { showChanged } from './item-changes.ts';
import { $items } from './items.ts';

interface LocalPhoto {
  url: string;
  /** Kept as the tile's key. */
  uploadId: string;
}

/** By item, until the server's are ready. */
export const $localPhotos = map<Record<string, LocalPhoto | undefined>>({});

/** Phones have little memory: the oldest use the server's thumbnail. */
const MAX_LOCAL = 30;
const POLL_MS = 4000;
const POLLED_AT_ONCE = 3;
const MAX_POLLS = 60;

export function keepLocalPhoto(item: Item, uploadId: string, url: string): void {
  $localPhotos.setKey(item.id, { url, uploadId });
  const [oldest, ...others] = Object.keys($localPhotos.get());
  if (oldest !== undefined && others.length >= MAX_LOCAL) freeLocalPhoto(oldest);
  pollLater();
}

function freeLocalPhoto(itemId: string): void {
  const local = $localPhotos.get()[itemId];
  if (!local) return;
  $localPhotos.setKey(itemId, undefined);
  // Valid until the replacement is painted.
  setTimeout(() => URL.revokeObjectURL(local.url), POLL_MS);
}

let timer: ReturnType<typeof setTimeout> | null = null;
let polls = 0;

function pollLater(): void {
  polls = 0;
  timer ??= setTimeout(() => void poll(), POLL_MS);
}

/** For a few photos, and only while the page is visible. */
async function poll(): Promise<void> {
  const waiting = $items.get().filter(({ status }) => status === 'processing');
  if (!document.hidden) {
    await Promise.all(waiting.slice(-POLLED_AT_ONCE).map(askFor));
    polls += 1;
  }
  const isLeft = $items.get().some(({ status }) => status === 'processing');
  timer = isLeft && polls < MAX_POLLS ? setTimeout(() => void poll(), POLL_MS) : null;
}

async function askFor({ id }: Item): Promise<void> {
  try {
    const { item } = await api.get<typeof itemCalls.read>(paths.api.item(id));
    if (item.status !== 'ready') return;
    showChanged(item);
    freeLocalPhoto(id);
  } catch {
    // Logged by the client; the next round retries.
  }
}
