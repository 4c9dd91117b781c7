import type BetterSqlite3 from 'better-sqlite3';
import type { Verification } from './findings.ts';

export function findDatabaseFaults(db: BetterSqlite3.Database, { findings }: Verification): void {
  const lines = (db.pragma('integrity_check') as { integrity_check: string }[]).map(
    ({ integrity_check }) => integrity_check,
  );
  for (const detail of lines.filter((line) => line !== 'ok')) {
    findings.push({ kind: 'database', what: 'tsukidayori.sqlite', detail });
  }
  const violations = db.pragma('foreign_key_check') as { table: string; rowid: number | null }[];
  for (const { table, rowid } of violations) {
    findings.push({
      kind: 'database',
      what: `row ${rowid ?? '?'} of ${table}`,
      detail: 'has a dangling reference',
    });
  }
}
