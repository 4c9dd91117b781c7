import { LOGIN } from './facility.ts';
import type { Measured } from './process.ts';
import { childrenMb, childrenOf, residentMb } from './process.ts';
import type { Row } from './report.ts';
import { phonePhoto, signIn, sleep, upload, variantOf } from './upload.ts';

const AT_ONCE = 3;
const IDLE_MS = 13_000;

/** Resident memory: idle, peak, and after uploads of 12-megapixel photos. */
export async function measureMemory(
  server: Measured,
  idleMb: number,
  uploads = 200,
): Promise<Row[]> {
  const token = await signIn(server, LOGIN);
  const picture = await phonePhoto();
  let peak = 0;
  let peakChildren = 0;
  let next = 0;
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentMb(server.pid));
    peakChildren = Math.max(peakChildren, childrenMb(server.pid));
  }, 200);
  const send = async (): Promise<void> => {
    while (next < uploads) await upload(server, token, variantOf(picture, next++));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  await untilIdle(server);
  clearInterval(sampling);
  return [
    { what: 'memory, idle', value: idleMb, unit: 'MB', budget: 110 },
    { what: `memory, highest during ${uploads} uploads of 12 MP`, value: peak, unit: 'MB' },
    { what: 'memory, decoders at their peak', value: peakChildren, unit: 'MB' },
    {
      what: `memory, after ${uploads} uploads`,
      value: residentMb(server.pid),
      unit: 'MB',
      budget: 150,
    },
    { what: 'memory, decoders afterwards', value: childrenMb(server.pid), unit: 'MB' },
  ];
}

/** Idle decoders exit after a while. */
export async function untilIdle(server: Measured): Promise<void> {
  do await sleep(IDLE_MS);
  while (childrenOf(server.pid).length > 0);
}
