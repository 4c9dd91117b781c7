import type { KyselyPlugin, RootOperationNode } from 'kysely';

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Whether a query asks for `in ()`, at any depth: Kysely's own plugin skips what is nested. */
function hasEmptyList(value: unknown): boolean {
  if (!isNode(value)) return false;
  const { kind, operator, rightOperand } = value;
  if (kind === 'BinaryOperationNode' && isNode(rightOperand) && isNode(operator)) {
    const { values } = rightOperand;
    const isIn = operator['operator'] === 'in' || operator['operator'] === 'not in';
    if (isIn && Array.isArray(values) && values.length === 0) return true;
  }
  return Object.values(value).some(hasEmptyList);
}

/** SQLite takes an empty list, and PostgreSQL does not: so no query of a test may have one. */
export const noEmptyLists: KyselyPlugin = {
  transformQuery({ node }): RootOperationNode {
    if (hasEmptyList(node)) throw new Error('a query has an empty list: in ()');
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
};
