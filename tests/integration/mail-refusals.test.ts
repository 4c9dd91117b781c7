import { afterEach, describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '../support/clock.ts';
import { takeLogged } from '../support/log.ts';
import type { RefusedRun } from '../support/refused-run.ts';
import { blamed, makeRefusedRun } from '../support/refused-run.ts';
import { REFUSALS } from '../support/refusals.ts';
import type { Stage } from '../support/smtp-script.ts';

const FAMILIES = 12;
let run: RefusedRun;
afterEach(async () => {
  takeLogged();
  await run.smtp.close();
});

describe.each(REFUSALS)('%s: %s', (stage, words, lone) => {
  const count = async (refused: number) => {
    run = await makeRefusedRun(FAMILIES);
    run.refuseFirst(refused, stage, words);
    await run.drain();
    return run.read();
  };

  test('to one family is its own where the words are about it', async () => {
    const seen = await count(1);
    expect(run.smtp.taken).toHaveLength(FAMILIES - 1);
    expect(blamed(seen.words)).toHaveLength(lone === 'way' ? 0 : 1);
    expect(seen.marked).toBe(lone === 'way' ? 0 : 1);
    expect(seen.isGood).toBe(true);
    const late = seen.words.filter((text) => text.includes('配信サーバーの都合で遅れています'));
    expect(late).toHaveLength(lone === 'way' ? 1 : 0);
    if (lone === 'way') return;
    run.rt.clock.advance(2 * HOUR);
    expect((await run.read()).isGood).toBe(true);
  });

  // What is never a family's is tried for all only.
  test.each(lone === 'way' ? [FAMILIES] : [3, FAMILIES])(
    'to %i is the mail server’s',
    async (n) => {
      const seen = await count(n);
      expect(blamed(seen.words)).toEqual([]);
      expect(seen.words).toHaveLength(n);
      for (const text of seen.words) expect(text).toContain('配信サーバーの都合で遅れています');
      expect(seen.marked).toBe(0);
      expect(seen.month).toContain(`${n}通は配信サーバーの都合で遅れています`);
      expect(seen.isGood).toBe(false);
      expect(seen.line).toContain(`${n}件の宛先へ、まだ送れていません`);
      expect(seen.handovers).toEqual([]);
      run.smtp.refuse = () => undefined;
      run.rt.clock.advance(MINUTE);
      await run.drain();
      expect(await run.read()).toMatchObject({ words: [], isGood: true });
      expect(new Set(run.smtp.taken).size).toBe(FAMILIES);
    },
  );
});

test.each([
  ['greeting', '554 5.7.1 go away'],
  ['greeting', '421 4.3.2 busy'],
  ['EHLO', '550 5.1.1 go away'],
  ['AUTH', '535 5.7.8 wrong'],
  ['MAIL FROM', '550 5.1.1 unknown sender'],
  ['MAIL FROM', '553 5.1.8 sender'],
  ['MAIL FROM', '552 5.2.2 full'],
  ['greeting', 'drop'],
] as [Stage, string][])(
  'at %s, %s is never of a family, be it the only one',
  async (stage, words) => {
    for (const families of [1, 6]) {
      if (families > 1) await run.smtp.close();
      run = await makeRefusedRun(families, { asksLogin: stage === 'AUTH' });
      run.smtp.refuse = (at) => (at === stage ? words : undefined);
      await run.drain();
      const seen = await run.read();
      expect(seen.words).toHaveLength(families);
      expect(blamed(seen.words)).toEqual([]);
      expect(seen.isGood).toBe(families === 1);
    }
  },
);
