import type { DefaultTreeAdapterTypes } from 'parse5';
import { parse } from 'parse5';
import { BREAK } from '#lib/break.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** A page as a person without scripts has it: its links, and what its buttons send. */
export interface FormPage {
  /** Where the first link with these words leads. */
  link: (words: string) => string | undefined;
  /** What a press of the first button with these words sends; undefined without one. */
  press: (words: string) => Press | undefined;
  text: string;
}

interface Press {
  action: string;
  fields: Record<string, string>;
}

export function readPage(html: string): FormPage {
  const all = elementsOf(parse(html.replaceAll(BREAK, '')));
  const named = (tag: string, words: string): Element | undefined =>
    all.find((one) => one.tagName === tag && wordsOf(one).includes(words));
  return {
    text: all[0] ? wordsOf(all[0]) : '',
    link(words) {
      const link = named('a', words);
      return link && attribute(link, 'href');
    },
    press(words) {
      const button = named('button', words);
      const id = button && attribute(button, 'form');
      const form = id
        ? all.find((one) => attribute(one, 'id') === id)
        : all.find((one) => one.tagName === 'form' && elementsOf(one).includes(button as Element));
      if (!button || !form) return undefined;
      const name = attribute(button, 'name');
      return {
        action: attribute(button, 'formaction') ?? attribute(form, 'action') ?? '',
        fields: {
          ...fieldsIn(form),
          ...(name !== undefined && { [name]: attribute(button, 'value') ?? '' }),
        },
      };
    },
  };
}

function fieldsIn(form: Element): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const field of elementsOf(form)) {
    const name = attribute(field, 'name');
    if (name === undefined || !['input', 'textarea'].includes(field.tagName)) continue;
    fields[name] = field.tagName === 'textarea' ? textOf(field) : (attribute(field, 'value') ?? '');
  }
  return fields;
}

const attribute = (of: Element, name: string): string | undefined =>
  of.attrs.find((one) => one.name === name)?.value;

const childrenOf = (node: Node): Node[] => ('childNodes' in node ? node.childNodes : []);

const elementsOf = (node: Node): Element[] =>
  childrenOf(node).flatMap((child) => [
    ...('tagName' in child ? [child] : []),
    ...elementsOf(child),
  ]);

const textOf = (node: Node): string =>
  'value' in node ? node.value : childrenOf(node).map(textOf).join('');

/** Its name for a screen reader, if it has one. */
const wordsOf = (of: Element): string =>
  `${attribute(of, 'aria-label') ?? ''} ${textOf(of)}`.replace(/\s+/g, ' ').trim();
