import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { SERVER_ARGS } from '../../scripts/server-command.ts';

export const ROOT = path.resolve(import.meta.dirname, '../..');
/** The environment of our programs, which inherit nothing else. */
export const BARE_ENV = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
};
/** Long: a busy machine; an early exit is noticed at once. */
const START_MS = 120_000;

/** The built server, as an operator runs it. */
export interface TestServer {
  url: string;
  child: ChildProcess;
  /** Its output so far, in complete lines; a line may arrive after the response it belongs to. */
  output: () => string;
  /** Its log entries of level error. */
  errors: () => string[];
  /** @returns the exit code */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export interface ServerOptions {
  /** Limit of open files and connections. */
  openFiles?: number;
  /** Redirects its log. */
  logsTo?: string;
  /** Of another build; this one by default. */
  root?: string | undefined;
  /** After the program on its command line. */
  args?: readonly string[];
}

/** Starts on a data folder, and waits for a response. */
export async function startServer(
  dataDir: string,
  settings: Record<string, string> = {},
  { openFiles, logsTo, root = ROOT, args = [] }: ServerOptions = {},
): Promise<TestServer> {
  const port = settings['PORT'] ?? String(await freePort());
  const program = [process.execPath, ...SERVER_ARGS, ...args];
  const command =
    openFiles === undefined
      ? program
      : ['sh', '-c', `ulimit -n ${openFiles}; exec "$@"`, 'sh', ...program];
  const child = spawn(command[0] ?? '', command.slice(1), {
    cwd: root,
    stdio: ['ignore', logsTo === undefined ? 'pipe' : openSync(logsTo, 'w'), 'pipe'],
    env: {
      ...BARE_ENV,
      TZ: 'America/New_York', // nothing may depend on it
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      ...settings,
      DATA_DIR: dataDir,
      PORT: port,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  // Not `exit`, after which its last lines may still arrive.
  const closed = once(child, 'close') as Promise<[number | null]>;
  const wholeLines = (): string => output.slice(0, output.lastIndexOf('\n') + 1);
  const server = {
    url: `http://127.0.0.1:${port}`,
    child,
    output: wholeLines,
    errors: () =>
      wholeLines()
        .split('\n')
        .filter((line) => /^\{"level":[56]0/.test(line)),
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal);
      return (await closed)[0];
    },
  };
  await answering(server);
  return server;
}

async function answering({ url, child, output }: TestServer): Promise<void> {
  const until = Date.now() + START_MS;
  while (Date.now() < until && child.exitCode === null) {
    const answer = await fetch(`${url}/livez`).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  child.kill('SIGKILL');
  throw new Error(`the server did not start:\n${output()}`);
}
