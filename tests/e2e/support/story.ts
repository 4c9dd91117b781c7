import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { test as base, expect } from '@playwright/test';
import type { LetterTokens } from '../../../src/lib/paths.ts';
import { paths } from '../../../src/lib/paths.ts';
import { PASSWORD } from '../../support/factories.ts';
import type { World } from '../../support/world.ts';
import { WORLD_FILE } from './world-file.ts';

export { expect };

/** An old phone, held upright. */
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

interface Fixtures {
  world: World;
  /** Console errors that a story brings about on purpose. */
  expectConsole: RegExp | null;
}

/** A story fails when a page logs an error or breaks its own policy, whatever it looks like. */
export const test = base.extend<Fixtures & { watch: undefined }>({
  world: async ({}, use) => {
    await use(JSON.parse(readFileSync(WORLD_FILE, 'utf8')) as World);
  },
  expectConsole: [null, { option: true }],
  watch: [
    async ({ context, expectConsole }, use) => {
      const errors: string[] = [];
      const note = (text: string): void => {
        if (!expectConsole?.test(text)) errors.push(text);
      };
      context.on('console', (message) => {
        if (message.type() === 'error') note(message.text());
      });
      context.on('weberror', (error) => note(error.error().message));
      await use(undefined);
      expect(errors, 'errors in the browser').toEqual([]);
    },
    { auto: true },
  ],
});

export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(paths.login);
  await page.getByLabel('メールアドレス').fill(email);
  await page.getByLabel('パスワード').fill(PASSWORD);
  await page.getByRole('button', { name: 'ログイン' }).click();
}

export const tokensOf = (resident: { token: string }, family: { token: string }): LetterTokens => ({
  residentToken: resident.token,
  familyToken: family.token,
});

export interface PickedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Waits until the page's islands have their scripts; a click before would be lost. */
export const awake = (page: Page): Promise<void> =>
  expect(page.locator('astro-island[ssr]')).toHaveCount(0);

/** Chooses photos with the one button of the page, for whoever the page is about. */
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
