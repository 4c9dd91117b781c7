import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { cpuTimeOf } from '#server/image/process-usage.ts';
import { childrenOf } from '../bench/process.ts';
import { makeBombs } from '../support/bombs.ts';
import { highestMbOf } from '../support/decoder-usage.ts';
import { sendPicture } from '../support/send-picture.ts';
import { call, signIn } from '../support/http.ts';
import { startServer } from '../support/server.ts';
import { makeWorld } from '../support/world.ts';
import type { HostileOptions, HostilePart, HostileResult } from './part.ts';

const PROMISED = { mb: 300, cpuMs: 5000 };
const SAMPLE_MS = 20;

async function run({ count }: HostileOptions): Promise<HostileResult> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-bombs-'));
  const { cast } = await makeWorld(folder);
  const bombs = await makeBombs();
  const server = await startServer(folder, { TRUST_PROXY: '1' });
  const broken: string[] = [];
  const watch = watchDecoders(server.child.pid ?? 0);
  const health = askHealth(server.url);
  try {
    const { bearer } = await signIn(server.url, cast.general.email);
    await Promise.all(
      Array.from({ length: count }, async (_, n) => {
        const bomb = bombs[n % bombs.length];
        if (!bomb) return;
        const bytes = Buffer.concat([bomb.bytes, Buffer.from(`#${n}`)]);
        const { status, text } = await sendPicture(server.url, bearer, bytes, bomb.type);
        if (status !== 422) broken.push(`${bomb.name}: ${status} ${text}`);
      }),
    );
  } finally {
    watch.stop();
    broken.push(...(await health.stop()));
    const code = await server.stop();
    if (code !== 0) broken.push(`the server exited with ${code}`);
    broken.push(...server.errors());
    await rm(folder, { recursive: true, force: true });
  }
  if (watch.highest.mb > PROMISED.mb) broken.push(`a decoder took ${watch.highest.mb} MB`);
  if (watch.highest.cpuMs > PROMISED.cpuMs * count) broken.push('the decoders took too much CPU');
  return {
    cases: count,
    broken,
    figures: [
      ['kinds of bombs', bombs.length],
      ['peak of a decoder, MB', watch.highest.mb],
      ['CPU of a decoder, ms, for all its pictures', watch.highest.cpuMs],
      ['responses of /healthz', health.times.length],
      ['99th percentile, ms', percentile(health.times, 0.99)],
      ['the slowest, ms', percentile(health.times, 1)],
    ],
  };
}

const percentile = (times: number[], share: number): number =>
  Math.round([...times].sort((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0);

function watchDecoders(pid: number) {
  const highest = { mb: 0, cpuMs: 0 };
  const timer = setInterval(() => {
    for (const child of childrenOf(pid)) {
      highest.mb = Math.max(highest.mb, highestMbOf(child));
      highest.cpuMs = Math.max(highest.cpuMs, cpuTimeOf(child) ?? 0);
    }
  }, SAMPLE_MS);
  return { highest, stop: () => clearInterval(timer) };
}

function askHealth(url: string) {
  const times: number[] = [];
  const wrong: string[] = [];
  const state = { isOver: false };
  const asking = (async () => {
    while (!state.isOver) {
      const started = performance.now();
      const { status } = await call(url, '/healthz');
      times.push(performance.now() - started);
      if (status !== 200) wrong.push(`/healthz responded ${status}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  return {
    times,
    async stop(): Promise<string[]> {
      state.isOver = true;
      await asking;
      return wrong;
    },
  };
}

export const bombs: HostilePart = {
  name: 'bombs',
  promise: 'P6',
  says: 'twenty bombs at once are refused within 5 s of CPU and 300 MB each, while /healthz responds',
  count: 20,
  run,
};
