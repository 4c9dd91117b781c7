import type { Database } from '#db/schema.ts';
import type { KyselyPlugin, RootOperationNode, Transaction } from 'kysely';
import { InsertQueryNode, TableNode, UpdateQueryNode } from 'kysely';
import type { Runtime } from './runtime.ts';
import { open } from './transaction-scope.ts';

type Within = { db: Transaction<Database> };

export type Tx = Runtime & Within;

type Parts = Pick<Runtime, 'db' | 'wakeMails' | 'wakeJobs'>;

/** What to wake after a commit that wrote to a table. */
const WAKES: Record<string, (rt: Parts) => void> = {
  outbox: (rt) => rt.wakeMails(),
  jobs: (rt) => rt.wakeJobs(),
  line_events: (rt) => rt.wakeJobs(),
};

/**
 * Runs a use case in one transaction and wakes the workers after it; the outer `db` throws inside.
 * @throws whatever `run` throws, after a rollback
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
