/** The start of a server without the server: what it says and how it ends. */
import { readEnv } from '#server/env.ts';
import { openRuntime } from '#server/runtime.ts';

try {
  await (await openRuntime(readEnv(process.env))).close();
} catch (error) {
  process.stderr.write(`tsukidayori: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
