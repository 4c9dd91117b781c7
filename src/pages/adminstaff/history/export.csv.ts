import { exportHistory } from '#domains/dashboard/history/export-history.ts';
import { requireAdminOfAnyHost } from '#domains/account/session/guards.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { csvFile } from '#lib/csv.ts';
import { asks } from '#server/call.ts';
import { fileRoute } from '#server/file-route.ts';

export const ALL = fileRoute(
  asks.nothing('export.history'),
  requireAdminOfAnyHost,
  async (rt, actor) =>
    csvFile(await exportHistory(rt, actor), `操作の記録_${civilDateOf(rt.clock.now())}.csv`),
);
