/** The same seed draws the same cases. */
export interface HostileOptions {
  seed: number;
  /** Each part has its own default. */
  count: number;
}

export interface HostileResult {
  cases: number;
  /** Each with what is needed to repeat it. */
  broken: string[];
  /** For the report, e.g. `['slowest answer, ms', 41]`. */
  figures?: [string, string | number][];
  /** Why the part did not run. */
  skipped?: string;
}

/** The long form of a promise in docs/safety.md; `npm test` runs a short form. */
export interface HostilePart {
  name: string;
  /** e.g. `P23`. */
  promise: string;
  says: string;
  count: number;
  run: (options: HostileOptions) => Promise<HostileResult>;
}
