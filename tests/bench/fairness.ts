import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { CostlyShape } from '../support/costly-pictures.ts';
import { ORDINARY, encodeCostly, missingEncoder } from '../support/costly-pictures.ts';
import { PASSWORD } from '../support/factories.ts';
import { makeWorld } from '../support/world.ts';
import type { Measured } from './process.ts';
import { ROOT, startServer } from './process.ts';
import type { Row } from './report.ts';
import { report } from './report.ts';
import { phonePhoto, signIn, sleep, upload, variantOf } from './upload.ts';

const PORT = 4396;
const BUDGET = 3;
/** Until the queues are full. */
const HEAD_START_MS = 5000;
/** As someone who uploads one photo after another. */
const PAUSE_MS = 300;

/** Just accepted: the most scans, bytes and pixels. */
const GREY: CostlyShape = {
  ...ORDINARY,
  width: 10_000,
  height: 7500,
  components: 1,
  sampling: '1x1',
  coding: 'progressive',
};
const SLOWEST: CostlyShape[] = [
  { ...GREY, content: 'flat', scans: 29 },
  { ...GREY, content: 'drawn', scans: 23 },
];
const LARGEST: CostlyShape = { ...ORDINARY, width: 11_400, height: 8500, content: 'noise' };

/**
 * `npm run bench -- fairness`: upload times of one facility, alone and while another sends the
 * slowest accepted pictures (P26). `--lanes 8` concurrent, `--uploads 40` measured, `--port`.
 */
export async function benchFairness(args: string[]): Promise<void> {
  const missing = missingEncoder();
  if (missing) throw new Error(missing);
  const { values } = parseArgs({
    args,
    options: {
      lanes: { type: 'string', default: '6' },
      uploads: { type: 'string', default: '30' },
      port: { type: 'string', default: String(PORT) },
    },
  });
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tsukidayori-fairness-'));
  const { cast } = await makeWorld(path.join(folder, 'data'));
  const server = await startServer(path.join(folder, 'data'), Number(values.port));
  try {
    const slow = await signIn(server, { email: cast.general.email, password: PASSWORD });
    const other = await signIn(server, { email: cast.otherAdmin.email, password: PASSWORD });
    const photo = await phonePhoto();
    const uploads = Number(values.uploads);
    await upload(server, other, variantOf(photo, -1));
    const alone = await measure(server, other, photo, 0, uploads);
    const stream = sendSlowest(server, slow, Number(values.lanes));
    await sleep(HEAD_START_MS);
    const contended = await measure(server, other, photo, uploads, uploads);
    const sent = await stream.stop();
    await report(rowsOf(alone, contended, sent), path.join(ROOT, 'bench-results'), 'fairness');
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns milliseconds of each upload, fastest first */
async function measure(
  server: Measured,
  token: string,
  photo: Buffer,
  first: number,
  count: number,
): Promise<number[]> {
  const times: number[] = [];
  for (let n = first; n < first + count; n++) {
    const bytes = variantOf(photo, n);
    const started = performance.now();
    await upload(server, token, bytes);
    times.push(Math.round(performance.now() - started));
    await sleep(PAUSE_MS);
  }
  return times.sort((a, b) => a - b);
}

function sendSlowest(server: Measured, token: string, lanes: number) {
  const pictures = [...SLOWEST, LARGEST].map(encodeCostly);
  let sent = 0;
  let isOver = false;
  const send = async (lane: number): Promise<void> => {
    for (let n = lane; !isOver; n++) {
      const picture = pictures[n % pictures.length] ?? Buffer.alloc(0);
      await upload(server, token, variantOf(picture, lanes * 1000 + ++sent));
    }
  };
  const all = Promise.all(Array.from({ length: lanes }, (_, lane) => send(lane)));
  return {
    async stop(): Promise<number> {
      isOver = true;
      await all;
      return sent;
    },
  };
}

function rowsOf(alone: number[], contended: number[], sent: number): Row[] {
  const median = (times: number[]) => times[Math.floor(times.length / 2)] ?? 0;
  const worst = (times: number[]) => times.at(-1) ?? 0;
  const ratio = (of: (times: number[]) => number) =>
    Math.round((of(contended) / of(alone)) * 100) / 100;
  return [
    { what: 'an upload alone, median', value: median(alone), unit: 'ms' },
    { what: 'an upload alone, slowest', value: worst(alone), unit: 'ms' },
    { what: "during another's slowest pictures, median", value: median(contended), unit: 'ms' },
    { what: "during another's slowest pictures, slowest", value: worst(contended), unit: 'ms' },
    { what: 'medians', value: ratio(median), unit: '×', budget: BUDGET },
    { what: 'slowest', value: ratio(worst), unit: '×', budget: BUDGET },
    { what: 'slow pictures sent meanwhile', value: sent, unit: '' },
  ];
}
