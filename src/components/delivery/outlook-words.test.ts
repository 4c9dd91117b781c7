import { expect, test } from 'vitest';
import type { Outlook } from '#domains/delivery/outlook.ts';
import { outlookWords } from './outlook-words.ts';

const TODAY = '2026-11-26';
const PLAIN: Outlook = {
  at: new Date('2026-12-01T00:00:00.000Z'),
  outcome: 'mails',
  days: [{ day: '2026-12-01', families: 36, mails: 36 }],
  ...{ line: 0, link: 0, print: 0, none: [] },
};
const words = (change: Partial<Outlook> = {}): string =>
  outlookWords({ ...PLAIN, ...change }, TODAY);

test('all on one day', () => {
  expect(words()).toBe('メールは、12月1日(火) 9:00にお送りします。');
});

test('by day, with the reason, where the limit of a trial divides them', () => {
  const days = [
    { day: '2026-12-01', families: 31, mails: 30 },
    { day: '2026-12-02', families: 5, mails: 5 },
  ];
  expect(words({ days })).toBe(
    'メールは、12月1日(火)に31家族（30通）、12月2日(水)に5家族へお送りします。お試しのあいだは、「見ました」などのお返事も、アドレスの確認もまだない宛先へは、1日30通までです。',
  );
  expect(words({ days: days.slice(1) })).toContain('12月2日(水)に5家族');
});

test('what does not go, and why', () => {
  const none: Outlook['none'] = [{ reason: 'afterTrial', families: 4 }];
  expect(words({ none })).toContain('4家族には、お試しが終わるまでに順番が来ないため');
  expect(words({ days: [], outcome: 'inactive' })).toBe(
    'ご利用が終わるため、このままでは届きません。',
  );
  expect(words({ days: [], outcome: 'off' })).toContain('毎月の配信が止まっているため');
  expect(words({ days: [] })).toBe('');
  expect(words({ days: [], line: 2 })).toBe('LINEは、12月1日(火) 9:00にお送りします。');
});
