import { makeCast, signedIn } from './cast.ts';
import { makeCarer } from './factories.ts';
import { makeRuntime } from './runtime.ts';
import { givePin, sharePhone } from './shared-device.ts';

export type Sharing = Awaited<ReturnType<typeof makeSharing>>;

/** A facility with a shared phone, and a carer with a PIN. */
export async function makeSharing() {
  const rt = await makeRuntime();
  const cast = await makeCast(rt);
  const admin = await signedIn(rt, cast.admin);
  const carer = await makeCarer(rt, cast.host.id);
  const phone = await sharePhone(rt, admin);
  await givePin(rt, carer);
  return { rt, cast, admin, carer, phone };
}
