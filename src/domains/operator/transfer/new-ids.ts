import { newId, randomToken } from '#server/secrets.ts';
import { wrongRows } from './check-rows.ts';
import type { Line, Row, Table } from './package.ts';

/** Columns that name a row of another table. */
const REFERS: Record<string, Table> = {
  host_id: 'hosts',
  resident_id: 'residents',
  family_id: 'families',
  blob_id: 'blobs',
  portrait_blob_id: 'blobs',
  cover_item_id: 'items',
  ...{ created_by: 'staffs', updated_by: 'staffs', checked_by: 'staffs', staff_id: 'staffs' },
  ...{ held_back_by: 'staffs', done_by: 'staffs', passed_on_by: 'staffs' },
  replied_by: 'staffs',
};

/** Whose rows may be gone, or were left out. */
const MAY_BE_GONE = new Set<Table>(['staffs', 'items']);

/**
 * Makes the rows of a file refer to each other only.
 * @param same keeps ids and links; otherwise all are new
 * @throws AppError 422 naming a row that refers to another
 */
export function renumbered(lines: readonly Line[], same: boolean): Line[] {
  const ids = new Map<Table, Map<string, string>>();
  for (const { table, row } of lines) {
    const { id } = row;
    if (typeof id !== 'string') continue;
    const known = ids.get(table) ?? new Map<string, string>();
    ids.set(table, known.set(id, same ? id : newId()));
  }
  return lines.map((line, n) => ({ table: line.table, row: renumber(line, n + 1, ids, same) }));
}

function renumber(
  { table, row }: Line,
  number: number,
  ids: ReadonlyMap<Table, ReadonlyMap<string, string>>,
  same: boolean,
): Row {
  const find = (to: Table, id: string): string | undefined => ids.get(to)?.get(id);
  const next: Row = { ...row };
  for (const [column, value] of Object.entries(row)) {
    const to = column === 'id' ? table : REFERS[column];
    if (to === undefined || typeof value !== 'string') continue;
    const found = find(to, value);
    if (found === undefined && !MAY_BE_GONE.has(to) && table !== 'audit_logs') {
      throw wrongRows([
        { number, table, column, reason: 'このファイルにないものを指しています。' },
      ]);
    }
    next[column] = found ?? null;
  }
  if (table === 'items') {
    next['left_out_for'] = String(row['left_out_for']).replace(
      /[a-zA-Z0-9]+/g,
      (id) => find('residents', id) ?? id,
    );
  }
  if ('token' in row && !same) next['token'] = randomToken();
  if (table === 'audit_logs') {
    const target = String(row['target']);
    const found = [...ids.values()].flatMap((known) => known.get(target) ?? []);
    next['target'] = found[0] ?? row['target'] ?? null;
  }
  return next;
}
