import type { TestOptions } from 'vitest';
import { paths } from '#lib/paths.ts';
import type { CopiedWorld } from '../../support/copied-world.ts';
import { copyWorld } from '../../support/copied-world.ts';
import { PASSWORD } from '../../support/factories.ts';
import { needs } from '../../support/needs.ts';
import { freePort, startServer } from '../../support/server.ts';
import type { World } from '../../support/world.ts';
import type { Browser, Looks } from './browser.ts';
import { IS_LOADED, waitFor } from './browser.ts';
import { CHROMIUM_MISSING, hasChromium, startChromium } from './chromium.ts';
import { FIREFOX_MISSING, hasFirefox, startFirefox } from './firefox.ts';
import type { TlsFront } from './tls-front.ts';
import { startTlsFront } from './tls-front.ts';
import { WEBKIT_MISSING, hasWebKit, startWebKit } from './webkit.ts';

/** A browser of another make than the stories' own. */
interface Engine {
  engine: 'Chromium' | 'Firefox' | 'WebKit';
  start: typeof startFirefox;
  /** Skips where it is not installed. */
  here: TestOptions;
}

export const FIREFOX: Engine = {
  engine: 'Firefox',
  start: startFirefox,
  here: needs(hasFirefox(), FIREFOX_MISSING),
};

export const WEBKIT: Engine = {
  engine: 'WebKit',
  start: startWebKit,
  here: needs(hasWebKit(), WEBKIT_MISSING),
};

export const ENGINES = [FIREFOX, WEBKIT];

/** With the one of the stories. */
export const ALL_ENGINES: Engine[] = [
  {
    engine: 'Chromium',
    start: startChromium,
    here: needs(hasChromium(), CHROMIUM_MISSING),
  },
  ...ENGINES,
];

/** A server of its own on a copy of the world, by TLS, with a browser at it. */
export interface Site {
  url: string;
  front: TlsFront;
  copied: CopiedWorld;
  browser: Browser;
  close: () => Promise<void>;
}

/** @param fill adds to the copy before the server starts */
export async function openSite(
  world: World,
  start: Engine['start'],
  { fill, ...looks }: Looks & { fill?: (copied: CopiedWorld) => Promise<void> } = {},
): Promise<Site> {
  const copied = await copyWorld(world);
  await fill?.(copied);
  const port = await freePort();
  const front = await startTlsFront(port);
  const settings = { ...copied.settings, PORT: String(port), PUBLIC_URL: front.url };
  const server = await startServer(copied.dataDir, settings);
  const browser = await start(looks);
  return {
    url: front.url,
    front,
    copied,
    browser,
    async close() {
      await browser.close();
      front.close();
      await server.stop();
      await copied.remove();
    },
  };
}

/** @param arrival where the person was led from to the login */
export async function signIn(
  browser: Browser,
  url: string,
  email: string,
  arrival: string = paths.items,
): Promise<void> {
  await browser.open(`${url}${paths.login}`);
  await browser.fill('input[name=email]', email);
  await browser.fill('input[name=password]', PASSWORD);
  await browser.press('form button.button');
  const isThere = `location.pathname === ${JSON.stringify(arrival)}`;
  await waitFor(browser, `${isThere} && ${IS_LOADED}`);
}
