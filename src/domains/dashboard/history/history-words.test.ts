import { expect, test } from 'vitest';
import type { AuditAction } from '#domains/audit/audit.ts';
import { EVENTS } from './events.ts';
import { sentenceOf } from './sentence.ts';

const ACTIONS = Object.keys(EVENTS) as AuditAction[];

/** Where a month or a figure says nothing. */
const DETAILS: Partial<Record<AuditAction, string>> = {
  'host.changed': 'name',
  'host.ending_set': '2026-12-31',
  'host.ending_taken_back': '2026-12-31',
  'operator.ending_set': '2026-12-31',
  'operator.ending_taken_back': '2026-12-31',
  'resident.changed': 'name room',
  'resident.state_changed': 'left_on 2026-10-12',
  'family.way_chosen': 'stop',
};

/** Of one person and place, by someone, named as they were typed. */
const sentence = (action: AuditAction, count = 1, name = '山田 太郎', staffName = '佐藤 恵') =>
  sentenceOf(
    {
      ...{ action, count, target: 'x', staff_id: 's', resident_id: 'x' },
      detail: DETAILS[action] ?? '202610',
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
      ['山田 太郎様', '佐藤さん'],
      ['山田 太郎 さん', '佐藤 恵 様'],
    ] as const) {
      const said = sentence(action, 1, name, staffName);
      expect(said, action).not.toMatch(/(?:様|さん)\s?(?:様|さん)/u);
    }
  }
});

test.each(ACTIONS)('%s is described in Japanese, singular and plural', (action) => {
  for (const count of [1, 12]) {
    const said = sentence(action, count);
    expect(said).toMatch(/^(?:佐藤 恵さん)が、.*ました$/);
    expect(said).not.toMatch(/undefined|NaN|null|のの|へへ|[{}]/);
  }
});
