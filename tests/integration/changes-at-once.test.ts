import { beforeEach, expect, test } from 'vitest';
import type { World } from '../support/at-once/pairs.ts';
import * as facility from '../support/at-once/facility.ts';
import * as families from '../support/at-once/families.ts';
import * as letters from '../support/at-once/letters.ts';
import * as photos from '../support/at-once/photos.ts';
import * as residents from '../support/at-once/residents.ts';
import * as staff from '../support/at-once/staff.ts';
import { makeCast, signedIn } from '../support/cast.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { secondProcess } from '../support/second-process.ts';

/** P35: two people change different things of one row at once, and both count. */
let world: World;
let beside: TestRuntime;

beforeEach(async () => {
  const rt = await makeRuntime();
  const cast = await makeCast(rt);
  world = { rt, cast, admin: await signedIn(rt, cast.admin) };
  beside = await secondProcess(rt);
});

const ENTITIES = { ...photos, ...residents, ...families, ...staff, ...letters, ...facility };

test.each(Object.entries(ENTITIES))('%s: no change is lost', async (_, pairs) => {
  expect(await pairs.lost(world, beside)).toEqual([]);
});
