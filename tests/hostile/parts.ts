import type { HostilePart } from './part.ts';
import { quotas } from './quotas.ts';

/** In the order in which they run. */
export const PARTS: HostilePart[] = [quotas];
