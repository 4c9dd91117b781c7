import { readFileSync } from 'node:fs';
import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { test as base, expect } from '@playwright/test';
import type { LetterTokens } from '#lib/paths.ts';
import { paths } from '#lib/paths.ts';
import { PASSWORD } from '../../support/factories.ts';
import type { StoryWorld } from './story-world.ts';
import { WORLD_FILE } from './world-file.ts';

export { expect };

/** An old phone, held upright. */
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

interface Fixtures {
  world: StoryWorld;
  /** Console errors that a story brings about on purpose. */
  expectConsole: RegExp | null;
  /** Another person, in a separate browser. */
  visitor: (options?: BrowserContextOptions) => Promise<Page>;
}

/** What the server was started with. */
export const readWorld = (): StoryWorld =>
  JSON.parse(readFileSync(WORLD_FILE, 'utf8')) as StoryWorld;

/** A story fails when a page logs an error or breaks its own policy, whatever it looks like. */
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

/** Grows with what goes wrong in a browser. */
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

export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto(paths.login);
  await page.getByLabel('メールアドレス').fill(email);
  await page.getByLabel('パスワード').fill(password);
  // Continuing before the response would abort it.
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.getByRole('button', { name: 'ログイン' }).click();
  await answered;
  // What a click does may need the scripts of the page that comes.
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

/** Waits until the page's islands have their scripts; a click before would be lost. */
export async function awake(page: Page): Promise<void> {
  // A page that is still coming in has no islands yet.
  await page.waitForLoadState();
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
}

/** Uploads photos with the page's button, to the page's place. */
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
