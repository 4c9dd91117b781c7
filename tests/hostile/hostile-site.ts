import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Site } from '../support/open-site.ts';
import { openSite } from '../support/open-site.ts';
import type { ServerOptions } from '../support/server.ts';
import { makeWorld } from '../support/world.ts';

/** Runs a part on its own server. @returns its result, and errors of the server itself */
export async function onSite<Result>(
  settings: Record<string, string>,
  run: (site: Site) => Promise<Result>,
  options: ServerOptions = {},
): Promise<{ result: Result; faults: string[] }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-hostile-'));
  try {
    const site = await openSite(await makeWorld(folder), settings, options);
    const result = await run(site).finally(() => site.close());
    const { exitCode } = site.server.child;
    const faults = exitCode === 0 ? [] : [`the server ended with ${String(exitCode)}`];
    return { result, faults: [...faults, ...site.server.errors()] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
