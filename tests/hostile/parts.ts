import { familyViews } from './family-views.ts';
import type { HostilePart } from './part.ts';
import { payloads } from './payloads.ts';
import { spellings } from './paths.ts';

/** In the order in which they run. */
export const PARTS: HostilePart[] = [spellings, payloads, familyViews];
