import type { APIContext } from 'astro';
import type { Who } from '../../server/endpoint.ts';
import { runtime } from '../../server/runtime.ts';
import type { Link } from './link.service.ts';
import { requireLink } from './link.service.ts';

/** The guard of family calls. @throws AppError 401, 429 */
export const requireLetterLink = async ({ url }: APIContext): Promise<Link> =>
  requireLink(await runtime(), url.searchParams);
requireLetterLink.who = 'family' as Who;
