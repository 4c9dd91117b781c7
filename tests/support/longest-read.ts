/** What normalizes, matches or takes apart a text. */
const READERS = {
  text: [
    ...['normalize', 'trim', 'trimStart', 'trimEnd', 'toLowerCase', 'toUpperCase', 'split'],
    ...['replace', 'replaceAll', 'match', 'matchAll', 'search', 'isWellFormed', 'toWellFormed'],
    Symbol.iterator,
  ],
  pattern: ['exec', 'test', Symbol.replace, Symbol.match, Symbol.matchAll, Symbol.split],
} as const;

/** @returns the length of the longest text that was read meanwhile */
export function longestRead(parse: () => unknown): number {
  let longest = 0;
  const heard = (text: unknown): void => {
    if (typeof text === 'string') longest = Math.max(longest, text.length);
  };
  const spies = [
    ...READERS.text.map((name) => ({ of: String.prototype, name, isText: true })),
    ...READERS.pattern.map((name) => ({ of: RegExp.prototype, name, isText: false })),
  ].map(({ of, name, isText }) => {
    const methods = of as unknown as Record<PropertyKey, (...given: unknown[]) => unknown>;
    const method = methods[name];
    if (!method) throw new Error(`no ${String(name)}`);
    methods[name] = function (this: unknown, ...given: unknown[]) {
      heard(isText ? String(this) : given[0]);
      return method.apply(this, given);
    };
    return () => (methods[name] = method);
  });
  try {
    parse();
  } finally {
    for (const restore of spies) restore();
  }
  return longest;
}
