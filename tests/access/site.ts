import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import type { Site } from '../support/open-site.ts';
import { openSite } from '../support/open-site.ts';
import type { ServerOptions } from '../support/server.ts';

export type { Site, Who } from '../support/open-site.ts';
export { CAST } from '../support/open-site.ts';

/** A server of this file's own; no test may leave an error in its log. */
export function useSite(
  settings: Record<string, string> = {},
  options: ServerOptions = {},
): () => Site {
  let site: Site | undefined;
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-site-'));
    site = await openSite(inject('world'), folder, settings, options);
  });
  afterAll(async () => {
    expect(await site?.close(), 'exit code').toBe(0);
    await rm(folder, { recursive: true, force: true });
    expect(site?.server.errors(), 'errors in the log').toEqual([]);
  });
  return () => {
    if (!site) throw new Error('the server has not started');
    return site;
  };
}
