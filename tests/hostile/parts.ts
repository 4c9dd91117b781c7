import { familyViews } from './family-views.ts';
import type { HostilePart } from './part.ts';

/** In the order in which they run. */
export const PARTS: HostilePart[] = [familyViews];
