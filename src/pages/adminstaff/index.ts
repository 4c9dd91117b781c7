import type { APIRoute } from 'astro';
import { paths } from '#lib/paths.ts';

/** Work begins with the photos; the guard has seen who asks. */
export const GET: APIRoute = ({ redirect }) => redirect(paths.items, 302);
