import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { logConsole } from './console-log.ts';
import type { Log } from './log.ts';
import type { RequestContext } from './request-context.ts';
import { runInRequest } from './request-context.ts';

const LETTER = '/letters/[yearMonth]';

const logged = vi.fn<(entry: { stack?: string }, msg: string) => void>();
const log = { info: logged } as unknown as Log;
const printers = { ...console };
beforeEach(() => {
  logged.mockReset();
  logConsole(log);
});
afterEach(() => void Object.assign(console, printers));

/** What the log has of what was printed while a route was answered, or at another time. */
function readPrinted(printed: readonly unknown[], route?: string): { msg: string; stack: string } {
  const { info: print } = console;
  if (route === undefined) print(...printed);
  else runInRequest({ route, log } as RequestContext, print, ...printed);
  const [{ stack = '' } = {}, msg = ''] = logged.mock.lastCall ?? [];
  return { msg, stack };
}

describe('output of other packages', () => {
  test.each([
    [
      ['Could not render http://127.0.0.1:4321/letters/202610?resident_token=abc&family_token=def'],
      `Could not render ${LETTER}`,
    ],
    [['Could not render /letters/202610?resident_token=abc'], `Could not render ${LETTER}`],
    [['an error while rendering %s.', '/letters/202610?a=b'], `an error while rendering ${LETTER}`],
    [['No handler for the route "/_actions/secret.x".'], `No handler for the route "${LETTER}".`],
    [['HTTPS://tayori.example.jp/x and //x'], `${LETTER} and ${LETTER}`],
    [['\u001b[31m[ERROR]\u001b[39m text/html and/or 1/2'], '[ERROR] text/html and/or 1/2'],
  ])('contains no path: %j', (printed, msg) => {
    expect(readPrinted(printed, LETTER).msg).toBe(msg);
  });

  test('contains none outside a request either', () => {
    expect(readPrinted(['at /letters?resident_token=abc']).msg).toBe('at …');
  });

  test('keeps its place in the code', () => {
    const error = new Error('failed for /letters?family_token=abc');
    const { msg, stack } = readPrinted(['Could not render', error], LETTER);
    expect(msg).toContain(`Error: failed for ${LETTER}`);
    expect(stack).toContain('/node_modules/vitest/');
    expect(msg + stack).not.toContain('family_token');
  });
});
