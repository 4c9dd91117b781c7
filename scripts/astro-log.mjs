/** Astro's own messages. The built server logs them without URLs (src/server/console-log.ts). */
export default function astroLog() {
  return {
    write({ label, level, message }) {
      const prefix = label && label !== 'SKIP_FORMAT' ? `[${label}] ` : '';
      console[level === 'error' || level === 'warn' ? level : 'info'](`${prefix}${message}`);
    },
  };
}
