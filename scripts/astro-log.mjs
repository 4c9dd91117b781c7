/**
 * Astro's own messages. In the built server the console goes to the log, which omits URLs
 * (src/server/console-log.ts); a build and `npm run dev` print them unchanged.
 */
export default function astroLog() {
  return {
    write({ label, level, message, newLine }) {
      const prefix = label && label !== 'SKIP_FORMAT' ? `[${label}] ` : '';
      const isError = level === 'error' || level === 'warn';
      if (import.meta.env?.PROD) return console[isError ? level : 'info'](`${prefix}${message}`);
      const out = isError ? process.stderr : process.stdout;
      out.write(`${prefix}${message}${newLine === false ? '' : '\n'}`);
    },
  };
}
