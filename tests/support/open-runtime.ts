/** Opens a runtime without a server; for its output and exit code. */
import { readEnv } from '#server/env.ts';
import { openRuntime } from '#server/runtime.ts';

try {
  await (await openRuntime(readEnv(process.env))).close();
} catch (error) {
  process.stderr.write(`tsukidayori: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
