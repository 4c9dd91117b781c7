import type { Env } from './env.ts';

/** Loads the parser only where there is a file: it takes some megabytes. @throws EnvError */
export async function withOperator(env: Env): Promise<Env> {
  if (env.OPERATOR_FILE === undefined) return env;
  const { readOperatorFile } = await import('./operator-file.ts');
  return readOperatorFile(env, env.OPERATOR_FILE);
}
