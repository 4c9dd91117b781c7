import { pino } from 'pino';

export type Log = pino.Logger;

/** Of lines that could not be written yet. */
const KEPT_BYTES = 1024 * 1024;

/** Structured logs; what must never be in them is removed even if somebody passes it. */
export function makeLog(level: string): Log {
  const output = pino.destination({ dest: 1, sync: true, maxLength: KEPT_BYTES });
  // A log that cannot be written, say on a full disk, is no reason to end.
  output.on('error', () => undefined);
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['*.email', '*.password', '*.token', '*.name', 'email', 'password', 'token'],
    },
    output,
  );
}
