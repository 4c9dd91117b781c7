import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Measured } from './process.ts';
import { cpuMsWithChildren } from './process.ts';

const SECONDS = 5;
const CONNECTIONS = 32;

interface Load {
  requestsPerSecond: number;
  /** CPU time of the server in microseconds. */
  cpuPerRequest: number;
}

/** Loads a URL with wrk, and divides the server's CPU time by the responses. */
export async function load(
  server: Measured,
  path: string,
  { headers = {}, method = 'GET', seconds = SECONDS } = {},
): Promise<Load> {
  await wrk(server.url + path, headers, method, 1); // warm
  const before = cpuMsWithChildren(server.pid);
  const { requests, duration } = await wrk(server.url + path, headers, method, seconds);
  const ms = cpuMsWithChildren(server.pid) - before;
  return {
    requestsPerSecond: Math.round(requests / duration),
    cpuPerRequest: Math.round((ms / requests) * 1e4) / 10,
  };
}

async function wrk(url: string, headers: Record<string, string>, method: string, seconds: number) {
  const script = new URL('./method.lua', import.meta.url).pathname;
  const { stdout } = await promisify(execFile)('wrk', [
    ...['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`],
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...['-s', script, url, '--', method],
  ]);
  const bad = /Non-2xx or 3xx responses: (\d+)/.exec(stdout);
  if (bad) throw new Error(`${bad[1]} bad answers from ${url}`);
  const [, requests, duration] = /(\d+) requests in ([\d.]+)s/.exec(stdout) ?? [];
  return { requests: Number(requests), duration: Number(duration) };
}
