import { authority } from './authority.ts';
import { deploy } from './deploy.ts';
import { lettersSent } from './letters-sent.ts';
import type { Part } from './part.ts';
import { TROUBLES } from './troubles.ts';

export const PARTS: readonly Part[] = [...TROUBLES, authority, lettersSent, deploy];
