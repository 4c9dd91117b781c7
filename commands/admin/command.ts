import type { Runtime } from '../../src/server/runtime.ts';

/** What was typed after a command's name. */
interface Typed {
  words: string[];
  options: Record<string, string | undefined>;
}

/** One command of the operator. */
export interface Command {
  /** What follows its name, as the help shows it. */
  takes: string;
  /** One line of the help. */
  says: string;
  /** @returns what to print. @throws Refused, AppError with a Japanese sentence */
  run: (rt: Runtime, typed: Typed) => Promise<string>;
}
