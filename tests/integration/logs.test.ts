import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLogFile, readLogFiles } from '#server/log-file.ts';
import { showLogs } from '../../commands/admin/logs.ts';

let data: string;
let folder: string;
beforeEach(() => {
  data = mkdtempSync(path.join(os.tmpdir(), 'tsukidayori-logs-'));
  folder = path.join(data, 'logs');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(data, { recursive: true });
});

const line = (n: number, more = {}): string =>
  `${JSON.stringify({ level: 30, time: `2026-11-24T00:00:${String(n).padStart(2, '0')}.000Z`, msg: `line ${n}`, ...more })}\n`;
const shown = (options: { since?: string; request?: string } = {}) =>
  showLogs({ DATA_DIR: data }, options);

test('the newest lines are kept, in order, in private files of bounded size', async () => {
  const lines = Array.from({ length: 60 }, (_, n) => line(n));
  for (const part of [lines.slice(0, 30), lines.slice(30)]) {
    // As when a server starts again.
    const write = openLogFile(folder, 300);
    for (const one of part) write(one);
  }
  const files = readdirSync(folder).map((name) => statSync(path.join(folder, name)));
  expect(files.length).toBeGreaterThan(3);
  expect(files.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(5 * 500);
  expect(files.map(({ mode }) => mode & 0o777)).toEqual(files.map(() => 0o600));
  const kept = [];
  for await (const one of readLogFiles(folder)) kept.push(`${one}\n`);
  expect(kept.length).toBeGreaterThan(12);
  expect(kept).toEqual(lines.slice(-kept.length));
});

test('a folder that cannot be written, and a line that was cut short, stop nothing', async () => {
  writeFileSync(folder, 'a file');
  openLogFile(folder)(line(1));
  rmSync(folder);
  openLogFile(folder)(line(1));
  appendFileSync(path.join(folder, 'server.log'), `{"level":30,"ti\n${line(2)}`);
  expect(await shown()).toMatch(/^.* line 1\n.* line 2$/);
});

test('they are found by time and by the number that a page shows', async () => {
  const write = openLogFile(folder);
  write(line(1));
  write(line(2, { level: 50, request: 'a1b2c3d4e5f6', err: { message: 'broken\u001b[31m' } }));
  expect(await shown({ request: 'a1b2c3d4e5f6' })).toMatch(/ {2}不具合 {2}line 2 .*broken/);
  expect(await shown({ request: 'a1b2c3d4e5f6' })).not.toContain('\u001b');
  expect(await shown({ request: 'ffffffffffff' })).toBe('その記録はありません。');
  expect(await shown({ since: '2026-11-25' })).toBe('その記録はありません。');
  expect(await shown({ since: '2026-11-24T09:00' })).toContain('line 1');
  await expect(shown({ since: 'yesterday' })).rejects.toThrow('--since は');
});

test.each([
  ['30m', '2026-11-24T02:30:00.000Z'],
  ['3d', '2026-11-21T03:00:00.000Z'],
  ['2026-11-24', '2026-11-23T15:00:00.000Z'],
])('times are told as a person would: %s', async (since, from) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T03:00:00.000Z') });
  const write = openLogFile(folder);
  const before = new Date(Date.parse(from) - 1).toISOString();
  write(line(1, { time: before, msg: 'too early' }));
  write(line(2, { time: from, msg: 'asked for' }));
  expect(await shown({ since })).toMatch(/^\S+ \S+ {2}asked for$/);
});
