/**
 * Where Astro's own messages go. In the built server the console leads to the log, which leaves
 * out addresses (src/server/console-log.ts); a build and `npm run dev` print them as they are.
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
