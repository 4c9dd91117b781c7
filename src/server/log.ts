import { pino } from 'pino';

export type Log = pino.Logger;

/** Structured logs; what must never be in them is removed even if somebody passes it. */
export function makeLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['*.email', '*.password', '*.token', '*.name', 'email', 'password', 'token'],
  });
}
