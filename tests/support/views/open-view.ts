import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Page,
  Response,
} from '@playwright/test';
import { SHARED_DEVICE_COOKIE } from '#domains/account/session/session.ts';
import { OPERATOR_REMEMBERED_COOKIE } from '#domains/operator/operator.ts';
import { paths } from '#lib/paths.ts';
import { PIN } from '../shared-device.ts';
import type { Places, View, Viewer } from './view.ts';
import { VIEWERS } from './view.ts';

/** One browser each, signed in through the form. */
export async function openViewers(
  browser: Browser,
  places: Places,
  options: BrowserContextOptions,
  viewers: readonly Viewer[] = VIEWERS,
): Promise<Record<Viewer, BrowserContext>> {
  const contexts: Partial<Record<Viewer, BrowserContext>> = {};
  for (const who of viewers) {
    const context = await browser.newContext(options);
    contexts[who] = context;
    if (who === 'visitor' || who === 'family') continue;
    const page = await context.newPage();
    if (who === 'shared') {
      await shareBrowser(context, places.shared.token, options.baseURL ?? '');
      await pickName(page, places.shared.readyId);
      await page.close();
      continue;
    }
    if (who === 'operator') await rememberOperator(context, places, options.baseURL ?? '');
    const { email, password } = places.people[who];
    const login = who === 'operator' ? paths.operatorLogin : paths.login;
    await page.goto(login);
    await page.getByLabel('メールアドレス').fill(email);
    await page.getByLabel('パスワード', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'ログイン', exact: true }).click();
    await page.waitForURL((url) => url.pathname !== login);
    await page.close();
  }
  return contexts as Record<Viewer, BrowserContext>;
}

const rememberOperator = (context: BrowserContext, { operator }: Places, url: string) =>
  context.addCookies([
    { name: OPERATOR_REMEMBERED_COOKIE, value: operator.remembered, url, httpOnly: true },
  ]);

/** As an admin did with the page of shared devices. */
export const shareBrowser = (context: BrowserContext, token: string, url: string): Promise<void> =>
  context.addCookies([{ name: SHARED_DEVICE_COOKIE, value: token, url, httpOnly: true }]);

async function pickName(page: Page, staffId: string): Promise<void> {
  await page.goto(paths.sharedDevicePerson(staffId));
  await page.getByLabel('暗証番号').fill(PIN);
  await page.waitForURL((url) => url.pathname === paths.items);
}

/** Brings a page into the state of a view. @throws Error for an unexpected status */
export async function openView(page: Page, view: View, places: Places): Promise<void> {
  const answers: number[] = [];
  const note = (response: Response): void => {
    if (response.request().isNavigationRequest()) answers.push(response.status());
  };
  page.on('response', note);
  try {
    await page.goto(view.path(places));
    await page.waitForFunction(() => document.querySelector('astro-island[ssr]') === null);
    await view.act?.(page);
  } finally {
    page.off('response', note);
  }
  const { status = 200 } = view;
  if (answers.at(-1) !== status) {
    throw new Error(`${view.name}: responded ${answers.join(', ')} instead of ${status}`);
  }
}
