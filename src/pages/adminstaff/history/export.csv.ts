import type { APIRoute } from 'astro';
import { requireAdminOfAnyHost } from '#domains/account/session/guards.ts';
import { exportHistory } from '#domains/dashboard/history/export-history.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { csvFile } from '#lib/csv.ts';
import { runtime } from '#server/runtime.ts';

export const GET: APIRoute = async (context) => {
  const actor = requireAdminOfAnyHost(context);
  const rt = await runtime();
  const csv = await exportHistory(rt, actor);
  return csvFile(csv, `操作の記録_${civilDateOf(rt.clock.now())}.csv`);
};
