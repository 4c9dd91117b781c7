/** Typed at the end of a name; nothing is put after them. */
const TYPED = ['様', 'さま', 'さん', 'ちゃん', '先生', '御中', '各位', '様方', 'さま方'];
/** 鵜殿 is a family name: after fewer characters it belongs to the name. */
const LORD = '殿';
const SHORTEST_BEFORE_LORD = 3;

const ONLY_TITLE = /[\s\u3000]+(?:様|さま|さん|殿)$/u;
const IN_BRACKETS = /^(.+?)[\s\u3000]*([（(][^（）()]*[）)])$/u;

const hasTitle = (name: string): boolean =>
  TYPED.some((title) => name.endsWith(title) && name !== title) ||
  (name.endsWith(LORD) && (ONLY_TITLE.test(name) || name.length > SHORTEST_BEFORE_LORD));

/** After the name, before what stands in brackets behind it: `山田 花子 様（長女）`. */
function titled(typed: string, title: string): string {
  const name = typed.trim();
  if (hasTitle(name)) return name;
  const [, before = name, brackets = ''] = IN_BRACKETS.exec(name) ?? [];
  return hasTitle(before) ? name : `${before}${title}${brackets}`;
}

/** `高橋 ハル様`, also where 様 was typed with the name. @param gap ` ` for letters and headings */
export const sama = (name: string, gap: '' | ' ' = ''): string => titled(name, `${gap}様`);

/** `佐藤 恵さん`, of staff. */
export const san = (name: string): string => titled(name, 'さん');

/** Without an honorific that stands apart, so that it is not taken for the given name. */
export const withoutTitle = (name: string): string => name.trim().replace(ONLY_TITLE, '');
