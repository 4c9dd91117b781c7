/**
 * Test files that `npm run test:postgres` leaves out, with the reason: they are about the database's
 * file or the data folder alone. Single tests say so themselves (`onlyOnFile`).
 */
export const OF_THE_FILE: Record<string, string> = {
  'tests/integration/backup.test.ts': 'backups copy the file; elsewhere they are pg_dump’s',
  'tests/integration/backup-commands.test.ts': 'the commands of such backups',
  'tests/integration/copies.test.ts': 'copies of such backups',
  'tests/engines/integration/copies.test.ts': 'copies of such backups',
  'tests/engines/integration/copy-disk.test.ts': 'copies of such backups',
  'tests/integration/copy-rules.test.ts': 'copies of such backups',
  'tests/integration/query-plans.test.ts': 'asks SQLite for its query plans',
  'tests/engines/access/full-disk.test.ts':
    'the disk of file and photos; it has a reserve for the file',
  'tests/engines/access/power-cut.test.ts': 'the order of system calls that write file and folder',
  'tests/access/rehearsal.test.ts': 'rehearsals restore a backup of the file',
  'tests/engines/access/rehearsal-full-disk.test.ts': 'the same',
  'tests/engines/access/bucket-commands.test.ts':
    'a file and a bucket, in every run; backups of the file',
  'tests/engines/access/bucket-full-disk.test.ts': 'a file and a bucket, in every run',
  'tests/engines/access/bucket-links.test.ts': 'a file and a bucket, in every run',
  'tests/engines/access/bucket-power-cut.test.ts':
    'the order in which a file and a bucket are written',
  'tests/engines/access/bucket-wrong.test.ts': 'a file and a bucket, in every run',
  'tests/engines/access/restore-elsewhere.test.ts':
    'restores into PostgreSQL, which it starts itself, in every run',
};
