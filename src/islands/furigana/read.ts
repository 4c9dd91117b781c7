import type { ReactNode } from 'react';
import { isValidElement } from 'react';
import { jsx, jsxs } from 'react/jsx-runtime';
import { annotate, isRead } from '#lib/furigana/annotate.ts';

/** As in lib/furigana/markup.ts. */
const AS_IT_IS = new Set(['title', 'textarea', 'option', 'text', 'ruby', 'rt', 'style', 'script']);

/** One element for a text, as on the server; an element of no name that React knows. */
const TEXT = 'read-text' as 'span';

interface Shown {
  children?: ReactNode;
  'aria-hidden'?: boolean | 'true' | 'false';
}

/** An element's properties, with the readings of the words in it. Components pass theirs on. */
export function withReadings<P>(type: unknown, props: P): P {
  const { children } = props as Shown;
  if (children === undefined || typeof type === 'function') return props;
  if (typeof type === 'string' && AS_IT_IS.has(type)) return props;
  if (isLetter(props as Shown)) return props;
  return { ...props, children: read(children, '') };
}

/** A letter of a name, in place of a picture. */
const isLetter = ({ children, 'aria-hidden': hidden }: Shown): boolean =>
  typeof children === 'string' && (hidden === true || hidden === 'true');

function read(node: ReactNode, before: string): ReactNode {
  if (typeof node === 'string') return readText(node, before);
  if (!Array.isArray(node)) return node;
  let last = before;
  return (node as ReactNode[]).map((one) => {
    const shown = read(one, last);
    last = isShown(one) ? endOf(one) : last;
    return shown;
  });
}

function readText(text: string, before: string): ReactNode {
  const pieces = annotate(text, before);
  if (!pieces.some(isRead)) return text;
  const children = pieces.map((piece, at) =>
    isRead(piece)
      ? jsxs(
          'ruby',
          { children: [piece[0], jsx('rt', { 'aria-hidden': 'true', children: piece[1] }, 'rt')] },
          at,
        )
      : piece,
  );
  return jsxs(TEXT, { children });
}

const isShown = (node: ReactNode): boolean =>
  node !== null && node !== undefined && typeof node !== 'boolean' && node !== '';

/** What a figure's unit would follow. */
function endOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return endOf((node as ReactNode[]).findLast(isShown));
  if (!isValidElement<Shown>(node)) return '';
  const { children } = node.props;
  if (node.type === 'ruby' && Array.isArray(children)) return endOf((children as ReactNode[])[0]);
  return endOf(children);
}
