import type { APIRoute } from 'astro';
import { familiesTemplate } from '#features/roster/roster-csv.ts';
import { requireAdminStaff } from '#features/session/guards.ts';
import { csvFile } from '#lib/csv.ts';

export const GET: APIRoute = (context) => {
  requireAdminStaff(context);
  return csvFile(familiesTemplate(), 'ご家族名簿のひな形.csv');
};
