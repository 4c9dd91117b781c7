import { once } from 'node:events';
import { request } from 'node:http';
import { paths } from '#lib/paths.ts';
import { call, json } from '../support/http.ts';
import { vary } from '../support/pictures.ts';
import { freePort, startServer } from '../support/server.ts';
import { announced, sha256 } from '../support/uploads.ts';
import { check } from './check.ts';
import { openLedger } from './ledger.ts';
import type { Target } from './load.ts';
import type { Place } from './place.ts';

const EXIT_MS = 30_000;
const SLOW_UPLOADS = 6;
const SLOW_MS = 1500;

interface TerminationFigures {
  terminations: number;
  uploadsUnderWay: number;
  answered: number;
  slowestExitMs: number;
  broken: string[];
}

/** P14: SIGTERM during uploads: accepted requests are answered, then exit 0. */
export async function runTerminations(
  place: Place,
  target: Omit<Target, 'url'>,
  terminations: number,
): Promise<TerminationFigures> {
  const port = String(await freePort());
  const at = { ...target, url: `http://127.0.0.1:${port}` };
  const figures = { terminations, uploadsUnderWay: 0, answered: 0, slowestExitMs: 0 };
  const broken: string[] = [];
  const ledger = openLedger();
  for (let round = 1; round <= terminations; round++) {
    const server = await startServer(place.dataDir, {
      ...place.settings,
      PORT: port,
      LOG_LEVEL: 'error',
    });
    const uploads = await Promise.all(Array.from({ length: SLOW_UPLOADS }, () => begin(at)));
    await pause(Math.random() * SLOW_MS);
    const began = performance.now();
    const exit = server.stop('SIGTERM');
    const results = await Promise.all(uploads.map(({ answer }) => answer));
    const code = await exit;
    const exitMs = Math.round(performance.now() - began);
    figures.slowestExitMs = Math.max(figures.slowestExitMs, exitMs);
    figures.uploadsUnderWay += results.length;
    figures.answered += results.filter((status) => status === 204).length;
    const wrong = results.filter((status) => status !== 204);
    if (wrong.length > 0) broken.push(`round ${round}: answers ${wrong.join(', ')}`);
    if (code !== 0) broken.push(`round ${round}: exit code ${String(code)}`);
    if (exitMs > EXIT_MS) broken.push(`round ${round}: exit after ${exitMs} ms`);
    broken.push(...server.errors().map((line) => `round ${round}: ${line}`));
    results.forEach((status, n) => {
      const upload = uploads[n];
      if (upload && status === 204) ledger.uploads.set(upload.blobId, upload);
    });
    process.stdout.write(`\rP14: ${round} of ${terminations} terminations`);
  }
  process.stdout.write('\n');
  const server = await startServer(place.dataDir, {
    ...place.settings,
    PORT: port,
    LOG_LEVEL: 'error',
  });
  broken.push(...(await check(place, ledger)));
  await server.stop();
  return { ...figures, broken };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A slow upload; resolves once the server has its first bytes. */
async function begin({ url, bearer, picture }: Target) {
  const bytes = vary(picture);
  const opened = await call(url, paths.api.directUploads, {
    ...json({ blob: announced(bytes) }, { Authorization: bearer }),
    fresh: true,
  });
  const slot = JSON.parse(opened.text) as {
    id: string;
    signed_id: string;
    direct_upload: { url: string; headers: Record<string, string> };
  };
  const req = request(slot.direct_upload.url, {
    method: 'PUT',
    agent: false,
    headers: { ...slot.direct_upload.headers, 'Content-Length': bytes.length },
  });
  const answer = new Promise<number | string>((resolve) => {
    req.on('response', (res) => resolve(res.resume().statusCode ?? 0));
    req.on('error', (error) => resolve(String(error)));
  });
  const half = Math.floor(bytes.length / 2);
  req.write(bytes.subarray(0, half));
  await once(req, 'socket');
  void pause(SLOW_MS * (0.5 + Math.random())).then(() => req.end(bytes.subarray(half)));
  return { answer, blobId: slot.id, signedId: slot.signed_id, sha256: sha256(bytes) };
}
