import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { deleteItem } from '#domains/item/delete-items.ts';

import { insertBlobFiles } from '#domains/photo/photo-rows.ts';
import { maintain } from '#entry/maintenance.ts';
import type { Cast } from '../support/cast.ts';
import { makeCast, signedIn } from '../support/cast.ts';
import { DAY } from '../support/clock.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { drainJobs, renderPhoto, uploadPhoto } from '../support/uploads.ts';

describe("a facility's bytes", () => {
  let rt: TestRuntime;
  let cast: Cast;
  beforeEach(async () => {
    rt = await makeRuntime();
    cast = await makeCast(rt);
  });

  /** The host's total, and the sum of its files. */
  async function bytes() {
    const { rows } = await sql<{ kept: number; counted: number }>`SELECT stored_bytes AS kept,
      coalesce((SELECT sum(byte_size) FROM blob_files WHERE host_id = hosts.id), 0) AS counted
      FROM hosts WHERE id = ${cast.host.id}`.execute(rt.db);
    return rows[0];
  }

  test('are the sum of its files, even if recorded twice', async () => {
    const actor = await signedIn(rt, cast.general);
    const item = await uploadPhoto(rt, actor);
    await drainJobs(rt);
    const { blob_id: blobId } = await rt.db
      .selectFrom('items')
      .select('blob_id')
      .where('id', '=', item.id)
      .executeTakeFirstOrThrow();
    const first = await bytes();
    expect(first?.kept).toBe(first?.counted);
    expect(first?.kept).toBeGreaterThan(0);

    for (const byteSize of [5000, 7, 90_000]) {
      const files = new Map([
        ['360.webp', { byteSize, sha256: 'x' }],
        ['new.webp', { byteSize: byteSize * 2, sha256: 'y' }],
      ]);
      await insertBlobFiles(rt.db, { id: blobId, hostId: cast.host.id }, files);
      const now = await bytes();
      expect(now?.kept).toBe(now?.counted);
    }
    await renderPhoto(rt, blobId);
    await deleteItem(rt, actor, item.id);
    for (let day = 0; day < 3; day++) {
      rt.clock.advance(DAY);
      await maintain(rt);
    }
    expect(await bytes()).toEqual({ kept: 0, counted: 0 });
  });
});
