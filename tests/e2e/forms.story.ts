import type { Locator, Page } from '@playwright/test';
import { BREAK } from '#lib/break.ts';
import { paths } from '#lib/paths.ts';
import { openView, openViewers } from '../support/views/open-view.ts';
import type { View } from '../support/views/view.ts';
import { VIEWERS } from '../support/views/view.ts';
import { VIEWS } from '../support/views/views.ts';
import { overflowOf } from './support/neat.ts';
import { PHONE, RARE, expect, readWorld, startSession, test } from './support/story.ts';

/** Longer than any field allows. */
const TOO_LONG = { line: 'あ'.repeat(300), lines: 'あ'.repeat(5000) };
const EMPTY = { line: '', lines: '' };
type Written = typeof EMPTY;
/** Visible text fields; passwords are never shown again. */
const WRITTEN =
  'input:is([type=text], [type=email], [type=tel]):not(.visually-hidden, [tabindex="-1"]), textarea';

/** The forms of a facility's first day. */
const OFTEN = ['staff-signup', 'resident-new', 'family-new'];

/** Without a form result. */
const OPENED = VIEWS.filter(({ status, act, demo }) => !status && !act && !demo);

for (const who of VIEWERS.filter((viewer) => viewer !== 'family')) {
  test.describe(`forms as ${who} sees them`, () => {
    test.use({ expectConsole: /status of 400/ });
    let tab: Page;
    test.beforeAll(async ({ browser }, { project }) => {
      const { baseURL = '' } = project.use;
      const options = { ...PHONE, baseURL };
      const context = (await openViewers(browser, readWorld().places, options, [who]))[who];
      tab = await context.newPage();
    });
    test.afterAll(() => tab.context().close());

    for (const view of OPENED.filter((one) => one.who === who)) {
      test(view.name, OFTEN.includes(view.name) ? {} : RARE, async () => {
        const forms = await openForms(tab, view);
        for (const text of forms > 0 ? [TOO_LONG, EMPTY] : []) {
          for (let at = 0; at < forms; at += 1) {
            const isUntouched = at === 0 && text === TOO_LONG;
            if (!isUntouched) await openView(tab, view, readWorld().places);
            // Saving an empty form may have taken others away: a state is taken back like that.
            const form = writtenForms(tab).nth(at);
            if ((await form.count()) === 0) continue;
            const wrong = await sendWith(tab, form, text);
            const said = wrong.length + (await refusalsOf(tab));
            if (text === TOO_LONG)
              expect(said, 'fields that do not take that much').toBeGreaterThan(0);
            if (wrong.length > 0) await expectNoticeToLead(tab, wrong);
          }
        }
      });
    }
  });
}

/** Most pages have none, and a browser takes its time to open them. */
async function hasFields({ request }: Page, view: View): Promise<boolean> {
  const answer = await request.get(view.path(readWorld().places));
  expect(answer.status()).toBe(200);
  return /<textarea|<input[^>]* type="?(?:text|email|tel)\b/.test(await answer.text());
}

/** @returns how many forms the page has, which is opened only if it has one */
async function openForms(page: Page, view: View): Promise<number> {
  if (!(await hasFields(page, view))) return 0;
  await openView(page, view, readWorld().places);
  return writtenForms(page).count();
}

/** Those of islands save in place and have stories of their own. */
const writtenForms = (page: Page): Locator =>
  page
    .locator('main form[method=post]:not(astro-island form)')
    .filter({ has: page.locator(WRITTEN) });

/** @returns the invalid fields; too long a text is kept in all */
async function sendWith(page: Page, form: Locator, text: Written): Promise<Wrong[]> {
  const written = await form.locator(WRITTEN).evaluateAll(
    (fields, { line, lines }) =>
      (fields as HTMLInputElement[]).map((field) => {
        field.value = field.tagName === 'TEXTAREA' ? lines : line;
        field.dispatchEvent(new Event('input', { bubbles: true }));
        return { name: field.name, value: field.value };
      }),
    text,
  );
  const answered = page.waitForEvent('load');
  await form.evaluate((element: HTMLFormElement) => {
    element.noValidate = true;
    // 確認して次へ turns to the next letter without a load, unless a draft could not be kept.
    if (element.id === 'check') element.dataset['unsaved'] = '';
    element.requestSubmit();
  });
  await answered;
  const wrong = await wrongFields(page);
  if (text === TOO_LONG) {
    for (const { name, value } of written) {
      await expect(page.locator(`main [name="${name}"]`).first()).toHaveValue(value);
    }
  }
  return wrong;
}

interface Wrong {
  id: string;
  label: string;
}

/** What stands right above the one field of a form, and describes it. */
const refusalsOf = (page: Page): Promise<number> =>
  page.locator('main form .refused[role=alert]:has(~ [aria-describedby$="-error"])').count();

