import type { Part } from './part.ts';
import { TROUBLES } from './troubles.ts';

export const PARTS: readonly Part[] = [...TROUBLES];
