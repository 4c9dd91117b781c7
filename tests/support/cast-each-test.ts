import { beforeEach } from 'vitest';
import type { Cast, CastActor } from './cast.ts';
import { makeCast, signedIn } from './cast.ts';
import type { TestRuntime } from './runtime.ts';
import { makeRuntime } from './runtime.ts';

/** Of the test that runs: files of one worker run one after the other. */
export let rt: TestRuntime;
export let cast: Cast;
/** Those of them who are named below. */
export let admin: CastActor;
export let general: CastActor;
export let otherAdmin: CastActor;

type Person = 'admin' | 'general' | 'otherAdmin';

/** A runtime and its cast for each test of a file, with these people signed in. */
export function castEachTest(people: readonly Person[] = [], settings = {}): void {
  beforeEach(async () => {
    rt = await makeRuntime(settings);
    cast = await makeCast(rt);
    for (const person of people) {
      const actor = await signedIn(rt, cast[person]);
      if (person === 'admin') admin = actor;
      else if (person === 'general') general = actor;
      else otherAdmin = actor;
    }
  });
}
