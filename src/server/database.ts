import type { Database } from '#db/schema.ts';
import type { Kysely } from 'kysely';

export type Db = Kysely<Database>;

/** A database with what differs between engines besides their SQL. */
export interface OpenDatabase {
  db: Db;
  /** For letters and pictures: it only reads, and waits for no write. */
  readConnection: Db;
  /** Reads and writes it for real. @throws whatever is wrong */
  check: () => Promise<void>;
  sizeBytes: () => Promise<number>;
  /** Keeps space for small writes on a full disk (P3). */
  takeRoomToWrite: () => Promise<void>;
  /** Leaves nothing of what was deleted in its files. @returns false while others read it */
  forgetDeleted: () => Promise<boolean>;
  close: () => Promise<void>;
}

/** A database of any version that this program knows, to compare its rows with files. */
export interface CheckedDatabase {
  db: Db;
  /** What is wrong with the database itself. */
  faults: () => Promise<Fault[]>;
  close: () => Promise<void>;
}

export interface Fault {
  what: string;
  detail: string;
}
