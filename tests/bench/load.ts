import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Measured } from './process.ts';
import { cpuMsWithChildren } from './process.ts';

const SECONDS = 5;
const CONNECTIONS = 32;
/** wrk always takes its whole time. */
const OPEN_SECONDS = 4;

interface Load {
  requestsPerSecond: number;
  /** CPU time of the server in microseconds. */
  cpuPerRequest: number;
}

/** Loads a URL with wrk, and divides the server's CPU time by the responses. */
export async function load(
  server: Measured,
  address: string,
  { headers = {}, method = 'GET', seconds = SECONDS } = {},
): Promise<Load> {
  await wrk(server.url + address, headers, method, 1); // warm
  const before = cpuMsWithChildren(server.pid);
  const { requests, duration } = await wrk(server.url + address, headers, method, seconds);
  const ms = cpuMsWithChildren(server.pid) - before;
  return {
    requestsPerSecond: Math.round(requests / duration),
    cpuPerRequest: Math.round((ms / requests) * 1e4) / 10,
  };
}

/**
 * Asks for paths of a file, each at most once, for some seconds.
 * @returns the server's CPU time per request in microseconds
 */
export async function openEach(
  server: Measured,
  file: string,
  count: number,
  headers: Record<string, string>,
): Promise<number> {
  const before = cpuMsWithChildren(server.pid);
  const { requests } = await runWrk(server.url, headers, OPEN_SECONDS, [
    'opened.lua',
    file,
    String(count),
  ]);
  return ((cpuMsWithChildren(server.pid) - before) / requests) * 1e3;
}

const wrk = (url: string, headers: Record<string, string>, method: string, seconds: number) =>
  runWrk(url, headers, seconds, ['method.lua', method]);

async function runWrk(
  url: string,
  headers: Record<string, string>,
  seconds: number,
  [script = '', ...options]: string[],
) {
  const { stdout } = await promisify(execFile)('wrk', [
    ...['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`],
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...['-s', path.join(import.meta.dirname, script), url, '--', ...options],
  ]);
  const bad = /Non-2xx or 3xx responses: (\d+)/.exec(stdout);
  if (bad) throw new Error(`${bad[1]} bad answers from ${url}`);
  const [, requests, duration] = /(\d+) requests in ([\d.]+)s/.exec(stdout) ?? [];
  return { requests: Number(requests), duration: Number(duration) };
}
