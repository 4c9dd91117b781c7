import { expect, test } from 'vitest';
import type { AuditAction } from '#domains/audit/audit.ts';
import { sentenceOf } from './read-history.ts';
import { WORDS } from './event-words.ts';

const ACTIONS = Object.keys(WORDS) as AuditAction[];

/** Of one person and place, by someone, named as they were typed. */
const sentence = (action: AuditAction, name: string, staffName: string): string =>
  sentenceOf(
    {
      action,
      target: action === 'staff.role_changed' ? 'x admin' : 'x',
      staff_id: 's',
      resident_id: 'x',
      detail: action.startsWith('export.') ? '5' : '202610',
      count: 1,
    },
    new Map([
      ['x', name],
      ['s', staffName],
    ]),
  );

test('no sentence of the history doubles an honorific, however a name was typed', () => {
  expect(ACTIONS.length).toBeGreaterThan(100);
  for (const action of ACTIONS) {
    for (const [name, staffName] of [
      ['山田 太郎', '佐藤 恵'],
      ['山田 太郎様', '佐藤さん'],
      ['山田 太郎 さん', '佐藤 恵 様'],
    ] as const) {
      const said = sentence(action, name, staffName);
      expect(said, action).not.toMatch(/(?:様|さん)\s?(?:様|さん)/u);
    }
  }
});
