import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import type { CopiedWorld } from '../../support/copied-world.ts';
import { copyWorld } from '../../support/copied-world.ts';
import { call, signIn } from '../../support/http.ts';
import { uploadByHttp } from '../../support/http-upload.ts';
import { needs } from '../../support/needs.ts';
import { onFile } from '../../support/on-file.ts';
import { noise, vary } from '../../support/pictures.ts';
import type { TestServer } from '../../support/server.ts';
import { startServer } from '../../support/server.ts';
import { DISK_MISSING, mountSmallDisk, spoolIsEmpty } from '../../support/small-disk.ts';

const disk = await mountSmallDisk();
const canRun = disk.isMounted && !onFile;
// No hook runs for tests that are skipped.
if (!canRun) await disk.unmount();
const missing = onFile
  ? 'only where nothing else is on the disk: npm run test:postgres'
  : DISK_MISSING;

/** The counterpart of full-disk.test.ts: only uploads under way are on this disk (P3). */
describe(
  'a full data folder, with the database and the photos elsewhere',
  needs(canRun, missing),
  () => {
    const world = inject('world');
    let copied: CopiedWorld;
    let server: TestServer;
    beforeAll(async () => {
      copied = await copyWorld(world, path.join(disk.folder, 'data'));
      server = await startServer(copied.dataDir, copied.settings);
    });
    afterAll(async () => {
      await server.stop();
      await copied.remove();
      await disk.unmount();
    });

    test('refuses uploads with 507 and nothing else, until there is space', async () => {
      const { cast, items, yearMonth } = world;
      const bytes = await noise();
      const uploadOne = async () => {
        const { bearer } = await signIn(server.url, cast.general.email);
        return uploadByHttp(server.url, bearer, vary(bytes));
      };
      expect(await uploadOne()).toBe(201);
      await spoolIsEmpty(copied.dataDir);
      disk.fill();
      expect(await uploadOne()).toBe(507);
      const { cookie, bearer } = await signIn(server.url, cast.admin.email);
      const tokens = { residentToken: cast.resident.token, familyToken: cast.family.token };
      const read: [string, Record<string, string>][] = [
        [paths.letter(yearMonth, tokens), {}],
        [paths.items, { Cookie: cookie }],
        [`/photos/staff/${items.own.blobId}/360.webp`, { Authorization: bearer }],
        ['/healthz', {}],
      ];
      for (const [address, headers] of read) {
        expect([address, (await call(server.url, address, { headers })).status]).toEqual([
          address,
          200,
        ]);
      }
      rmSync(path.join(disk.folder, 'others'));
      expect(await uploadOne()).toBe(201);
      expect(server.errors()).toEqual([]);
    });
  },
);
