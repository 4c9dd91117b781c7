import { AsyncLocalStorage } from 'node:async_hooks';

/** Code that was not awaited may outlive the transaction. */
export const open = new AsyncLocalStorage<{ isOpen: boolean }>();

/** @throws Error inside a transaction: with one connection, waiting for it would never end */
export function requireNoTransaction(): void {
  if (open.getStore()?.isOpen) {
    throw new Error('the outer database handle was used inside a transaction');
  }
}
