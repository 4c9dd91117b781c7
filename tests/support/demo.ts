import { mkdir } from 'node:fs/promises';
import { systemClock } from '#server/clock.ts';
import { markFolder } from '#server/demo-folder.ts';
import { readEnv } from '#server/env.ts';
import type { Runtime } from '#server/runtime.ts';
import { openRuntime } from '#server/runtime.ts';

/** A new demo folder without the hundred and fifty drawings. */
export async function openDemo(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<Runtime> {
  await mkdir(dataDir, { recursive: true });
  markFolder(dataDir);
  const env = readEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...settings });
  return openRuntime(env, systemClock, 'demo');
}
