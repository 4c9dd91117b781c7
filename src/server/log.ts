import { pino } from 'pino';
import { openLogFile } from './log-file.ts';

export type Log = pino.Logger;

const KEPT_BYTES = 1024 * 1024;

/** Structured logs that redact secrets. @param folder keeps them too */
export function makeLog(level: string, folder?: string): Log {
  const output = pino.destination({ dest: 1, sync: true, maxLength: KEPT_BYTES });
  // Keep running when the log cannot be written, for example on a full disk.
  output.on('error', () => undefined);
  const keep = folder === undefined ? () => undefined : openLogFile(folder);
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['*.email', '*.password', '*.token', '*.name', 'email', 'password', 'token'],
    },
    {
      write(line: string) {
        output.write(line);
        keep(line);
      },
    },
  );
}
