import type { APIRoute } from 'astro';
import { exportResidents } from '#domains/people/roster/export-roster.ts';
import { requireAdminOfAnyHost } from '#domains/account/session/guards.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { csvFile } from '#lib/csv.ts';
import { runtime } from '#server/runtime.ts';

export const GET: APIRoute = async (context) => {
  const actor = requireAdminOfAnyHost(context);
  const rt = await runtime();
  const csv = await exportResidents(rt, actor);
  return csvFile(csv, `入居者名簿_${civilDateOf(rt.clock.now())}.csv`);
};
