import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Answer } from '../support/http.ts';
import { call } from '../support/http.ts';

let child: ChildProcess;
let url = '';
let output = '';
beforeEach(async () => {
  output = '';
  child = spawn(process.execPath, [
    path.resolve(import.meta.dirname, '../support/uncaught-child.ts'),
  ]);
  child.stderr?.on('data', (text: Buffer) => (output += text.toString()));
  child.stdout?.on('data', (text: Buffer) => (output += text.toString()));
  await expect.poll(() => /^\d+$/m.exec(output)?.[0]).toBeDefined();
  url = `http://127.0.0.1:${/^\d+$/m.exec(output)?.[0] ?? ''}`;
});
afterEach(() => void child.kill('SIGKILL'));

const ask = (target: string): Promise<Answer> => call(url, target, { fresh: true });
const logged = () =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { level: number; msg: string; request?: string })
    .filter(({ level }) => level >= 50);

test.each(['/timer', '/rejected', '/stream', '/restarts'])(
  'an uncaught error ends only its own request, with 500: %s',
  async (target) => {
    const slow = ask('/slow');
    const { status, headers, text } = await ask(target);
    expect(status).toBe(500);
    expect(text).toContain(String(headers['x-request-id']));
    await expect
      .poll(logged)
      .toMatchObject([{ msg: 'uncaught error', request: headers['x-request-id'], err: {} }]);
    expect((await slow).text).toBe('ok');
    expect((await ask('/ok')).status).toBe(200);
    expect(child.exitCode).toBeNull();
  },
);

test('after half a response it closes the connection', async () => {
  await expect(ask('/half')).rejects.toThrow();
  await expect.poll(logged).toMatchObject([{ msg: 'uncaught error' }]);
  expect((await ask('/ok')).status).toBe(200);
});

test('after the response it is logged', async () => {
  expect((await ask('/answered')).text).toBe('ok');
  await expect.poll(logged).toMatchObject([{ msg: 'uncaught error' }]);
  expect((await ask('/ok')).status).toBe(200);
});

test.each(['/refused', '/hangs'])(
  'if the database does not respond afterwards, accepted requests are answered, then exit 1: %s',
  async (target) => {
    const closed = once(child, 'close');
    const slow = ask('/slow');
    expect((await ask(target)).status).toBe(500);
    expect((await slow).text).toBe('ok');
    expect(await closed).toEqual([1, null]);
    expect(logged().map(({ msg }) => msg)).toEqual([
      'uncaught error',
      'the database does not respond after an uncaught error: exiting',
    ]);
  },
);
