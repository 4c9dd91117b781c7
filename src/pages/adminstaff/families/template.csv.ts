import type { APIRoute } from 'astro';
import { rosterTemplate } from '#domains/people/roster/roster-csv.ts';
import { requireAdminStaff } from '#domains/account/session/guards.ts';
import { csvFile } from '#lib/csv.ts';

export const GET: APIRoute = (context) => {
  requireAdminStaff(context);
  return csvFile(rosterTemplate(), '名簿のひな形.csv');
};
