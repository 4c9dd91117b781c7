import { z } from 'zod';
import { sent } from './input.ts';

/** The hidden field of a form with what its fields showed (components/form/Shown.astro). */
export const SHOWN = 'shown';

const MAX_LENGTH = 4_900;

const UNREAD = '何も保存していません。内容を確かめて、もう一度保存してください。';

/** As JSON. Without it nothing is saved, since a colleague's change would go unseen. */
export const Shown = sent(UNREAD, MAX_LENGTH)
  .transform(readJson)
  .pipe(z.record(z.string(), z.unknown(), UNREAD));

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * A form sends all its fields. Those that still say what they showed were not changed by this
 * person; someone else may have changed them meanwhile.
 */
export function changedFields<Fields extends object>(
  fields: Fields,
  shown: Record<string, unknown>,
): Partial<Fields> {
  const changed = Object.entries(fields).filter(
    ([name, value]) => !(name in shown) || textOf(value) !== textOf(shown[name]),
  );
  return Object.fromEntries(changed) as Partial<Fields>;
}

/** An empty field is null in some places, and no text in others. */
const textOf = (value: unknown): string => JSON.stringify(value ?? '');
