import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const CLIENT = path.join(import.meta.dirname, 'client.ts');
const ENV = ['env', 'NODE_TLS_REJECT_UNAUTHORIZED=0', 'NODE_NO_WARNINGS=1'];

/** The command line of what clients do (client.ts). */
export const clientLine = (...args: string[]): string[] => [
  ...ENV,
  process.execPath,
  CLIENT,
  ...args,
];

interface Running {
  isRunning: () => boolean;
  /** Closes its input. @returns its answer @throws if it failed */
  finish: () => Promise<unknown>;
}

export function startClient([program = '', ...args]: string[]): Running {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'close') as Promise<[number | null]>;
  return {
    isRunning: () => child.exitCode === null,
    async finish() {
      child.stdin.end();
      const [code] = await ended;
      if (code !== 0) throw new Error(`a client ended with ${code}`);
      return JSON.parse(said) as unknown;
    },
  };
}

interface Visited {
  /** How often each was given. */
  answers: Record<string, number>;
  longestMs: number;
}

/** Readers and senders of forms, while `what` happens. @returns how they fared */
export async function visited(line: string[], what: () => Promise<void>): Promise<Visited> {
  const visitors = startClient(line);
  const failure = await what().then(
    () => null,
    (error: unknown) => ({ error }),
  );
  const fared = (await visitors.finish()) as Visited;
  if (failure !== null) throw failure.error;
  return fared;
}

/** @returns in words @throws if one was refused */
export async function whileVisited(line: string[], what: () => Promise<void>): Promise<string> {
  const { answers, longestMs } = await visited(line, what);
  if (Object.keys(answers).toSorted().join() !== 'posted 422,read 200')
    throw new Error(JSON.stringify(answers));
  const count = Object.values(answers).reduce((sum, number) => sum + number, 0);
  return `none of ${count} requests lost, the longest waited ${(longestMs / 1000).toFixed(1)} s`;
}
