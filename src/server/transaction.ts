import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '#db/schema.ts';
import type { KyselyPlugin, RootOperationNode, Transaction } from 'kysely';
import { InsertQueryNode, TableNode, UpdateQueryNode } from 'kysely';
import type { Runtime } from './runtime.ts';

type Within = { db: Transaction<Database> };

/** The runtime inside a transaction. */
export type Tx = Runtime & Within;

type Parts = Pick<Runtime, 'db' | 'wakeMails' | 'wakeJobs'>;

/** Who has work after a commit that wrote into a table. */
const WAKES: Record<string, (rt: Parts) => void> = {
  outbox: (rt) => rt.wakeMails(),
  jobs: (rt) => rt.wakeJobs(),
};

/**
 * Runs a use case in one transaction. Inside, use the runtime that it is given: its `db` is the
 * transaction. The outer `db` throws there, as does a nested transaction. After the commit, the
 * worker looks for the mails and jobs that were written.
 * @throws whatever `run` throws; everything is rolled back then
 */
export async function inTransaction<R extends Parts, T>(
  rt: R,
  run: (tx: R & Within) => Promise<T>,
): Promise<T> {
  const written = new Set<string>();
  const result = await rt.db.transaction().execute(async (transaction) => {
    const scope = { isOpen: true };
    const db = transaction.withPlugin(noteWrites(written));
    return open.run(scope, () => run({ ...rt, db })).finally(() => (scope.isOpen = false));
  });
  for (const table of written) WAKES[table]?.(rt);
  return result;
}

/** Of the transaction under way; what it started and did not await may outlive it. */
const open = new AsyncLocalStorage<{ isOpen: boolean }>();

/** @throws Error inside a transaction: there is one connection, and waiting for it never ends. */
export function requireNoTransaction(): void {
  if (open.getStore()?.isOpen) {
    throw new Error('the outer database handle was used inside a transaction');
  }
}

const noteWrites = (written: Set<string>): KyselyPlugin => ({
  transformQuery({ node }) {
    const table = tableWritten(node);
    if (table !== undefined) written.add(table);
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
});

function tableWritten(node: RootOperationNode): string | undefined {
  const table = InsertQueryNode.is(node) ? node.into : UpdateQueryNode.is(node) && node.table;
  return table && TableNode.is(table) ? table.table.identifier.name : undefined;
}
