import { rmSync } from 'node:fs';
import type { Rehearsal } from '#server/copies/state.ts';
import type { Env } from '#server/env.ts';
import { rehearsalFolderOf } from '#server/rehearsal-folder.ts';
import type { RehearsalOptions } from './rehearse.ts';
import { rehearse } from './rehearse.ts';

const MIB = 1024 * 1024;

function lineOf({ outcome, set, error, files, bytes, seconds, photos }: Rehearsal): string {
  if (outcome !== 'good') return `Rehearsal ${outcome}: ${set ?? ''} ${error ?? ''}`;
  const letter =
    photos === null ? 'no family has a letter yet' : `a letter opened with ${photos} photos`;
  return `Rehearsal good: ${set ?? ''} was restored (${files} files, ${(bytes / MIB).toFixed(1)} MiB, ${seconds} s) and verified; ${letter}`;
}

/** `backup rehearse [--from PLACE]`. @returns the exit code. @throws Error with one line */
export async function rehearseCommand(env: Env, options: RehearsalOptions): Promise<number> {
  endCleanly(env);
  const rehearsal = await rehearse(env, options);
  (rehearsal.outcome === 'good' ? console.log : console.error)(lineOf(rehearsal));
  return rehearsal.outcome === 'failed' ? 1 : 0;
}

/** At shutdown; its server ends with this process. */
function endCleanly(env: Env): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      rmSync(rehearsalFolderOf(env), { recursive: true, force: true, maxRetries: 3 });
      process.exit(1);
    });
  }
}
