import ts from 'typescript';

/** Whether a module waits before it is done, outside of any function. */
export function awaitsAtTop(code: string, name = 'module.tsx'): boolean {
  const waits = (node: ts.Node): boolean => {
    if (ts.isFunctionLike(node)) return false;
    if (ts.isAwaitExpression(node)) return true;
    if (ts.isForOfStatement(node) && node.awaitModifier !== undefined) return true;
    return ts.forEachChild(node, waits) ?? false;
  };
  return waits(ts.createSourceFile(name, code, ts.ScriptTarget.Latest));
}
