import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { freePort } from '../../support/server.ts';
import type { Browser, Key, Looks } from './browser.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const XVFB = '/usr/bin/Xvfb';
const [MINI_BROWSER] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');

export const WEBKIT_MISSING = 'no WebKit here (apt-get install webkit2gtk-driver xvfb)';
export const hasWebKit = (): boolean =>
  existsSync(DRIVER) && existsSync(XVFB) && MINI_BROWSER !== undefined;

/** By their code points in WebDriver. */
const KEYS: Record<Key, string> = { Escape: '\uE00C', ArrowRight: '\uE014' };

/** WebKitGTK by WebDriver; its automated sessions are private ones. */
export async function startWebKit({ dark = false }: Looks = {}): Promise<Browser> {
  const { screen, display } = await startScreen();
  const port = await freePort();
  const env = { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1' };
  const driver = spawn(DRIVER, [`--port=${port}`], { env, stdio: 'ignore' });
  const base = `http://127.0.0.1:${port}`;
  await answering(`${base}/status`);
  const { sessionId } = await call<{ sessionId: string }>(`${base}/session`, {
    capabilities: {
      alwaysMatch: {
        acceptInsecureCerts: true,
        // Photos that are under way do not keep the test from leaving.
        unhandledPromptBehavior: 'accept',
        'webkitgtk:browserOptions': {
          binary: MINI_BROWSER,
          // Its toolbar would be wider than a phone.
          args: ['--automation', '--full-screen', ...(dark ? ['--dark-mode'] : [])],
        },
      },
    },
  });
  const session = `${base}/session/${sessionId}`;
  const element = async (selector: string): Promise<string> => {
    const found = await call<Record<string, string>>(`${session}/element`, {
      using: 'css selector',
      value: selector,
    });
    return `${session}/element/${Object.values(found)[0] ?? ''}`;
  };
  const act = (type: 'key' | 'pointer' | 'wheel', actions: object[]): Promise<void> =>
    call(`${session}/actions`, { actions: [{ type, id: type, actions }] });
  return {
    open: (url) => call(`${session}/url`, { url }),
    address: () => call(`${session}/url`),
    ask: (code) => call(`${session}/execute/sync`, { script: code, args: [] }),
    fill: async (selector, text) => call(`${await element(selector)}/value`, { text }),
    press: async (selector) => call(`${await element(selector)}/click`, {}),
    pressAt: (x, y) =>
      act('pointer', [
        { type: 'pointerMove', x, y, duration: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]),
    wheel: (x, y, far) => act('wheel', [{ type: 'scroll', x, y, deltaX: 0, deltaY: far }]),
    key: (key) =>
      act('key', [
        { type: 'keyDown', value: KEYS[key] },
        { type: 'keyUp', value: KEYS[key] },
      ]),
    reload: () => call(`${session}/refresh`, {}),
    back: () => call(`${session}/back`, {}),
    choose: async (selector, files) =>
      call(`${await element(selector)}/value`, { text: files.join('\n') }),
    resize: (width, height) => call(`${session}/window/rect`, { x: 0, y: 0, width, height }),
    screenshot: async () => Buffer.from(await call<string>(`${session}/screenshot`), 'base64'),
    async close() {
      await call(session, undefined, 'DELETE').catch(() => undefined);
      await Promise.all([driver, screen].map(end));
    },
  };
}

/** On a display that is free. */
async function startScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const screen = spawn(XVFB, ['-displayfd', '3', '-screen', '0', '1280x1024x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = (await once(screen.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
  return { screen, display: `:${number.toString().trim()}` };
}

async function answering(url: string): Promise<void> {
  while (!(await fetch(url).catch(() => null))?.ok) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** @throws Error with what the driver says */
async function call<T>(url: string, body?: object, method = body ? 'POST' : 'GET'): Promise<T> {
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: T };
  if (!answer.ok) throw new Error(`${method} ${url}: ${JSON.stringify(value)}`);
  return value;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill();
  await once(child, 'exit');
}
