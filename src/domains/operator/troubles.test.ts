import { expect, test } from 'vitest';
import type { CheckName } from './status.ts';
import type { Step, Troubles } from './troubles.ts';
import { followTroubles } from './troubles.ts';

const START = Date.parse('2026-11-22T00:00:00Z');
const GOOD: Record<CheckName, boolean> = {
  storage: true,
  disk: true,
  mails: true,
  stopped: true,
  returned: true,
  jobs: true,
  backup: true,
  copies: true,
  rehearsal: true,
};

/** Looks every five minutes. @returns `minute: +disk` for told, `-disk` for over */
function follow(minutes: number, failingAt: (minute: number) => CheckName[]): string[] {
  const told: string[] = [];
  let troubles: Troubles = {};
  for (let minute = 0; minute <= minutes; minute += 5) {
    const failing = failingAt(minute);
    const checks = { ...GOOD, ...Object.fromEntries(failing.map((name) => [name, false])) };
    const step: Step = followTroubles(troubles, checks, new Date(START + minute * 60_000));
    for (const name of step.failing) told.push(`${minute}: +${name}`);
    for (const name of step.over) told.push(`${minute}: -${name}`);
    troubles = step.next;
  }
  return told;
}

test('all is well: nothing to tell, nothing to remember', () => {
  expect(followTroubles({}, GOOD, new Date(START))).toEqual({ next: {}, failing: [], over: [] });
});

test('a lasting trouble is told after ten minutes, then once a day, and once when it is over', () => {
  expect(follow(3000, (minute) => (minute < 2900 ? ['disk'] : []))).toEqual([
    '10: +disk',
    '1450: +disk',
    '2890: +disk',
    '2900: -disk',
  ]);
});

test('a broken disk is told after an hour', () => {
  expect(follow(90, () => ['storage'])).toEqual(['60: +storage']);
});

test('short troubles are not told, nor that they are over', () => {
  expect(follow(600, (minute) => (minute % 10 === 0 ? ['disk', 'storage'] : []))).toEqual([]);
});

test('a trouble that comes and goes is told once a day', () => {
  const told = follow(1700, (minute) => (minute % 60 < 30 ? ['backup'] : []));
  expect(told).toEqual(['10: +backup', '30: -backup', '1450: +backup', '1470: -backup']);
});

test('a second trouble is told although the first was told today', () => {
  const told = follow(120, (minute) => (minute < 60 ? ['mails'] : ['mails', 'disk']));
  expect(told).toEqual(['10: +mails', '70: +disk']);
});
