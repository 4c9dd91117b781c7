import { firstDayOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import type { Ledger } from '../crash/ledger.ts';
import type { Target } from '../crash/load.ts';
import { CutOff, saveOne, uploadOne } from '../crash/load.ts';
import type { Answer } from '../support/http.ts';
import { call, signIn } from '../support/http.ts';
import { jpeg } from '../support/pictures.ts';
import type { Cluster } from './cluster.ts';

const UPLOADERS = 2;
const AGAIN_MS = 100;
/** Answers of the proxy for a server that died, and of a server whose store or database is away. */
const AWAY = [500, 502, 503, 504];
const PATIENCE_MS = 10_000;

/** What readers saw. */
interface Readings {
  letters: number;
  pictures: number;
  /** No answer, or that it is not possible now. */
  failed: number;
  /** The first of them, in words. */
  failures: string[];
}

const noReadings = (): Readings => ({ letters: 0, pictures: 0, failed: 0, failures: [] });

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/** As one carer who uploads for one resident. */
export async function targetOf({ url, world }: Cluster): Promise<Target> {
  const { bearer } = await signIn(url, world.cast.general.email);
  const place = { residentId: world.cast.resident.id, takenOn: firstDayOf(world.yearMonth) };
  const picture = await jpeg({ width: 640, height: 480 });
  return { url, bearer, picture, place, away: AWAY, patienceMs: PATIENCE_MS };
}

export const readerOf = ({ world: { cast } }: Cluster) => ({
  residentToken: cast.resident.token,
  familyToken: cast.family.token,
});

/** The pictures that a letter's page shows. */
export const picturesIn = (html: string): string[] => [
  ...new Set([...html.matchAll(/\/photos\/family\/[^"' ,&]+/g)].map(([found]) => found)),
];

interface Load {
  ledger: Ledger;
  readings: Readings;
  /** Ends it, and waits for the requests under way. */
  end: () => Promise<void>;
}

/** Uploads, items, changed captions and families who read, until it is ended. */
export function startLoad(cluster: Cluster, target: Target, ledger: Ledger): Load {
  let isOver = false;
  const readings = noReadings();
  const repeat = async (work: () => Promise<void>): Promise<void> => {
    while (!isOver) {
      try {
        await work();
      } catch (error) {
        if (!(error instanceof CutOff)) throw error;
        await pause(AGAIN_MS);
      }
    }
  };
  const underWay = [
    ...Array.from({ length: UPLOADERS }, () => repeat(() => uploadOne(target, ledger))),
    repeat(() => saveOne(target, ledger)),
    repeat(() => readOne(cluster, ledger, readings)),
  ];
  return {
    ledger,
    readings,
    async end() {
      isOver = true;
      await Promise.all(underWay);
    },
  };
}

/** A family's letter, and one of its pictures. Nothing of another resident may be in it. */
async function readOne(cluster: Cluster, ledger: Ledger, readings: Readings): Promise<void> {
  const { url, world } = cluster;
  const page = await read(url, paths.letter(world.yearMonth, readerOf(cluster)), readings);
  if (!page) return;
  readings.letters++;
  if (!page.text.includes(world.cast.resident.name)) ledger.wrong.push('a letter without its name');
  for (const other of [world.cast.neighbour.name, '鈴木様の書道', 'よその施設']) {
    if (page.text.includes(other)) ledger.wrong.push(`a letter shows ${other}`);
  }
  const shown = picturesIn(page.text);
  const one = shown[Math.floor(Math.random() * shown.length)];
  if (one && (await read(url, one, readings))) readings.pictures++;
  await pause(AGAIN_MS);
}

async function read(url: string, path: string, readings: Readings): Promise<Answer | null> {
  const answer = await call(url, path, { patienceMs: PATIENCE_MS }).catch(String);
  if (typeof answer !== 'string' && answer.status === 200) return answer;
  readings.failed++;
  const why = typeof answer === 'string' ? answer : `${answer.status}`;
  readings.failures.push(`GET ${path.split('?', 1)[0]}: ${why}`);
  await pause(AGAIN_MS);
  return null;
}
