import type { APIRoute } from 'astro';
import { familiesTemplate } from '#domains/people/roster/roster-csv.ts';
import { requireAdminStaff } from '#domains/account/session/guards.ts';
import { csvFile } from '#lib/csv.ts';

export const GET: APIRoute = (context) => {
  requireAdminStaff(context);
  return csvFile(familiesTemplate(), 'ご家族名簿のひな形.csv');
};
