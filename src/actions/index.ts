import { session } from './session.ts';

export const server = { session };
