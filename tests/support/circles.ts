/** Files that reach each other by their imports, each group sorted. @param importsOf of a file */
export function circlesOf(
  files: readonly string[],
  importsOf: (file: string) => readonly string[],
): string[][] {
  const reached = new Map(files.map((file) => [file, reachedFrom(file, importsOf)]));
  const circles = files
    .filter((file) => reached.get(file)?.has(file))
    .map((file) => files.filter((one) => meet(reached, file, one)).toSorted());
  return [...new Map(circles.map((circle) => [circle.join(), circle])).values()];
}

function reachedFrom(file: string, importsOf: (file: string) => readonly string[]): Set<string> {
  const seen = new Set<string>();
  const open = [...importsOf(file)];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...importsOf(next));
  }
  return seen;
}

const meet = (reached: Map<string, Set<string>>, a: string, b: string): boolean =>
  reached.get(a)?.has(b) === true && reached.get(b)?.has(a) === true;
