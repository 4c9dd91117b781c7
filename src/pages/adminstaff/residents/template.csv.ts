import type { APIRoute } from 'astro';
import { residentsTemplate } from '#domains/people/resident-csv.ts';
import { requireAdminStaff } from '#domains/account/session/guards.ts';
import { csvFile } from '#lib/csv.ts';

export const GET: APIRoute = (context) => {
  requireAdminStaff(context);
  return csvFile(residentsTemplate(), '入居者名簿のひな形.csv');
};
