import { z } from 'zod';
import { isOurHash } from '#domains/account/password/password.ts';
import { missingFor } from '#domains/people/family.ts';
import { PHOTO_FILES } from '#domains/photo/photo.ts';
import type { AppError } from '#lib/errors.ts';
import { invalid } from '#lib/errors.ts';
import type { Line, Row, Table } from './package.ts';
import { ROWS } from './package.ts';
import { rowRules } from './row-rules.ts';

/** What is wrong with a row, without what it holds. */
interface RowProblem {
  /** Of the file of rows, from 1. */
  number: number;
  table: Table;
  column: string;
  reason: string;
}

const MOST_SHOWN = 10;

/** One line for each. */
export function wrongRows(problems: readonly RowProblem[]): AppError {
  const lines = problems
    .slice(0, MOST_SHOWN)
    .map((of) => `${ROWS} の${of.number}行目（${of.table} の ${of.column}）: ${of.reason}`);
  const more = problems.length - lines.length;
  return invalid(
    [
      'ファイルが壊れているか、書き換えられています。何も取り込んでいません。',
      ...lines,
      ...(more > 0 ? [`ほかに${more}か所あります。`] : []),
    ].join('\n'),
  );
}

interface CheckedRows {
  lines: Line[];
  /** Colleagues who choose a new password: theirs is hashed in another way. */
  newPasswords: number;
}

type RowSchemas = Record<Table, z.ZodType>;

export function rowSchemas(now: Date): RowSchemas {
  const rules: [string, z.ZodRawShape][] = Object.entries(rowRules(now));
  const schemas = rules.map(([table, of]): [string, z.ZodType] => [table, z.strictObject(of)]);
  return Object.fromEntries(schemas) as RowSchemas;
}

/** The rows of a file, by the rules of their columns and of each other. @throws AppError 422 */
export function checkRows(lines: readonly Line[], schemas: RowSchemas): CheckedRows {
  const problems: RowProblem[] = [];
  const checked = lines.map(({ table, row }, n): Line => {
    const read = schemas[table].safeParse(row);
    if (read.success) return { table, row: read.data as Row };
    for (const issue of read.error.issues) problems.push(problemOf(issue, table, n));
    return { table, row };
  });
  if (problems.length === 0) problems.push(...problemsAmong(checked));
  if (problems.length > 0) throw wrongRows(problems);
  return withOurHashes(checked);
}

const isJapanese = (message: string): boolean => /[ぁ-ん]/.test(message);

function problemOf(issue: z.core.$ZodIssue, table: Table, n: number): RowProblem {
  const isUnknown = issue.code === 'unrecognized_keys';
  const column = isUnknown ? issue.keys.join('・').slice(0, 100) : String(issue.path[0] ?? '?');
  const known = isJapanese(issue.message) ? issue.message : '値が正しくありません。';
  return { number: n + 1, table, column, reason: isUnknown ? 'この表にない列です。' : known };
}

/** What each column cannot tell by itself. */
function problemsAmong(lines: readonly Line[]): RowProblem[] {
  const problems: RowProblem[] = [];
  const pictures = new Map<unknown, unknown>();
  const files = new Map<unknown, Set<unknown>>();
  for (const { table, row } of lines) {
    if (table === 'blobs') pictures.set(row['id'], row['sha256']);
    if (table !== 'blob_files') continue;
    files.set(row['blob_id'], (files.get(row['blob_id']) ?? new Set()).add(row['name']));
  }
  const seen = new Set<string>();
  for (const [n, { table, row }] of lines.entries()) {
    const tell = (column: string, reason: string) =>
      problems.push({ number: n + 1, table, column, reason });
    for (const column of ['id', 'token', 'email'] as const) {
      if (!isKey(table, column) || row[column] === null || row[column] === undefined) continue;
      const key = `${table} ${column} ${row[column]}`;
      if (seen.has(key)) tell(column, '同じものが、前の行にあります。');
      seen.add(key);
    }
    const [column, reason] = wrongTogether(table, row) ?? [];
    if (column && reason) tell(column, reason);
    const picture = pictures.get(row['blob_id']);
    if (table === 'items' && picture !== undefined && picture !== row['picture']) {
      tell('picture', 'この写真の要約値ではありません。');
    }
    const missing = PHOTO_FILES.filter((name) => !files.get(row['id'])?.has(name));
    if (table === 'blobs' && missing.length > 0) {
      tell('id', `${missing.join('・')} の行がありません。`);
    }
  }
  return problems;
}

const isKey = (table: Table, column: string): boolean => column !== 'email' || table === 'staffs';

/** @returns a column and the reason */
function wrongTogether(table: Table, row: Row): [string, string] | null {
  if (table === 'staffs' && row['email'] === null) {
    const isCarer = row['role'] === 'general' && row['password_hash'] === null;
    return isCarer ? null : ['email', 'メールアドレスのない職員は、管理者になれません。'];
  }
  if (table === 'residents' && (row['died_on'] === null) !== (row['letters_end'] === null)) {
    return ['letters_end', '亡くなられた日と合いません。'];
  }
  if (table === 'residents' && row['last_letter'] === 1 && row['letters_end'] === null) {
    return ['last_letter', '亡くなられた日がありません。'];
  }
  if (table !== 'families') return null;
  const [field] = Object.keys(missingFor(row as unknown as Parameters<typeof missingFor>[0]));
  return field === undefined ? null : [field, 'お届けの方法に要るものがありません。'];
}

/** A hash of another cost would slow everyone who signs in. */
function withOurHashes(lines: readonly Line[]): CheckedRows {
  let newPasswords = 0;
  const own = lines.map(({ table, row }): Line => {
    const hash = row['password_hash'];
    if (table !== 'staffs' || typeof hash !== 'string' || isOurHash(hash)) return { table, row };
    newPasswords++;
    return { table, row: { ...row, password_hash: null } };
  });
  return { lines: own, newPasswords };
}
