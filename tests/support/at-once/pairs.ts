import { AppError } from '#lib/errors.ts';
import type { Actor } from '#domains/account/session/session.ts';
import type { AuditAction } from '#domains/audit/audit.ts';
import type { TestRuntime } from '../runtime.ts';
import type { Cast } from '../cast.ts';
import { readEvents } from '../events.ts';
import { onFile } from '../on-file.ts';

export interface World {
  rt: TestRuntime;
  cast: Cast;
  admin: Actor;
}

interface Change<Made, After> {
  /** By the use case itself. */
  apply: (rt: TestRuntime, made: Made) => Promise<unknown>;
  /** The line it leaves in the log, if any. */
  log?: AuditAction;
  /** How to see afterwards that it counted, while the row is there. */
  counted?: (after: After) => boolean;
}

interface Entity<Made, After> {
  make: (world: World) => Promise<Made>;
  /** undefined once it was deleted. */
  read: (world: World, made: Made) => Promise<After | undefined>;
  changes: Record<string, Change<Made, After>>;
}

interface Pairs {
  /** @returns what was lost without a word, of each pair */
  lost: (world: World, beside: TestRuntime) => Promise<string[]>;
}

/**
 * All pairs of different changes to one row, each pair on a new row. A file's queries take turns, so
 * that the order decides which comes first: both are tried.
 */
export function pairsOf<Made, After>(entity: Entity<Made, After>): Pairs {
  const all = Object.entries(entity.changes);
  const pairs = all.flatMap((one, at) =>
    all.filter((_, other) => (onFile ? other !== at : other > at)).map((two) => [one, two]),
  );
  return {
    async lost(world, beside) {
      const lost: string[] = [];
      for (const pair of pairs) lost.push(...(await race(entity, world, beside, pair)));
      return lost;
    },
  };
}

async function race<Made, After>(
  entity: Entity<Made, After>,
  world: World,
  beside: TestRuntime,
  pair: [string, Change<Made, After>][],
): Promise<string[]> {
  const made = await entity.make(world);
  await world.rt.db.deleteFrom('audit_logs').execute();
  const ended = await Promise.allSettled(
    pair.map(([, { apply }], index) => apply(index === 0 ? world.rt : beside, made)),
  );
  const after = await entity.read(world, made);
  const acts = (await readEvents(world.rt)).map(({ action }) => action);
  const both = pair.map(([name]) => name).join(' + ');
  return pair.flatMap(([name, { log, counted = () => true }], index) => {
    const end = ended[index];
    if (end?.status === 'rejected') return isInWords(end.reason) ? [] : [`${both}: ${end.reason}`];
    const isNoted = log === undefined || acts.includes(log);
    const isThere = isNoted && (after === undefined || counted(after));
    return isThere ? [] : [`${both}: ${name} is lost`];
  });
}

const isInWords = (error: unknown): boolean =>
  error instanceof AppError && /\p{Script=Hiragana}/u.test(error.message);
