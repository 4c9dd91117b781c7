/** Astro's own messages. The built server logs them without URLs (src/server/console-log.ts). */
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
