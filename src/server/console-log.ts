import { format, stripVTControlCharacters } from 'node:util';
import type { Log } from './log.ts';
import { currentRequest } from './request-context.ts';

const LEVELS = {
  debug: 'debug',
  log: 'info',
  info: 'info',
  warn: 'warn',
  error: 'error',
} as const;

/** A URL or path: it may contain a family's tokens or arbitrary text. */
const ADDRESS = /(?<![\w)\]])(?:https?:\/\/|\/)[^\s"'`<>]*/gi;
const FRAME = /^\s+at .*(?:file:\/\/\/|node:|\/node_modules\/)/;

/** Logs what Astro and other packages print (P12, P24), with route patterns in place of paths. */
export function logConsole(log: Log): void {
  const methods = Object.entries(LEVELS).map(([method, level]) => {
    const print = (...printed: unknown[]): void => {
      const request = currentRequest();
      const { msg, stack } = readPrinted(printed, request?.route);
      const entry = { ...(request && { route: request.route }), ...(stack && { stack }) };
      (request?.log ?? log)[level](entry, msg);
    };
    return [method, print] as const;
  });
  Object.assign(console, Object.fromEntries(methods));
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message, stack }) => log.warn({ name, stack }, message));
}

function readPrinted(printed: readonly unknown[], route = ''): { msg: string; stack: string } {
  const lines = stripVTControlCharacters(format(...printed)).split('\n');
  const words = lines.filter((line) => !FRAME.test(line));
  return {
    msg: words
      .join('\n')
      .trim()
      .replace(ADDRESS, () => route || '…'),
    stack: lines.filter((line) => FRAME.test(line)).join('\n'),
  };
}
