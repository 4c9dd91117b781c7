import { hashPassword } from '#domains/account/password/password.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId, randomToken } from '#server/secrets.ts';
import { DEMO_PASSWORD } from './people.ts';
import { RESIDENTS } from './story.ts';
import { DAY_MS } from '#lib/durations.ts';

const DAYS_HERE = 25;
const TRIAL_DAYS_LEFT = 5;
/** The plan's limit: one more is refused. */
const FULL = 20;
export const TRIAL_EMAIL = 'trial@example.jp';

/** A second facility near the end of its trial, with a full plan and no families. */
export async function seedTrial(rt: Runtime): Promise<string> {
  const now = rt.clock.now().getTime();
  const created_at = new Date(now - DAYS_HERE * DAY_MS).toISOString();
  const hostId = newId();
  const own = () => ({ id: newId(), host_id: hostId, created_at });
  const password_hash = await hashPassword({ key: 'demo' }, DEMO_PASSWORD);
  await rt.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('hosts')
      .values({
        ...{ id: hostId, name: 'なぎさの家', phone: '03-0000-0001', plan: 'small' },
        ...{ created_at, activated_at: created_at },
        trial_ends_at: new Date(now + TRIAL_DAYS_LEFT * DAY_MS).toISOString(),
      })
      .execute();
    await tx
      .insertInto('staffs')
      .values({
        ...own(),
        ...{ email: TRIAL_EMAIL, name: '浜田 洋子', name_kana: 'はまだ ようこ', role: 'admin' },
        ...{ password_hash, confirmed_at: created_at, last_seen_at: null },
      })
      .execute();
    const people = namesakes().map((person) => ({
      ...own(),
      ...person,
      ...{ birthday: null, photo_consent: 1 as const, left_on: null, portrait_blob_id: null },
      token: randomToken(),
    }));
    await tx.insertInto('residents').values(people).execute();
  });
  return hostId;
}

/** Other people, made of the same names. */
function namesakes() {
  return RESIDENTS.slice(0, FULL).map(({ name, nameKana, room }, index) => {
    const other = RESIDENTS[FULL - 1 - index];
    return {
      name: `${family(name)} ${given(other?.name)}`,
      name_kana: `${family(nameKana)} ${given(other?.nameKana)}`,
      room,
    };
  });
}

const family = (name = ''): string => name.split(' ')[0] ?? '';
const given = (name = ''): string => name.split(' ')[1] ?? '';
