import type { BrowserContext, Page } from '@playwright/test';

declare global {
  interface Window {
    notePress: () => Promise<void>;
  }
}

/** What a piece of work costs the person who does it. */
interface Cost {
  /** Taps, clicks, and keys that do something; typing is not counted. */
  presses: number;
  /** Documents that were loaded. */
  pages: number;
  /** On the wire, pictures and styles included. */
  bytes: number;
}

/** Counts from here on, whatever the pages do. */
export async function countCost(context: BrowserContext, page: Page): Promise<Cost> {
  const cost: Cost = { presses: 0, pages: 0, bytes: 0 };
  await context.exposeBinding('notePress', () => {
    cost.presses += 1;
  });
  await context.addInitScript(notePresses);
  page.on('domcontentloaded', () => (cost.pages += 1));
  const wire = await context.newCDPSession(page);
  await wire.send('Network.enable');
  wire.on('Network.loadingFinished', ({ encodedDataLength }) => (cost.bytes += encodedDataLength));
  return cost;
}

/** Runs in the page. */
function notePresses(): void {
  const note = (event: Event): void => {
    if (event.isTrusted) void window.notePress();
  };
  const noteKey = (event: KeyboardEvent): void => {
    const isTyped = event.key.length === 1 && !event.ctrlKey;
    if (!isTyped && event.key !== 'Control') note(event);
  };
  addEventListener('pointerdown', note, true);
  addEventListener('keydown', noteKey, true);
}
