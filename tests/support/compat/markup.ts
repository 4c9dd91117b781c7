import type { Missing } from './css.ts';
import type { Target } from './data.ts';
import { entryOf, isIn } from './data.ts';

const TAG = /<([a-z][a-z0-9]*)((?:\s+[^\s=>"'/]+(?:="[^"]*"|='[^']*'|=[^\s>"']*)?)*)\s*\/?>/g;
const ATTRIBUTE = /\s([^\s=>"'/]+)(?:="([^"]*)")?/g;

/** Elements and attributes that a target's browsers do not know, as MDN's data name them. */
export function markupNotIn(target: Target, html: string, where: string): Missing[] {
  const found = new Set<string>();
  const text = html.replace(/<(style|script)\b[^>]*>[^]*?<\/\1>/g, '');
  for (const [, element = '', attributes = ''] of text.matchAll(TAG)) {
    const keys = [['html', 'elements', element]];
    for (const [, name = '', value] of attributes.matchAll(ATTRIBUTE)) {
      const lower = name.toLowerCase();
      const own = ['html', 'elements', element, lower];
      const key = entryOf(own) ? own : ['html', 'global_attributes', lower];
      keys.push(key);
      if (element === 'input' && lower === 'type' && value)
        keys.push([...own.slice(0, 3), `type_${value}`]);
    }
    for (const key of keys) if (!isIn(target, key)) found.add(key.slice(1).join('.'));
  }
  return [...found].map((feature) => ({ feature, where }));
}
