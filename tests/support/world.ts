import { addMonths, civilDateOf, firstDayOf, yearMonthOf } from '#lib/calendar.ts';
import { readEnv } from '#server/env.ts';
import type { Runtime } from '#server/runtime.ts';
import { openRuntime } from '#server/runtime.ts';
import type { Cast } from './cast.ts';
import { makeCast, signedIn } from './cast.ts';
import { makeLetter } from './factories.ts';
import { jpeg } from './pictures.ts';
import { drainJobs, uploadPhoto } from './uploads.ts';

/** A data folder for a real server: the cast, and last month's letters with real pictures. */
export interface World {
  dataDir: string;
  /** Where the rest is, if it is not in the folder. */
  settings: Record<string, string>;
  cast: Cast;
  /** The newest published month. */
  yearMonth: number;
  items: Record<'own' | 'hall' | 'neighbour' | 'foreign' | 'inactive', ShownItem>;
}

interface ShownItem {
  id: string;
  blobId: string;
}

/** While no server uses the folder. @param settings of another database or store */
export async function makeWorld(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<World> {
  const env = readEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...settings });
  const rt = await openRuntime(env);
  try {
    const cast = await makeCast(rt);
    const yearMonth = addMonths(yearMonthOf(civilDateOf(rt.clock.now())), -1);
    for (const host of [cast.host, cast.otherHost, cast.inactiveHost]) {
      await makeLetter(rt, host.id, yearMonth);
    }
    const items = await uploadAll(rt, cast, firstDayOf(yearMonth));
    await drainJobs(rt);
    return { dataDir, settings, cast, yearMonth, items };
  } finally {
    await rt.close();
  }
}

async function uploadAll(rt: Runtime, cast: Cast, takenOn: string): Promise<World['items']> {
  const add = async (staff: Cast['admin'], residentId: string | null, caption: string) => {
    const actor = await signedIn(rt, staff);
    const bytes = await jpeg({ width: 800, height: 600, gps: true });
    const { id } = await uploadPhoto(rt, actor, { residentId, takenOn, caption, bytes });
    const { blob_id } = await rt.db
      .selectFrom('items')
      .select('blob_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { id, blobId: blob_id };
  };
  return {
    own: await add(cast.general, cast.resident.id, '芋掘りをしました'),
    hall: await add(cast.admin, null, '中庭の金木犀'),
    neighbour: await add(cast.admin, cast.neighbour.id, '鈴木様の書道'),
    foreign: await add(cast.otherAdmin, cast.foreignResident.id, 'よその施設'),
    inactive: await add(cast.inactiveAdmin, null, '準備中'),
  };
}
