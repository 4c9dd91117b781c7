/** `filter`, where the answer may come later. */
export async function filterLater<T>(all: T[], test: (one: T) => Promise<boolean>): Promise<T[]> {
  const kept = await Promise.all(all.map(async (one) => test(one)));
  return all.filter((_, index) => kept[index]);
}
