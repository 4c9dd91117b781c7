import { pino } from 'pino';
import { openLogFile } from './log-file.ts';

export type Log = pino.Logger;

/** What a message may hold of what a sender wrote; a stack is ours. */
const TEXT_MAX_LENGTH = 1000;
const STACK_MAX_LENGTH = 8000;

const cutText = (text: string, max = TEXT_MAX_LENGTH): string =>
  text.length > max ? `${text.slice(0, max)}… (${text.length})` : text;

/** A line stays short, whatever a sender had written into an error. */
const cutTexts = <Facts extends object>(facts: Facts): Facts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string'
        ? cutText(value, name === 'stack' || name === 'output' ? STACK_MAX_LENGTH : undefined)
        : value,
    ]),
  ) as Facts;

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
      formatters: { log: (facts) => cutTexts(facts) },
      serializers: { err: (error: Error) => cutTexts(pino.stdSerializers.err(error)) },
      hooks: {
        logMethod(values, method) {
          const cut = values.map((value) => (typeof value === 'string' ? cutText(value) : value));
          method.apply(this, cut as typeof values);
        },
      },
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
