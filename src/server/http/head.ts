export type Headers = Readonly<Record<string, string>>;

/** Names and values in turn, as Node takes them with the least work. */
export type Head = readonly string[];

/** @param own win over `always` */
export const headOf = (always: Headers, own: Headers): Head =>
  Object.entries({ ...always, ...own }).flat();
