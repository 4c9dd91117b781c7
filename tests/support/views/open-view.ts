import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Page,
  Response,
} from '@playwright/test';
import { SHARED_DEVICE_COOKIE } from '#domains/account/session/session.ts';
import { paths } from '#lib/paths.ts';
import { appCode } from '../app-code.ts';
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
    const { email, password } = places.people[who];
    const login = who === 'operator' ? paths.operatorLogin : paths.login;
    await page.goto(login);
    await page.getByLabel('メールアドレス').fill(email);
    await page.getByLabel('パスワード', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'ログイン', exact: true }).click();
    if (who === 'operator') await typeCode(page, places.operator.secret);
    await page.waitForURL((url) => url.pathname !== login);
    await page.close();
    provenAt.set(context, Date.now());
  }
  return contexts as Record<Viewer, BrowserContext>;
}

/** Each period's works once, and another browser may have been quicker. */
async function typeCode(page: Page, secret: string): Promise<void> {
  const field = page.getByLabel(/6けたの数字$/);
  for (const periods of [0, 1]) {
    await field.fill(appCode(secret, new Date(Date.now() + periods * 30_000)));
    await page.getByRole('button', { name: 'ログイン', exact: true }).click();
    await page.waitForLoadState();
    if ((await field.count()) === 0) return;
  }
}

/** When somebody last proved who they are: pages that ask for it again are looked at elsewhere. */
const provenAt = new WeakMap<BrowserContext, number>();
const CONFIRMED_MS = 8 * 60_000;

async function stayProven(page: Page, { who }: View, { people }: Places): Promise<void> {
  const at = provenAt.get(page.context());
  if (at === undefined || Date.now() - at < CONFIRMED_MS || !(who in people)) return;
  const { password } = people[who as keyof typeof people];
  if (who === 'operator') await confirmOperator(page, password);
  else await page.request.post(paths.api.confirmation, { data: { password } });
  provenAt.set(page.context(), Date.now());
}

/** Is asked only once the sign-in has grown old. */
async function confirmOperator(page: Page, password: string): Promise<void> {
  await page.goto(paths.operatorSignIn);
  const button = page.getByRole('button', { name: /^確かめて、/ });
  if ((await button.count()) === 0) return;
  await page.getByLabel('パスワード', { exact: true }).fill(password);
  await button.click();
  await page.waitForLoadState();
}

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
  await stayProven(page, view, places);
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
