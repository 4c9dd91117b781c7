import BetterSqlite3 from 'better-sqlite3';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { migrations } from '#db/migrations/index.ts';
import { ownTables } from '#db/own-tables.ts';
import { upgradeDatabase } from '#server/sqlite/upgrade.ts';

export const VERSIONS = Object.keys(migrations);

const NOW = "'2026-10-17T03:00:00.000Z'";

/** At least one row of every table, by the migration that created it. */
const ROWS: Record<string, string[]> = {
  '0001_create_people': [
    `INSERT INTO hosts (id, name, created_at) VALUES ('h1', 'ひだまりの家', ${NOW}), ('h2', '青空ホーム', ${NOW})`,
    `INSERT INTO staffs (id, host_id, email, name, name_kana, role, created_at)
       VALUES ('s1', 'h1', 'a@example.jp', '高橋 恵', 'タカハシ メグミ', 'admin', ${NOW})`,
    `INSERT INTO sessions (id, staff_id, host_id, created_at, expires_at)
       VALUES ('x1', 's1', 'h1', ${NOW}, ${NOW})`,
    `INSERT INTO one_time_tokens (hash, purpose, host_id, staff_id, email, expires_at, created_at)
       VALUES ('t1', 'password', 'h1', 's1', 'a@example.jp', ${NOW}, ${NOW})`,
    `INSERT INTO invitations VALUES ('h1', 'i1', 'sealed', ${NOW}, ${NOW})`,
    `INSERT INTO residents (id, host_id, name, token, created_at) VALUES ('r1', 'h1', '佐藤 ハル', 'tr1', ${NOW})`,
    `INSERT INTO residents (id, host_id, name, photo_consent, photos_hidden, token, created_at)
       VALUES ('r2', 'h1', '斎藤 タケ', 0, 1, 'tr2', ${NOW})`,
    `INSERT INTO families (id, host_id, resident_id, name, delivery, token, created_at)
       VALUES ('f1', 'h1', 'r1', '佐藤 一郎', 'link', 'tf1', ${NOW})`,
  ],
  '0002_create_photos': [
    `INSERT INTO blobs (id, host_id, filename, content_type, byte_size, checksum, state, created_at, slot_expires_at)
       VALUES ('b1', 'h1', 'IMG_0001.jpg', 'image/jpeg', 9, 'c', 'ready', ${NOW}, ${NOW})`,
    `INSERT INTO blob_files VALUES ('b1', '360.webp', 'h1', 7, 'hash'), ('b1', 'master.jpg', 'h1', 90, 'hash')`,
    `INSERT INTO items (id, host_id, resident_id, blob_id, picture, taken_on, created_at)
       VALUES ('i1', 'h1', 'r1', 'b1', 'p', '2026-10-01', ${NOW})`,
  ],
  '0003_create_letters': [
    `INSERT INTO letters VALUES ('h1', 202610, '10月号', '秋です', 'i1', 1, ${NOW})`,
    `INSERT INTO letter_reads VALUES ('h1', 'f1', 202609, ${NOW}, NULL)`,
    `INSERT INTO delivery_settings (host_id) VALUES ('h1')`,
    `INSERT INTO deliveries VALUES ('h1', 'f1', 202609, NULL, ${NOW})`,
  ],
  '0004_create_operations': [
    `INSERT INTO outbox (id, host_id, kind, recipient, subject, text, html, message_id, next_attempt_at, created_at)
       VALUES ('m1', 'h1', 'test', 'a@example.jp', 's', 't', 'h', 'id1', ${NOW}, ${NOW})`,
    `INSERT INTO jobs (id, host_id, kind, payload, run_at, created_at) VALUES ('j1', 'h1', 'k', '{}', ${NOW}, ${NOW})`,
    `INSERT INTO rate_limits VALUES ('k', 1, ${NOW})`,
    `INSERT INTO contacts VALUES ('c1', '山田', 'y@example.jp', '質問', ${NOW})`,
    `INSERT INTO audit_logs VALUES ('a1', 'h1', 's1', 'session.started', NULL, ${NOW})`,
  ],
  '0028_share_devices': [
    `INSERT INTO staffs (id, host_id, name, name_kana, role, created_at)
       VALUES ('s2', 'h1', '清水 あかり', 'シミズ アカリ', 'general', ${NOW})`,
    `INSERT INTO shared_devices VALUES ('d1', 'h1', '2階のスマホ', 'th', 0, 's1', NULL, ${NOW}, ${NOW})`,
    `INSERT INTO shared_device_people VALUES ('h1', 'd1', 's2')`,
    `INSERT INTO pins VALUES ('s2', 'h1', 'hash', 0, NULL, ${NOW})`,
    `INSERT INTO pin_tries VALUES ('d1', 's2', 2)`,
    `INSERT INTO sessions (id, staff_id, host_id, created_at, expires_at, device_id, by_pin, used_at)
       VALUES ('x2', 's2', 'h1', ${NOW}, ${NOW}, 'd1', 1, ${NOW})`,
  ],
  '0022_write_notes': [
    `INSERT INTO letter_notes VALUES ('h1', 'r1', 202610, 'お元気です。', 1, 's1', ${NOW})`,
    `INSERT INTO letter_checks VALUES ('h1', 'r2', 202610, ${NOW}, 's1', '入院中', ${NOW}, 's1')`,
  ],
  '0032_sign_the_operator_in': [
    `INSERT INTO operators VALUES ('o1', 'unei@example.jp', 'hash', ${NOW})`,
    `INSERT INTO operator_sessions VALUES ('os1', 'o1', ${NOW}, ${NOW})`,
    `INSERT INTO one_time_tokens (hash, purpose, email, expires_at, created_at)
       VALUES ('t2', 'operator', '', ${NOW}, ${NOW})`,
  ],
  '0038_join_line': [
    `INSERT INTO line_accounts VALUES ('h1', 'f1', 'account', 'U1', ${NOW})`,
    `INSERT INTO line_codes VALUES ('lc1', 'h1', 'f1', NULL, ${NOW}, ${NOW})`,
    `INSERT INTO line_events VALUES ('e1', ${NOW}, NULL, 0)`,
    `INSERT INTO line_stops VALUES ('account', ${NOW})`,
  ],
  '0027_hand_over_letters': [
    `INSERT INTO handovers VALUES ('h1', 'f1', 202609, 'link', ${NOW}, 's1')`,
  ],
};

const upTo = (version: string) =>
  Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= version));

/** A database of that version, with rows in all its tables. */
export async function makeOldDatabase(folder: string, version: string): Promise<string> {
  const file = path.join(folder, 'tsukidayori.sqlite');
  for (const name of VERSIONS.slice(0, VERSIONS.indexOf(version) + 1)) {
    await upgradeDatabase(file, { copies: path.join(folder, 'while-making'), to: upTo(name) });
    const sqlite = new BetterSqlite3(file);
    for (const statement of ROWS[name] ?? []) sqlite.exec(statement);
    sqlite.close();
  }
  rmSync(path.join(folder, 'while-making'), { recursive: true, force: true });
  return file;
}

type Rows = Record<string, Record<string, unknown>[]>;

/** Everything that users have entered. */
export function readRows(file: string): Rows {
  const sqlite = new BetterSqlite3(file, { readonly: true });
  const rows = ownTables(sqlite).map((name) => [
    name,
    sqlite.prepare(`SELECT * FROM ${name}`).all(),
  ]);
  sqlite.close();
  return Object.fromEntries(rows) as Rows;
}