/** The invalid fields, in order. */
const wrongFields = (page: Page): Promise<Wrong[]> =>
  page.locator('main .wrong:not([role=status])').evaluateAll((texts) =>
    texts
      .filter((text) => text.textContent.trim() !== '')
      .map((text) => {
        const id = text.id.replace(/-error$/, '');
        const control = document.getElementById(id) as HTMLInputElement | null;
        const legend = control?.closest('fieldset')?.querySelector('legend');
        const isOne = control?.type === 'radio' || control instanceof HTMLFieldSetElement;
        const label = isOne ? legend : control?.labels?.[0];
        return { id, label: label?.textContent.replace(/\s+/g, ' ').trim() ?? 'no label' };
      }),
  );

/** The summary names each of them, and links to it. */
async function expectNoticeToLead(page: Page, wrong: readonly Wrong[]): Promise<void> {
  const notice = page.getByRole('alert').filter({ hasText: 'か所、確かめてください' });
  await expect(notice).toBeFocused();
  await expect(notice).toContainText(`あと${wrong.length}か所`);
  const links = notice.getByRole('link');
  await expect(links).toHaveCount(wrong.length);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  for (const [at, { id, label }] of wrong.entries()) {
    const link = links.nth(at);
    const called = ((await link.textContent()) ?? '').replaceAll(BREAK, '');
    expect(label, `what ${id} is called`).toContain(called);
    expect(called).not.toBe('');
    await link.click();
    const field = page.locator(`[id="${id}"]`);
    await expect(field).toBeFocused();
    await expect(field).toBeInViewport();
  }
}

test.describe('text that is too long', () => {
  test.use({ ...PHONE, expectConsole: /status of 400/ });

  test('is reported while typing, without losing a character', async ({ page, world }) => {
    await startSession(page, world.cast.otherAdmin.email);
    await page.goto(paths.deliverySettings);
    const field = page.getByLabel('署名');
    await field.fill('い'.repeat(5000));
    await expect(page.getByRole('status').filter({ hasText: '文字までです' })).toBeVisible();
    await expect(page.getByText(/^5000 \/ \d+文字$/)).toBeVisible();
    await expect(field).toHaveValue(/^い{5000}$/);
    await field.fill('短い署名');
    await expect(page.getByRole('status').filter({ hasText: '文字までです' })).toHaveCount(0);
  });

  test('a field grows with its text, also in older browsers', async ({ page, world }) => {
    await page.addInitScript(() => {
      const { supports } = CSS;
      CSS.supports = (name: string, value?: string) =>
        name !== 'field-sizing' && (value === undefined ? supports(name) : supports(name, value));
    });
    await startSession(page, world.cast.otherAdmin.email);
    await page.goto(paths.deliverySettings);
    const field = page.getByLabel('署名');
    await field.evaluate((area: HTMLElement) => area.style.setProperty('field-sizing', 'fixed'));
    const height = () => field.evaluate((area: HTMLElement) => area.offsetHeight);
    await field.fill('');
    expect(await height()).toBe(120);
    await field.fill(Array.from({ length: 10 }, () => '行').join('\n'));
    expect(await height()).toBeGreaterThan(250);
    await field.fill(Array.from({ length: 90 }, () => '行').join('\n'));
    expect(await height()).toBe(600);
  });
});

test('the toast 保存しました covers no button at any width', async ({ page, world }) => {
  await startSession(page, world.cast.otherAdmin.email);
  for (const size of [
    { width: 360, height: 640 },
    { width: 360, height: 360 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    for (const address of [
      `${paths.adminLetter(world.yearMonth)}?saved=1`,
      `${paths.deliverySettings}?saved=1`,
      `${paths.resident(world.cast.foreignResident.id)}?saved=1`,
      `${paths.family(world.cast.foreignFamily.id)}?saved=1`,
    ]) {
      await page.goto(address);
      const overlaps = await page.evaluate(toastOverlaps);
      expect(overlaps, `${address} at ${size.width}×${size.height}`).toEqual([]);
    }
  }
});

/** Runs in the page: buttons covered by the toast. */
function toastOverlaps(): string[] {
  const toast = [...document.querySelectorAll('p[role=status]')].find(
    (one) => getComputedStyle(one).position === 'fixed',
  );
  if (!toast) return ['no toast'];
  for (const animation of toast.getAnimations()) {
    animation.pause();
    animation.currentTime = 1000;
  }
  const box = toast.getBoundingClientRect();
  if (box.width === 0 || box.bottom > innerHeight || box.top < 0) return ['not seen'];
  return [...document.querySelectorAll('main button')]
    .filter((button) => button.checkVisibility())
    .map((button) => [button.textContent.trim(), button.getBoundingClientRect()] as const)
    .filter(
      ([, other]) =>
        other.bottom > box.top &&
        other.top < box.bottom &&
        other.right > box.left &&
        other.left < box.right,
    )
    .map(([text]) => text);
}
