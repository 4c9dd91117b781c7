import { brokenExchanges } from './broken-exchanges.ts';
import type { HostilePart } from './part.ts';
import { slowClients } from './slow-clients.ts';

/** In the order in which they run. */
export const PARTS: HostilePart[] = [brokenExchanges, slowClients];
