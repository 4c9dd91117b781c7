import { addAttribute } from 'astro/runtime/server/index.js';
import { expect, test } from 'vitest';
import { faultsIn } from './faults.ts';

const attribute = (name: string, value: string): string => String(addAttribute(value, name));

test.each(['お名前', '<b>お名前</b>', 'A & B', '"表紙"', '&lt;i&gt;', '&quot;'])(
  'the label %s is shown as plain text',
  (label) => {
    const html = `<p${attribute('data-fault', 'name')}${attribute('data-label', label)}>…</p>`;
    expect(faultsIn(html)).toEqual([{ id: 'name', label }]);
  },
);
