import { exportFamilies } from '#domains/people/roster/export-roster.ts';
import { requireAdminOfAnyHost } from '#domains/account/session/guards.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { csvFile } from '#lib/csv.ts';
import { asks } from '#server/call.ts';
import { fileRoute } from '#server/file-route.ts';

export const ALL = fileRoute(
  asks.confirmation('お届け先の一覧を受け取る', 'export.families'),
  requireAdminOfAnyHost,
  async (rt, actor) =>
    csvFile(await exportFamilies(rt, actor), `ご家族名簿_${civilDateOf(rt.clock.now())}.csv`),
);
