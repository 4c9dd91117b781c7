import { afterAll, beforeAll, expect, inject } from 'vitest';
import type { OpenSite, Site } from '../support/open-site.ts';
import { openSite } from '../support/open-site.ts';
import type { ServerOptions } from '../support/server.ts';

export type { Site, Who } from '../support/open-site.ts';
export { CAST } from '../support/open-site.ts';

/** A server for this file, which must log no error and exit cleanly. */
export function useSite(
  settings: Record<string, string> = {},
  options: ServerOptions = {},
): () => Site {
  let site: OpenSite | undefined;
  beforeAll(async () => {
    site = await openSite(inject('world'), settings, options);
  });
  afterAll(async () => {
    expect(await site?.close(), 'exit code').toBe(0);
    expect(site?.server.errors(), 'errors in the log').toEqual([]);
  });
  return () => {
    if (!site) throw new Error('the server has not started');
    return site;
  };
}
