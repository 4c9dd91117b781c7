import { pino } from 'pino';
import type { Log } from '#server/log.ts';

const ERROR = 50;

interface LoggedEntry {
  level: number;
  msg: string;
  err?: { message: string };
}

const entries: LoggedEntry[] = [];

/** A log that is kept instead of printed. */
export const testLog: Log = pino(
  { level: 'debug', base: null },
  { write: (line: string) => void entries.push(JSON.parse(line) as LoggedEntry) },
);

/** What was logged since the last call; a test that expects an error takes it from here. */
export const takeLogged = (): LoggedEntry[] => entries.splice(0);

export const takeLoggedErrors = (): LoggedEntry[] =>
  takeLogged().filter(({ level }) => level >= ERROR);
