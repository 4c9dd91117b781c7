import { globSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { sentSchemas } from '../support/schemas.ts';

vi.mock('astro:actions', () => ({ defineAction: (action: object) => action, ActionError: Error }));

/** What their forms do without: a place to come back to, a choice that is not made, what holds. */
const NOT_NEEDED = new Set([
  ...['handovers.change: show', 'handovers.change: q', 'handovers.change: page'],
  ...['photos.answerHeld: together', 'photos.restore: together'],
  ...['residents.addAll: skipsWrong', 'families.addAll: skipsWrong'],
  ...['residents.wrongLines: skipsWrong', 'families.wrongLines: skipsWrong'],
  // All cards, as the page without a family has them.
  ...['family', 'delivery', 'page'].map((name) => `families.makeCardCodes: ${name}`),
  // Not recorded who said it, and how.
  ...['consents.record: by', 'consents.record: how'],
  // Ticks, of which the act itself says that there are none.
  ...['recordSeveral', 'confirm', 'keep'].map((act) => `consents.${act}: ids`),
  ...['joining.takeIn: ids', 'residents.decidePhotos: itemIds'],
  // Empty: nobody had written yet. A reply that is there is then not replaced.
  'answers.reply: before',
  // Of a browser that no mailed link let in.
  ...['session.login: link', 'operator.signIn: link'],
]);

/** Fields that some template hides, and those that a person fills in elsewhere. */
const hidden = new Set(
  globSync('src/**/*.{astro,tsx}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/type="hidden"\s+name="(\w+)"/g)].map(
      ([, name = '']) => name,
    ),
  ),
).add('shown');

const missing = (field: z.ZodType): unknown => {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) return undefined;
  return field instanceof z.ZodArray ? [] : null;
};

let forms: { of: string; shape: Record<string, z.ZodType>; schema: z.ZodType }[];
beforeAll(async () => {
  forms = (await sentSchemas())
    .filter((sent) => sent.in === 'form')
    .map(({ of, schema }) => ({ of, schema, shape: (schema as z.ZodObject).shape }));
});

test('a form without one of its hidden fields is refused, with what to do', () => {
  const wrong: string[] = [];
  let count = 0;
  for (const { of, shape, schema } of forms) {
    const sent = Object.fromEntries(
      Object.entries(shape).map(([name, field]) => [name, missing(field)]),
    );
    const issues = schema.safeParse(sent).error?.issues ?? [];
    for (const name of Object.keys(shape).filter((one) => hidden.has(one))) {
      const words = issues.find(({ path }) => path[0] === name)?.message;
      const isNeeded = !NOT_NEEDED.has(`${of}: ${name}`);
      // To press once more on the same page would end alike.
      if (
        !isNeeded ? words !== undefined : !words || !/(?<!^もう一度お試し)ください。$/.test(words)
      )
        wrong.push(`${of}: ${name}: ${words ?? 'is taken'}`);
      count += 1;
    }
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(80);
});
