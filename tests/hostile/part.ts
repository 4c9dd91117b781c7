/** What a part of the hostile run is given. The same seed draws the same cases. */
export interface HostileOptions {
  seed: number;
  /** Cases to run; each part has its own default. */
  count: number;
}

/** What a part found. */
export interface HostileResult {
  /** Cases that ran. */
  cases: number;
  /** What did not hold, each with what is needed to repeat it. */
  broken: string[];
  /** Figures for the report, e.g. `['slowest answer, ms', 41]`. */
  figures?: [string, string | number][];
  /** Why the part did not run, e.g. a missing program. */
  skipped?: string;
}

/** One promise of docs/safety.md in its long form; `npm test` runs a short form of the same. */
export interface HostilePart {
  /** As named on the command line. */
  name: string;
  /** e.g. `P23`. */
  promise: string;
  says: string;
  count: number;
  run: (options: HostileOptions) => Promise<HostileResult>;
}
