import type { APIRoute } from 'astro';
import { paths } from '#lib/paths.ts';

/** The guard has run. */
export const GET: APIRoute = ({ redirect }) => redirect(paths.items, 302);
