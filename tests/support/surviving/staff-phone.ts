import type { Page, Route } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { PASSWORD } from '../factories.ts';
import { hasLoadedQueue } from './loaded-queue.ts';

/** What a test gives to the page's picker: files on disk, or in memory. */
type Files = string[] | { name: string; mimeType: string; buffer: Buffer }[];

const SLOTS = `**${paths.api.directUploads}`;
const PATIENCE_MS = 240_000;

/** The photo page as a carer meets it, without a test runner. */
export class StaffPhone {
  readonly page: Page;
  /** What the browser has asked. */
  readonly asked: string[] = [];
  readonly #url: string;
  readonly #held: Route[] = [];
  #left = Infinity;

  constructor(page: Page, url: string) {
    this.page = page;
    this.#url = url;
    page.setDefaultTimeout(PATIENCE_MS);
    // Leaving while photos are on their way is asked about, and meant.
    page.on('dialog', (dialog) => {
      this.asked.push(dialog.message());
      void dialog.accept();
    });
  }

  /** Only so many photos get a slot; the others wait until `letAllPass`. */
  async letPass(photos: number): Promise<void> {
    this.#left = photos;
    await this.page.route(SLOTS, async (route) => {
      this.#left -= 1;
      if (this.#left >= 0) await route.continue();
      else this.#held.push(route);
    });
  }

  async letAllPass(): Promise<void> {
    this.#left = Infinity;
    for (const route of this.#held.splice(0)) await route.continue();
  }

  /** The server creates items, and the page never hears of it. */
  async loseAnswers(): Promise<void> {
    await this.page.route(`**${paths.api.items}`, async (route) => {
      // The browser may be killed meanwhile.
      await route.fetch().catch(() => undefined);
    });
  }

  /** Unless somebody is signed in. */
  async signIn({ email }: { email: string }): Promise<void> {
    const answer = await this.page.request.post(
      `${this.#url}${paths.login}?_action=session.login`,
      {
        form: { email, password: PASSWORD },
        headers: { Origin: this.#url },
        maxRedirects: 0,
      },
    );
    if (![302, 303].includes(answer.status())) throw new Error(`answered ${answer.status()}`);
  }

  async open(path: string): Promise<void> {
    await this.page.goto(`${this.#url}${path}`);
    await this.isAwake();
  }

  async isAwake(): Promise<void> {
    await this.page.waitForFunction(() => !document.querySelector('astro-island[ssr]'));
    if ((await this.page.locator('.dock').count()) > 0) {
      await this.page.waitForFunction(hasLoadedQueue);
    }
  }

  async choose(files: Files): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.page.getByRole('button', { name: /写真を撮る・選ぶ/ }).click();
    await (await chooser).setFiles(files);
  }

  /** Waits until the dock says so. @returns what it says then */
  async says(text: RegExp | string): Promise<string> {
    const pattern = typeof text === 'string' ? text : text.source;
    const found = await this.page.waitForFunction(
      (source) => {
        const said = document.querySelector<HTMLElement>('.dock')?.innerText ?? '';
        return new RegExp(source).test(said) ? said : null;
      },
      pattern,
      { polling: 50 },
    );
    return (await found.jsonValue()) ?? '';
  }

  async said(): Promise<string> {
    return this.page.locator('.dock').innerText();
  }

  /** Photos and files that the device keeps. */
  async kept(): Promise<{ photos: number; files: number }> {
    return this.page.evaluate(async () => {
      const request = indexedDB.open('tsukidayori-photos');
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error('storage is refused'));
      });
      const count = (name: string): Promise<number> =>
        new Promise((resolve) => {
          const asked = db.transaction(name).objectStore(name).count();
          asked.onsuccess = () => resolve(asked.result);
        });
      const counts = { photos: await count('photos'), files: await count('files') };
      db.close();
      return counts;
    });
  }
}

/** The number before a text in what a page says. @throws Error unless it is there */
export function numberIn(said: string, pattern: RegExp): number {
  const found = pattern.exec(said)?.[1];
  if (found === undefined) throw new Error(`${String(pattern)} is not in: ${said}`);
  return Number(found);
}

/** Waits for something outside the page. */
export async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`did not become true: ${String(isSo)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
