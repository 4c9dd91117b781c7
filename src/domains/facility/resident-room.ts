import type { CivilDate } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { invalid } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import { countRows } from '#server/lists.ts';
import type { Runtime } from '#server/runtime.ts';
import { readPlan } from './read-host.ts';

export async function readResidentRoom(
  rt: Pick<Runtime, 'db' | 'clock' | 'env'>,
  hostId: string,
): Promise<{ count: number; max: number | null; planName: string | null }> {
  const plan = await readPlan(rt, hostId);
  const count = await countResidents(rt.db, hostId, civilDateOf(rt.clock.now()));
  return { count, max: plan?.residents ?? null, planName: plan?.name ?? null };
}

/** Refuses residents beyond the plan. @param more 0 if already added. @throws AppError 422 */
export async function requireResidentRoom(
  rt: Pick<Runtime, 'db' | 'clock' | 'env'>,
  hostId: string,
  more = 0,
): Promise<void> {
  const { count, max, planName } = await readResidentRoom(rt, hostId);
  if (max === null || count + more <= max) return;
  const { OPERATOR_NAME: name } = rt.env;
  const email = rt.env.operator.email ?? rt.env.OPERATOR_EMAIL;
  const operator = email ? `${name}（${email}）` : name;
  throw invalid(
    `今のプラン「${planName ?? ''}」でご登録いただける入居者は${max}人までのため、追加していません。「退居の日」になった方と「亡くなられた日」を入れた方は、人数に数えません。人数を増やすときは、${operator}にプランの変更をご相談ください。`,
  );
}

const countResidents = (db: Db, hostId: string, today: CivilDate): Promise<number> =>
  countRows(
    db
      .selectFrom('residents')
      .where((eb) => eb.and({ host_id: hostId, died_on: null }))
      .where((eb) => eb.or([eb('left_on', 'is', null), eb('left_on', '>', today)])),
  );
