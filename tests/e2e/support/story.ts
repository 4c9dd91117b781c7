import { readFileSync } from 'node:fs';
import type { BrowserContext, BrowserContextOptions, Locator, Page } from '@playwright/test';
import { test as base, expect } from '@playwright/test';
import type { LetterTokens } from '#lib/paths.ts';
import { paths } from '#lib/paths.ts';
import { PASSWORD } from '../../support/factories.ts';
import { hasLoadedQueue } from '../../support/surviving/loaded-queue.ts';
import type { StoryWorld } from './story-world.ts';
import { RARE } from './rare.ts';
import { WORLD_FILE } from './world-file.ts';

export { RARE, expect };

/** An old phone, upright. */
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

interface Fixtures {
  world: StoryWorld;
  /** Errors that a story causes on purpose. */
  expectConsole: RegExp | null;
  /** Another person, in a separate browser. */
  visitor: (options?: BrowserContextOptions) => Promise<Page>;
}

export const readWorld = (): StoryWorld =>
  JSON.parse(readFileSync(WORLD_FILE, 'utf8')) as StoryWorld;

/** A story fails if a page logs an error or violates its CSP. */
export const test = base.extend<Fixtures & { watch: undefined }>({
  world: async ({}, use) => {
    await use(readWorld());
  },
  expectConsole: [null, { option: true }],
  watch: [
    async ({ context, expectConsole }, use) => {
      const errors = watchErrors(context, expectConsole);
      await use(undefined);
      expect(errors, 'errors in the browser').toEqual([]);
    },
    { auto: true },
  ],
  visitor: async ({ browser, expectConsole }, use) => {
    const contexts: BrowserContext[] = [];
    const errors: string[][] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      errors.push(watchErrors(context, expectConsole));
      return context.newPage();
    });
    for (const context of contexts) await context.close();
    expect(errors.flat(), 'errors in the other browsers').toEqual([]);
  },
});

/** Collects a browser's errors. */
function watchErrors(context: BrowserContext, expected: RegExp | null): string[] {
  const errors: string[] = [];
  const note = (text: string): void => {
    if (!expected?.test(text)) errors.push(text);
  };
  context.on('console', (message) => {
    if (message.type() === 'error') note(message.text());
  });
  context.on('weberror', (error) => note(error.error().message));
  return errors;
}

/** Signs in without opening a page. */
export async function startSession(page: Page, email: string, password = PASSWORD): Promise<void> {
  const { baseURL = '' } = test.info().project.use;
  const answer = await page.request.post(`${paths.login}?_action=session.login`, {
    form: { email, password },
    headers: { Origin: baseURL },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(303);
}

/** Signs in and opens the start page. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await startSession(page, email, password);
  await page.goto(paths.login);
}

/** Signs in with the form, for stories about its outcome or the tab's history. */
export async function signInByHand(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto(paths.login);
  await page.getByLabel('メールアドレス').fill(email);
  await page.getByLabel('パスワード').fill(password);
  // Continuing before the response would abort it.
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.getByRole('button', { name: 'ログイン' }).click();
  await answered;
  // A click may need the next page's scripts.
  await page.waitForLoadState();
}

export const tokensOf = (resident: { token: string }, family: { token: string }): LetterTokens => ({
  residentToken: resident.token,
  familyToken: family.token,
});

interface PickedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Waits for the islands to hydrate; an earlier click would be lost. */
export async function awake(page: Page): Promise<void> {
  // A page that is still loading has no islands yet.
  await page.waitForLoadState();
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  if ((await page.locator('.dock').count()) > 0) await page.waitForFunction(hasLoadedQueue);
}

/** Unfolds the line of notices on the photo page. */
export async function openNotices(page: Page): Promise<Locator> {
  const notices = page.locator('.photo-notices');
  await expect(notices).toBeVisible();
  const isOpen = await notices.evaluate((element: HTMLDetailsElement) => element.open);
  if (!isOpen) await notices.locator('summary').click();
  return notices;
}

/** Uploads photos with the page's button. */
export async function pickPhotos(page: Page, files: PickedFile[], who?: string): Promise<void> {
  await awake(page);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /写真を撮る・選ぶ/ }).click();
  if (who !== undefined) {
    await page.getByRole('dialog').getByRole('button', { name: who }).click();
  }
  await (await chooser).setFiles(files);
}

export const jpegFile = (name: string, buffer: Buffer): PickedFile => ({
  name,
  mimeType: 'image/jpeg',
  buffer,
});
