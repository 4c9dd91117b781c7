/** Continuation lines are joined. */
interface Step {
  name: string;
  rest: string;
}

export const readDockerfile = (text: string): Step[] =>
  text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [name = ''] = line.split(' ', 1);
      return { name, rest: line.slice(name.length).trim() };
    });

/** Plain names, `!` and `**`; the last matching rule wins. */
export function ignoredBy(text: string): (file: string) => boolean {
  const rules = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ ignores: !line.startsWith('!'), pattern: line.replace(/^!/, '') }));
  return (file) => {
    const fitting = rules.filter(({ pattern }) => patternOf(pattern).test(file));
    return fitting.at(-1)?.ignores ?? false;
  };
}

/** A rule for a folder applies to its contents. */
function patternOf(pattern: string): RegExp {
  const source = pattern
    .replaceAll('.', '\\.')
    .replaceAll('**/', '\u0000')
    .replaceAll('*', '[^/]*')
    .replaceAll('\u0000', '(?:.*/)?');
  return new RegExp(`^${source}(?:/.*)?$`);
}
