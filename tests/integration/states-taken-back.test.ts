import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseLastLetter } from '#domains/people/choose-last-letter.ts';
import { updateResident } from '#domains/people/change-resident.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { openLink } from '#domains/letter/link.ts';
import { addDays, civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import { surfacesOf } from '../support/family-surfaces.ts';
import { drawnFacility, fillDrawn } from '../support/drawn-facility.ts';
import { makeRuntime } from '../support/runtime.ts';

const ago = fc.nat(60);
const step = fc.oneof(
  fc.record({ kind: fc.constantFrom('awaySince', 'leftOn', 'diedOn'), ago: fc.option(ago) }),
  fc.record({ kind: fc.constant('last' as const), isChosen: fc.boolean() }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function take(rt: Runtime, admin: Actor, id: string, step: Step): Promise<void> {
  if (step.kind === 'last') {
    const choice = step.isChosen ? 'last' : 'none';
    // Refused unless the resident has died.
    await chooseLastLetter(rt, admin, id, { choice, words: '安らかに。' }).catch(() => undefined);
    return;
  }
  const today = civilDateOf(rt.clock.now());
  const day = step.ago === null ? null : addDays(today, -step.ago);
  await updateResident(rt, admin, id, { [step.kind]: day });
}

/** Nobody has died yet: a death's month is the one in which it is entered. */
const facility = drawnFacility.map((drawn) => ({
  ...drawn,
  residents: drawn.residents.map((resident) => ({ ...resident, died: null })),
}));

test('states that are taken back leave every surface as it was', async () => {
  const rt = await makeRuntime();
  const steps = fc.array(step, { minLength: 1, maxLength: 5 });
  const property = fc.asyncProperty(facility, steps, async (drawn, taken) => {
    const { actor, links, blobIds } = await fillDrawn(rt, drawn);
    const admin = { ...actor, isAdmin: true };
    const [link] = links;
    const [resident] = drawn.residents;
    if (!link || !resident) throw new Error('nobody lives there');
    const before = await surfacesOf(rt, admin, link, blobIds);
    for (const one of taken) await take(rt, admin, link.residentId, one);
    const { awaySince, leftOn } = resident;
    await updateResident(rt, admin, link.residentId, { awaySince, leftOn, diedOn: null });
    expect(await surfacesOf(rt, admin, link, blobIds)).toEqual(before);
  });
  await fc.assert(property, { numRuns: 15, seed: 5 });
});

test('a death closes the month under way at once, also where an early look is allowed', async () => {
  const rt = await makeRuntime();
  const property = fc.asyncProperty(facility, async (drawn) => {
    const { actor, links } = await fillDrawn(rt, { ...drawn, earlyLook: true });
    const admin = { ...actor, isAdmin: true };
    const month = yearMonthOf(civilDateOf(rt.clock.now()));
    for (const { residentId, residentToken, familyToken } of links) {
      await updateResident(rt, admin, residentId, { diedOn: '2026-10-02' });
      const link = await openLink(rt, { residentToken, familyToken });
      const read = await surfacesOf(rt, admin, { residentToken, familyToken }, []);
      expect(link?.earlyLook).toBe(false);
      expect(read).toContain(`letter ${month}: null`);
      expect(read.filter((text) => /^goes out \d+: true/.test(text))).toEqual([]);
      expect(read.filter((text) => /^delivered \d+: true/.test(text))).toEqual([]);
    }
  });
  await fc.assert(property, { numRuns: 8, seed: 6 });
});
