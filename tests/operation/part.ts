import { spawnSync } from 'node:child_process';

/** Says what it proves, or why it is skipped. @throws if something does not hold */
export type Part = () => Promise<void> | void;

export const proved = (what: string): void => console.log(`  ${what}`);
export const skip = (reason: string): void => console.log(`  skipped: ${reason}`);

/** What a machine must have for a part. @returns why it cannot run, or null */
export function whyNot(...tools: string[]): string | null {
  if (process.platform !== 'linux') return 'needs Linux';
  if (process.getuid?.() !== 0) return 'needs root';
  const missing = tools.filter((tool) => spawnSync('which', [tool]).status !== 0);
  return missing.length === 0 ? null : `needs ${missing.join(', ')} (Debian's packages)`;
}

/** Only what hangs takes longer. */
export const LONGEST_MS = 600_000;

/** @returns its output without the last line's end; its error output goes into the error */
export function run(program: string, args: string[], input?: string): string {
  const { status, signal, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    input,
    maxBuffer: 2 ** 28,
    timeout: LONGEST_MS,
  });
  if (status === 0) return stdout.trimEnd();
  const said = `${stdout}\n${stderr}`.trim().slice(-2000);
  throw new Error(`${program} ${args.join(' ')} → ${status ?? signal ?? error?.message}: ${said}`);
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** @throws with the last error if it fails for two minutes */
export async function eventually<T>(what: () => T | Promise<T>): Promise<T> {
  const until = performance.now() + 120_000;
  for (;;) {
    try {
      return await what();
    } catch (error) {
      if (performance.now() > until) throw error;
      await pause(100);
    }
  }
}
