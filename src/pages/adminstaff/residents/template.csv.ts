import { rosterTemplate } from '#domains/people/roster/roster-csv.ts';
import { requireAdminStaff } from '#domains/account/session/guards.ts';
import { csvFile } from '#lib/csv.ts';
import { READS, asks } from '#server/call.ts';
import { fileRoute } from '#server/file-route.ts';

export const ALL = fileRoute(asks.nothing(READS), requireAdminStaff, () =>
  csvFile(rosterTemplate(), '名簿のひな形.csv'),
);
