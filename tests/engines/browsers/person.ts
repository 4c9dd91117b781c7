import { BREAK } from '#lib/break.ts';
import type { World } from '../../support/world.ts';
import type { Browser } from './browser.ts';
import { IS_LOADED, SHOWN, waitFor } from './browser.ts';
import type { Site } from './site.ts';
import { openSite, signIn } from './site.ts';

/**
 * What a person does with a page: presses and fills what its words name, once its scripts are
 * there; what was pressed or typed earlier would be lost on them.
 */
export interface Person {
  /** A button, a link or a tick; a text is the whole name. */
  press: (name: string | RegExp) => Promise<void>;
  /** The first that is not ticked yet. */
  tick: (name: RegExp) => Promise<void>;
  /** @param label of the field, or its name for screen readers */
  write: (label: string | RegExp, text: string) => Promise<void>;
  /** Of a field that browsers fill in ways of their own, such as a day. */
  sets: (label: string, value: string) => Promise<void>;
  sees: (text: string) => Promise<void>;
  seesNo: (text: string) => Promise<void>;
  /** Of a field. */
  reads: (label: string | RegExp) => Promise<string>;
  opens: (address: string) => Promise<void>;
  isAt: (path: string) => Promise<void>;
  /** @param count of what shows on the page */
  finds: (selector: string, count: number) => Promise<void>;
  /** The name of what has the focus. */
  focused: () => Promise<string>;
}

export const PHONE = [360, 740] as const;

/** Signed in on a phone, at a site of their own. */
export async function openForStaff(
  world: World,
  start: Parameters<typeof openSite>[1],
  email: string,
): Promise<{ site: Site; carer: Person }> {
  const site = await openSite(world, start);
  await site.browser.resize(...PHONE);
  await signIn(site.browser, site.url, email);
  return { site, carer: personAt(site.browser, site.url) };
}

const MARK = 'data-found';
const PRESSED = 'button,summary,summary .tap,a[href],label,[role=checkbox]';
const WRITTEN = 'input:not([type=hidden]),textarea,select';

/** In the page: of what a person can see and reach, the first of that name. */
const finding = (kinds: string, name: string | RegExp): string => `
  const dialog = [...document.querySelectorAll('dialog[open]')].pop();
  const plain = (text) => text.replaceAll('${BREAK}', '').replace(/\\s+/g, ' ').trim();
  const wordsOf = (one) => {
    const words = one.cloneNode(true);
    for (const field of words.querySelectorAll('input,textarea,select')) field.remove();
    return plain(words.textContent);
  };
  const nameOf = (one) => one.getAttribute('aria-label') ?? wordsOf(one.labels?.[0] ?? one);
  const isMeant = (text) => ${
    typeof name === 'string' ? `text === ${JSON.stringify(name)}` : `${String(name)}.test(text)`
  };
  const found = [...(dialog ?? document).querySelectorAll('${kinds}')].find(
    (one) =>
      one.checkVisibility({ visibilityProperty: true }) &&
      !one.closest('[aria-hidden=true]') &&
      !one.disabled &&
      isMeant(nameOf(one)),
  );`;

const HYDRATED = `${IS_LOADED} && !document.querySelector('astro-island[ssr]')`;

function personAt(browser: Browser, url: string): Person {
  /** @returns a selector of it */
  const find = async (kinds: string, name: string | RegExp): Promise<string> => {
    await waitFor(
      browser,
      `${HYDRATED} && (() => {
        ${finding(kinds, name)}
        document.querySelector('[${MARK}]')?.removeAttribute('${MARK}');
        found?.setAttribute('${MARK}', '');
        // Away from what is fixed at the top and at the bottom.
        found?.scrollIntoView({ block: 'center' });
        // What unfolds moves; it is pressed when it rests.
        const place = found && JSON.stringify(found.getBoundingClientRect());
        const rests = place !== undefined && window.lastPlace === place;
        window.lastPlace = rests ? undefined : place;
        return rests;
      })()`,
    );
    return `[${MARK}]`;
  };
  return {
    press: async (name) => browser.press(await find(PRESSED, name)),
    tick: async (name) => browser.press(await find('[role=checkbox][aria-checked=false]', name)),
    async write(label, text) {
      const field = await find(WRITTEN, label);
      await browser.ask(`document.querySelector('${field}').select()`);
      await browser.fill(field, text);
    },
    async sets(label, value) {
      const field = await find(WRITTEN, label);
      await browser.ask(`const field = document.querySelector('${field}');
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(
          field, ${JSON.stringify(value)});
        field.dispatchEvent(new Event('input', { bubbles: true }))`);
    },
    reads: async (label) =>
      browser.ask(`return document.querySelector('${await find(WRITTEN, label)}').value`),
    sees: (text) => waitFor(browser, `${SHOWN}.includes(${JSON.stringify(text)})`),
    seesNo: (text) => waitFor(browser, `!${SHOWN}.includes(${JSON.stringify(text)})`),
    async opens(address) {
      await browser.open(`${url}${address}`);
      await waitFor(browser, HYDRATED);
    },
    finds: (selector, count) =>
      waitFor(
        browser,
        `document.querySelectorAll(${JSON.stringify(selector)}).length === ${count}`,
      ),
    focused: () =>
      browser.ask(`const one = document.activeElement;
        return one.getAttribute('aria-label') ?? one.textContent`),
    isAt: (path) =>
      waitFor(browser, `location.pathname === ${JSON.stringify(path)} && ${IS_LOADED}`),
  };
}
