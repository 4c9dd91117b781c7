import { ERROR_NUMBER } from '#server/figures/recorder.ts';
import type { Runtime } from '#server/runtime.ts';

type Parts = Pick<Runtime, 'db'>;

const SHOWN = 20;

/** The newest first. */
export const listNumbers = ({ db }: Parts) =>
  db.selectFrom('error_numbers').selectAll().orderBy('at', 'desc').limit(SHOWN).execute();

/** @param typed as it was read out, in capitals, full width or with spaces. @returns null if not known */
export async function findNumber({ db }: Parts, typed: string) {
  const number = typed.normalize('NFKC').replace(/[\s-]/g, '').toLowerCase();
  if (!ERROR_NUMBER.test(number)) return null;
  const query = db.selectFrom('error_numbers').selectAll().where('number', '=', number);
  return (await query.executeTakeFirst()) ?? null;
}
