import { setImmediate as settled } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { AppError } from '#lib/errors.ts';
import type { Place } from './fair-queue.ts';
import { FairQueue } from './fair-queue.ts';

function makeDesk(options: Partial<ConstructorParameters<typeof FairQueue>[0]> = {}) {
  const queue = new FairQueue({
    atOnce: 1,
    mostWaiting: 100,
    mostPerKey: 100,
    retryAfter: 3,
    ...options,
  });
  const started: string[] = [];
  const refused: string[] = [];
  const running: { name: string; resolve: () => void; reject: (error: Error) => void }[] = [];
  const ask = (name: string, place: Place) =>
    queue
      .run(place, () => {
        started.push(name);
        return new Promise<void>((resolve, reject) => running.push({ name, resolve, reject }));
      })
      .catch((error: unknown) => {
        if (error instanceof AppError && error.status === 503) refused.push(name);
        else throw error;
      });
  const finishOne = async () => {
    running.shift()?.resolve();
    await settled();
  };
  const finishAll = async () => {
    while (running.length > 0) await finishOne();
  };
  return { queue, started, refused, running, ask, finishOne, finishAll };
}

describe('a fair queue', () => {
  it('lets keys take turns, and keeps the order within a key', async () => {
    const desk = makeDesk();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) {
      void desk.ask(name, { key: name.charAt(0) });
    }
    await desk.finishAll();
    expect(desk.started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('delays one key by one task of each other, however many those have', async () => {
    const desk = makeDesk();
    for (let n = 0; n < 20; n++) {
      for (const key of ['a', 'b', 'c']) void desk.ask(`${key}${n}`, { key });
    }
    void desk.ask('late', { key: 'd' });
    await desk.finishAll();
    expect(desk.started.indexOf('late')).toBeLessThanOrEqual(4);
  });

  it('prefers urgent work, but gives the rest every fourth turn', async () => {
    const desk = makeDesk();
    for (let n = 0; n < 8; n++) void desk.ask(`rest${n}`, { key: `r${n}` });
    for (let n = 0; n < 7; n++) void desk.ask(`urgent${n}`, { key: 'u', isUrgent: true });
    await desk.finishAll();
    expect(desk.started.map((name) => name.replace(/\d/, ''))).toEqual([
      'rest',
      ...['urgent', 'urgent', 'urgent', 'rest'],
      ...['urgent', 'urgent', 'urgent', 'rest'],
      ...['urgent', 'rest', 'rest', 'rest', 'rest', 'rest'],
    ]);
  });

  it('runs up to its limit at once, never more', async () => {
    const desk = makeDesk({ atOnce: 2 });
    for (let n = 0; n < 9; n++) void desk.ask(`w${n}`, { key: String(n % 4) });
    let most = 0;
    while (desk.running.length > 0) {
      most = Math.max(most, desk.running.length);
      await desk.finishOne();
    }
    expect([most, desk.started.length]).toEqual([2, 9]);
    void desk.ask('x', { key: 'x' });
    void desk.ask('y', { key: 'y' });
    expect(desk.running).toHaveLength(2);
  });

  it('continues after a failed task', async () => {
    const desk = makeDesk();
    const failing = desk.ask('a', { key: 'a' });
    void desk.ask('b', { key: 'b' });
    desk.running.shift()?.reject(new Error('no'));
    await expect(failing).rejects.toThrow('no');
    await desk.finishAll();
    expect(desk.started).toEqual(['a', 'b']);
    expect(desk.queue.waiting).toBe(0);
  });
});

describe('a full queue', () => {
  it("refuses one key's excess, and not the others", async () => {
    const desk = makeDesk({ mostPerKey: 2 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) {
      void desk.ask(name, { key: name.charAt(0) });
    }
    await settled();
    expect(desk.refused).toEqual(['a4']);
    await desk.finishAll();
    expect(desk.started).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('says when to retry', async () => {
    const { queue } = makeDesk({ mostWaiting: 0 });
    void queue.run({ key: 'a' }, () => new Promise(() => undefined));
    const refusal = queue.run({ key: 'b' }, () => Promise.resolve());
    await expect(refusal).rejects.toMatchObject({ status: 503, retryAfter: 3 });
  });

  it('refuses one more if every key waits for one', async () => {
    const desk = makeDesk({ mostWaiting: 3 });
    for (const key of ['now', 'a', 'b', 'c', 'd']) void desk.ask(key, { key });
    await settled();
    expect(desk.refused).toEqual(['d']);
  });

  it('gives a newcomer the last place of the longest line', async () => {
    const desk = makeDesk({ mostWaiting: 4 });
    void desk.ask('now', { key: 'now' });
    for (const name of ['a1', 'b1', 'b2', 'b3', 'c1']) {
      void desk.ask(name, { key: name.charAt(0) });
    }
    await settled();
    expect(desk.refused).toEqual(['b3']);
    expect(desk.queue.waiting).toBe(4);
    await desk.finishAll();
    expect(desk.started).toEqual(['now', 'a1', 'b1', 'c1', 'b2']);
  });

  it('reserves separate places for urgent work', async () => {
    const desk = makeDesk({ mostWaiting: 2 });
    for (const key of ['now', 'a', 'b', 'c']) void desk.ask(key, { key });
    void desk.ask('urgent', { key: 'u', isUrgent: true });
    await settled();
    expect(desk.refused).toEqual(['c']);
    await desk.finishAll();
    expect(desk.started).toEqual(['now', 'urgent', 'a', 'b']);
  });

  it('refuses all waiting tasks when cleared, and continues', async () => {
    const desk = makeDesk();
    for (const key of ['now', 'a', 'b']) void desk.ask(key, { key });
    desk.queue.clear();
    await settled();
    expect(desk.refused).toEqual(['a', 'b']);
    void desk.ask('c', { key: 'c' });
    await desk.finishAll();
    expect(desk.started).toEqual(['now', 'c']);
  });
});
