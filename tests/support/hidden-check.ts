import { openLink } from '#domains/letter/link.ts';
import type { Runtime } from '#server/runtime.ts';
import type { FrozenClock } from './clock.ts';
import { disagreements, shownItemIds } from './family-views.ts';
import type { WalkStep } from './hidden-walk.ts';
import { HiddenWalk } from './hidden-walk.ts';

/**
 * @param asks whether all surfaces are asked after each step that did something, not only letters
 * @returns where a family sees other pictures than the model says, or surfaces disagree
 */
export async function brokenBy(
  rt: Runtime,
  clock: Pick<FrozenClock, 'advance'>,
  steps: readonly WalkStep[],
  { asks = false } = {},
): Promise<{ broken: string[]; tried: number; refused: number; done: Set<string> }> {
  const walk = await HiddenWalk.open(rt, clock);
  const { model } = walk;
  const broken: string[] = [];
  for (const [at, step] of steps.entries()) {
    const { refused } = walk;
    await walk.run(step);
    for (const [residentId, tokens] of model.links) {
      const link = await openLink(rt, tokens);
      if (!link) throw new Error('the link does not open');
      const shown = new Set((await shownItemIds(rt, link)).map(model.pictureOf));
      const [seen, allowed] = [[...shown].sort().join(), model.seenBy(residentId).join()];
      const what = `after ${at}, ${JSON.stringify(step)}`;
      if (seen !== allowed) broken.push(`${what}: ${residentId} sees ${seen}, not ${allowed}`);
    }
    if (asks && walk.refused === refused)
      broken.push(...(await disagreeing(rt, walk)).map((text) => `${step.do}: ${text}`));
    if (broken.length > 0) break;
  }
  broken.push(...(await disagreeing(rt, walk)));
  return { broken, tried: model.tried, refused: walk.refused, done: walk.done };
}

async function disagreeing(rt: Runtime, { model, admin }: HiddenWalk): Promise<string[]> {
  const found: string[] = [];
  for (const [residentId, tokens] of model.links) {
    const link = await openLink(rt, tokens);
    if (!link) throw new Error('the link does not open');
    const ids = await oneOfEach(rt, admin.host.id, await shownItemIds(rt, link), (picture) =>
      model.seenBy(residentId).includes(picture),
    );
    found.push(...(await disagreements(rt, admin, link, ids)));
  }
  return found;
}

/** All stored photos, but of pictures that a letter shows once only the one that it shows. */
async function oneOfEach(
  rt: Runtime,
  hostId: string,
  shown: readonly string[],
  isSeen: (picture: string) => boolean,
): Promise<string[]> {
  const rows = await rt.db
    .selectFrom('items')
    .select(['id', 'blob_id', 'picture'])
    .where('host_id', '=', hostId)
    .execute();
  const ids = rows.filter(({ id, picture }) => !isSeen(picture) || shown.includes(id));
  return [...new Set(ids.map(({ blob_id }) => blob_id))];
}
