import { pino } from 'pino';
import type { Log } from '#server/log.ts';

const ERROR = 50;

interface LoggedEntry {
  level: number;
  msg: string;
  err?: { message: string };
}

const entries: LoggedEntry[] = [];

/** Kept instead of printed. */
export const testLog: Log = pino(
  { level: 'debug', base: null },
  { write: (line: string) => void entries.push(JSON.parse(line) as LoggedEntry) },
);

/** Entries since the last call; tests that expect errors take them. */
export const takeLogged = (): LoggedEntry[] => entries.splice(0);

export const takeLoggedErrors = (): LoggedEntry[] =>
  takeLogged().filter(({ level }) => level >= ERROR);
