import { IN_WORDS } from './in-words.ts';
import { POSTFIX } from './postfix.ts';
import { PROVIDERS } from './providers.ts';
import { SERVERS } from './servers.ts';

export const CORPUS = [...POSTFIX, ...SERVERS, ...PROVIDERS, ...IN_WORDS];
