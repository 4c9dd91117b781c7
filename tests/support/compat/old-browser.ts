import type { BrowserContext } from '@playwright/test';
import { asReadBy } from './css.ts';
import type { Target } from './data.ts';
import { isIn } from './data.ts';
import { allMembers } from './members.ts';

/**
 * Makes a browser read pages as those of a target would, by MDN's data: its styles without what
 * they do not know, its objects without members that they lack. Needs `bypassCSP`.
 */
export async function makeOld(context: BrowserContext, target: Target): Promise<void> {
  // Below these our scripts end at once, and Playwright's need what is newer.
  const hasLayers = isIn(target, ['css', 'at-rules', 'layer']);
  const members = hasLayers ? allMembers().filter((key) => !isIn(target, key)) : [];
  await context.addInitScript(takeAway, { members, hasLayers });
  await context.route(
    (url) => url.pathname.endsWith('.css') || !/\.\w+$/.test(url.pathname),
    async (route) => {
      const answer = await route.fetch({ maxRedirects: 0 });
      const type = answer.headers()['content-type'] ?? '';
      if (type.startsWith('text/css')) {
        await route.fulfill({ response: answer, body: asReadBy(target, await answer.text()).css });
      } else if (type.startsWith('text/html')) {
        await route.fulfill({ response: answer, body: readPage(target, await answer.text()) });
      } else {
        await route.fulfill({ response: answer });
      }
    },
  );
}

const readPage = (target: Target, html: string): string =>
  html.replace(
    /(<style[^>]*>)([^]*?)(<\/style>)/g,
    (_, start: string, css: string, end: string) => start + asReadBy(target, css).css + end,
  );

interface Lacks {
  members: string[][];
  hasLayers: boolean;
}

/** In the page. */
function takeAway({ members, hasLayers }: Lacks): void {
  const all = globalThis as unknown as Record<string, { prototype?: object } | undefined>;
  for (const [, place = '', last = '', member = ''] of members) {
    const name = place === 'builtins' ? last : place;
    const of = place === 'builtins' ? member : last;
    if (of === '') {
      Reflect.deleteProperty(all, name);
      continue;
    }
    const object = name === 'Window' ? all : all[name];
    if (object === undefined) continue;
    const isStatic = of.endsWith('_static') || name === 'Window';
    const plain = of.replace(/_static$/, '');
    if (isStatic || place === 'builtins') Reflect.deleteProperty(object, plain);
    if (object.prototype && !isStatic) Reflect.deleteProperty(object.prototype, plain);
  }
  if (hasLayers) return;
  const supports = CSS.supports.bind(CSS);
  CSS.supports = (...words: [string, string?]) =>
    words.every((word) => !word?.includes('revert-layer')) &&
    (supports as (...given: unknown[]) => boolean)(...words);
}
