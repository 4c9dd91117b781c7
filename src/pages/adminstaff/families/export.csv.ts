import type { APIRoute } from 'astro';
import { exportFamilies } from '#domains/people/roster/export-roster.ts';
import { requireAdminOfAnyHost } from '#domains/account/session/guards.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { csvFile } from '#lib/csv.ts';
import { runtime } from '#server/runtime.ts';

export const GET: APIRoute = async (context) => {
  const actor = requireAdminOfAnyHost(context);
  const rt = await runtime();
  const csv = await exportFamilies(rt, actor);
  return csvFile(csv, `ご家族名簿_${civilDateOf(rt.clock.now())}.csv`);
};
