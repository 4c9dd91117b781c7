import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { call } from '../support/http.ts';
import { needs } from '../support/needs.ts';
import { startServer } from '../support/server.ts';

const FULL = '/dev/full';

/** A log on a full disk. */
test(
  'a log that cannot be written stops nothing',
  needs(existsSync(FULL), 'no /dev/full here'),
  async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-log-'));
    const server = await startServer(folder, { LOG_LEVEL: 'debug' }, { logsTo: FULL });
    for (const path of ['/', '/nowhere', '/healthz']) {
      expect((await call(server.url, path, { fresh: true })).status).toBeLessThan(500);
    }
    expect(await server.stop()).toBe(0);
    await rm(folder, { recursive: true });
  },
);
