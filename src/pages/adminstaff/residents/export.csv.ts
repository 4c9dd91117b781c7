import { exportResidents } from '#domains/people/roster/export-roster.ts';
import { requireAdminOfAnyHost } from '#domains/account/session/guards.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { csvFile } from '#lib/csv.ts';
import { asks } from '#server/call.ts';
import { fileRoute } from '#server/file-route.ts';

export const ALL = fileRoute(
  asks.confirmation('入居者の一覧を受け取る', 'export.residents'),
  requireAdminOfAnyHost,
  async (rt, actor) =>
    csvFile(await exportResidents(rt, actor), `入居者名簿_${civilDateOf(rt.clock.now())}.csv`),
);
