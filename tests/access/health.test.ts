import { randomBytes } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { dataPaths } from '#server/data-folder.ts';
import { copyWorld } from '../support/copied-world.ts';
import { breakServer } from '../support/broken-server.ts';
import { onlyOnFile } from '../support/on-file.ts';

test(
  'a server is unhealthy once its database is corrupt',
  onlyOnFile('the bytes of the file'),
  async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-health-'));
    const copied = await copyWorld(inject('world'), folder);
    onTestFinished(copied.remove);
    const { database } = dataPaths(folder);
    const spoil = () => writeFileSync(database, randomBytes(statSync(database).size));
    const { server, health } = await breakServer(copied, spoil);
    expect(health).toEqual([200, 503]);
    await server.stop('SIGKILL');
  },
);
