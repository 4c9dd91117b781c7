import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deleteItem } from '#domains/item/delete-items.ts';

import { insertBlobFiles } from '#domains/photo/photo-rows.ts';
import { maintain } from '#entry/maintenance.ts';
import { upgradeDatabase } from '#server/sqlite/upgrade.ts';
import type { Cast } from '../support/cast.ts';
import { makeCast, signedIn } from '../support/cast.ts';
import { DAY } from '../support/clock.ts';
import { makeOldDatabase } from '../support/old-database.ts';
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

describe('an upgrade', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-bytes-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('recomputes wrong sums, and marks which pending mails are urgent', async () => {
    const file = await makeOldDatabase(folder, '0011_leave_answers_out');
    const before = new BetterSqlite3(file);
    before.exec(`UPDATE hosts SET stored_bytes = 123456;
      INSERT INTO outbox (id, host_id, kind, recipient, subject, text, html, message_id, next_attempt_at, created_at)
        SELECT 'm-' || value, NULL, value, 'b@example.jp', 's', 't', 'h', 'id-' || value, 'now', 'now'
        FROM json_each('["delivery", "delivery_test", "contact", "password_reset", "host_sign_up"]')`);
    before.close();
    await upgradeDatabase(file, { copies: path.join(folder, 'backups') });
    const after = new BetterSqlite3(file, { readonly: true });
    const read = (query: string) => after.prepare(query).raw().all();
    expect(read('SELECT id, stored_bytes FROM hosts ORDER BY id')).toEqual([
      ['h1', 97],
      ['h2', 0],
    ]);
    expect(read(`SELECT kind, queue FROM outbox WHERE is_urgent = 0 ORDER BY kind`)).toEqual([
      ['contact', ''],
      ['delivery', ''],
      ['delivery_test', ''],
    ]);
    expect(read(`SELECT queue FROM outbox WHERE id = 'm1'`)).toEqual([['h1']]);
    after.close();
  });
});
