import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { dataPaths } from '#server/data-folder.ts';
import { RUN_FOLDER } from './world-file.ts';

const PERSONAL = {
  residents: ['name', 'name_kana', 'token'],
  families: ['name', 'email', 'token'],
  staffs: ['name', 'email'],
  hosts: ['name'],
  contacts: ['name', 'email'],
  outbox: ['recipient'],
};
/** Shorter ones would be found in any text. */
const SHORTEST = 4;

/** Whatever all stories did, the server's log names nobody, and holds no link. @throws otherwise */
export default function checkLog(): void {
  const paths = dataPaths(path.join(RUN_FOLDER, 'data'));
  const text = readdirSync(paths.logs)
    .map((name) => readFileSync(path.join(paths.logs, name), 'utf8'))
    .join('');
  if (!text.includes('"msg":"request"')) throw new Error('the log has no requests');
  const db = new BetterSqlite3(paths.database, { readonly: true });
  const personal = Object.entries(PERSONAL).flatMap(([table, columns]) =>
    columns.flatMap((column) =>
      db.prepare<[], string | null>(`SELECT ${column} FROM ${table}`).pluck().all(),
    ),
  );
  db.close();
  const words = [...new Set(personal)].filter((word) => word !== null && word.length >= SHORTEST);
  if (words.length < 20) throw new Error('the stories left no one to look for');
  const told = words.filter((word) => text.includes(word ?? ''));
  const links = text.match(/https?:\/\/[^\s"]*(?:token=|\/letters\/)[^\s"]*/g) ?? [];
  if (told.length + links.length > 0) {
    throw new Error(`the log holds ${[...told, ...links].slice(0, 5).join(', ')}`);
  }
}
