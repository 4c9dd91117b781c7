import type { Instant } from './types.ts';

/** Answers of one kind in one span of time (src/server/figures/spans.ts), of all processes together. */
export interface FigureTable {
  span: 'minutes' | 'hour' | 'day';
  /** Its start. */
  at: Instant;
  kind: string;
  /** Version of the program that answered. */
  version: string;
  requests: number;
  errors: number;
  /** How long they took (src/server/figures/spread.ts). */
  spread: string;
}

/** The worst of one span; NULL: could not be read. */
export interface LevelTable {
  span: 'minutes' | 'hour' | 'day';
  at: Instant;
  disk_free: number | null;
  /** Memory of the largest process. */
  memory: number | null;
  database_bytes: number | null;
  photo_bytes: number | null;
  /** Seconds that the oldest mail had waited. */
  mail_wait: number | null;
  /** Seconds since the oldest job was due. */
  job_wait: number | null;
}

/** An error of which someone saw the number; no link, name or address. */
export interface ErrorNumberTable {
  number: string;
  at: Instant;
  method: string;
  route: string;
  status: number;
  version: string;
  problem: string | null;
}
