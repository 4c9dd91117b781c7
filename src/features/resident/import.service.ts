import { civilDateOf } from '#lib/calendar.ts';
import { decodeCsv } from '#lib/csv.ts';
import type { AppError } from '#lib/errors.ts';
import { invalid } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { noteAct } from '#features/audit/audit.service.ts';
import type { Actor } from '#features/session/session.ts';
import type { PlannedRow } from './import.ts';
import { planImport } from './import.ts';
import { isHere, readResidents, toNewRow } from './resident-admin.service.ts';
import type { CsvFile } from './resident-csv.ts';
import { IMPORT_MAX_BYTES, readResidentsCsv, residentsCsv } from './resident-csv.ts';
import { insertResidents, listPeople } from './resident.repository.ts';
import { requireResidentRoom } from './room.service.ts';

/** Preview of an import; nothing has been written. */
export interface ImportTrial {
  /** The file's text, for the import itself: a form cannot resubmit a file. */
  csv: string;
  rows: PlannedRow[];
  ignored: string[];
}

/** Parses a file and reports errors by line. @throws AppError 422 for the whole file */
export async function tryImport(
  rt: Runtime,
  actor: Actor,
  bytes: Uint8Array,
): Promise<ImportTrial> {
  const { text, problem } = decodeCsv(bytes);
  if (text === undefined) throw refused(problem);
  const { rows, ignored } = readFile(rt, text);
  const planned = planImport(rows, await listPeople(rt.db, actor.host.id));
  await requireResidentRoom(rt, actor.host.id, comingOf(rt, planned));
  return { csv: text, rows: planned, ignored };
}

/** How many of the new residents live here. */
const comingOf = (rt: Pick<Runtime, 'clock'>, planned: PlannedRow[]): number =>
  planned.filter(
    ({ outcome, input }) =>
      outcome === 'new' &&
      isHere(rt, { left_on: input?.leftOn ?? null, died_on: input?.diedOn ?? null }),
  ).length;

/**
 * Adds all new residents in one transaction, or none.
 * @returns how many were added
 * @throws AppError 422 if any line is wrong, or they exceed the plan
 */
export async function importResidents(rt: Runtime, actor: Actor, csv: string): Promise<number> {
  const { rows } = readFile(rt, csv);
  return inTransaction(rt, async (tx) => {
    const planned = planImport(rows, await listPeople(tx.db, actor.host.id));
    const wrong = planned.filter(({ outcome }) => outcome === 'wrong').length;
    if (wrong > 0) throw refused(`${wrong}行に誤りがあるため、一人も追加していません。`);
    const added = planned.flatMap(({ outcome, input }) =>
      outcome === 'new' && input !== null ? [toNewRow(tx, actor, input)] : [],
    );
    await insertResidents(tx.db, added);
    if (added.some((row) => isHere(tx, row))) await requireResidentRoom(tx, actor.host.id);
    const detail = String(added.length);
    if (added.length > 0) await noteAct(tx, actor, { action: 'resident.imported', detail });
    return added.length;
  });
}

/** All residents, including those who have left; the export is recorded. */
export async function exportResidents(rt: Runtime, actor: Actor): Promise<string> {
  const residents = await readResidents(rt, actor);
  const detail = String(residents.length);
  await noteAct(rt, actor, { action: 'export.residents', detail });
  return residentsCsv(residents);
}

function readFile({ clock }: Pick<Runtime, 'clock'>, text: string): CsvFile {
  if (Buffer.byteLength(text) > IMPORT_MAX_BYTES) throw refused(TOO_LARGE);
  const { file, problem } = readResidentsCsv(text, civilDateOf(clock.now()));
  if (file === undefined) throw refused(problem);
  return file;
}

const TOO_LARGE = `ファイルが大きすぎます（${IMPORT_MAX_BYTES / 1024}KBまで）。いくつかに分けてください。`;

const refused = (text: string): AppError => invalid(text, { file: [text] });
