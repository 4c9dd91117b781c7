import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SERVER_ARGS, SERVER_ENV } from '../../scripts/server-command.ts';
import { needs } from '../support/needs.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

const listOf = (pid: number, name: string): string[] =>
  readFileSync(`/proc/${pid}/${name}`, 'utf8').split('\0').filter(Boolean);

test(
  'npm start becomes the server, with the options and allocator of the image',
  needs(existsSync('/proc/self/environ'), 'no /proc here'),
  async () => {
    const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const [program = '', ...args] = scripts['start']?.split(' ') ?? [];
    expect(program).toBe('node');
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { DATA_DIR: await mkdtemp(path.join(tmpdir(), 'start-')), HOST: '127.0.0.1', PORT: '0' },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'data'); // it listens
    const pid = child.pid ?? 0;
    expect(listOf(pid, 'cmdline')).toEqual([process.execPath, ...SERVER_ARGS]);
    const settings = Object.entries(SERVER_ENV).map(([name, value]) => `${name}=${value}`);
    expect(listOf(pid, 'environ')).toEqual(expect.arrayContaining(settings));
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  },
);
