import type { CallContext, Who } from '#server/call.ts';
import { runtime } from '#server/runtime.ts';
import type { Link } from './link.service.ts';
import { requireLink } from './link.service.ts';

/** The guard of family calls. @throws AppError 401, 429 */
export const requireLetterLink = async ({ url }: CallContext): Promise<Link> =>
  requireLink(await runtime(), url.searchParams);
requireLetterLink.who = 'family' as Who;
