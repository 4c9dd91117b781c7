const QUERY = /(https?:\/\/[^\s?]*|\/letters\S*?)\?\S+/g;

/** An address as a log may hold it: a letter's query holds the tokens of its family. */
export const withoutQueries = (text) => text.replace(QUERY, '$1');

/**
 * Where Astro's own messages go (safety, P12): its adapter names the whole address of a page that
 * could not be rendered.
 */
export default function astroLog() {
  return {
    write({ label, level, message, newLine }) {
      const out = level === 'error' || level === 'warn' ? process.stderr : process.stdout;
      const prefix = label && label !== 'SKIP_FORMAT' ? `[${label}] ` : '';
      out.write(`${prefix}${withoutQueries(message)}${newLine === false ? '' : '\n'}`);
    },
  };
}
