import { beforeEach } from 'vitest';
import type { Cast, CastActor } from './cast.ts';
import { makeCast, signedIn } from './cast.ts';
import { makeCarer } from './factories.ts';
import type { TestRuntime } from './runtime.ts';
import { makeRuntime } from './runtime.ts';
import { givePin, sharePhone } from './shared-device.ts';

/** Of the test that runs (cast-each-test.ts). */
export let rt: TestRuntime;
export let cast: Cast;
export let admin: CastActor;
export let carer: Awaited<ReturnType<typeof makeCarer>>;
export let phone: Awaited<ReturnType<typeof sharePhone>>;

/** A facility with a shared phone, and a carer with a PIN, for each test of a file. */
export function shareEachTest(): void {
  beforeEach(async () => {
    rt = await makeRuntime();
    cast = await makeCast(rt);
    admin = await signedIn(rt, cast.admin);
    carer = await makeCarer(rt, cast.host.id);
    phone = await sharePhone(rt, admin);
    await givePin(rt, carer);
  });
}
