import type { BinaryOperationNode } from 'kysely';
import { OperatorNode, PostgresQueryCompiler, PrimitiveValueListNode } from 'kysely';

/** SQLite knows empty lists, PostgreSQL does not: nothing is in them. */
export class Compiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand: list } = node;
    const isEmpty = PrimitiveValueListNode.is(list) && list.values.length === 0;
    if (!isEmpty || !OperatorNode.is(operator)) super.visitBinaryOperation(node);
    else if (operator.operator === 'in') this.append('false');
    else if (operator.operator === 'not in') this.append('true');
    else super.visitBinaryOperation(node);
  }
}
