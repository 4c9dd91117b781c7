import type { Runtime } from '#server/runtime.ts';

interface Typed {
  words: string[];
  options: Record<string, string | undefined>;
  flags: Record<'short' | 'take-back' | 'dry-run', boolean>;
}

/** Output with an exit code, for scripts. */
export interface Said {
  code: number;
  out: string;
}

export interface Command {
  takes: string;
  says: string;
  /** @returns the output. @throws Refused, AppError with a Japanese message */
  run: (rt: Runtime, typed: Typed) => Promise<string | Said>;
}
