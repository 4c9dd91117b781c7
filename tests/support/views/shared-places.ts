import { issueFirstPin } from '#domains/account/shared-device/first-pins.ts';
import type { Runtime } from '#server/runtime.ts';
import { signedIn } from '../cast.ts';
import { makePin, makeSharedDevice } from '../device-rows.ts';
import { makeCarer, makeStaff } from '../factories.ts';
import type { Places } from './view.ts';

const WRONG = 5;

/** A shared device with names in every state; a locked one is shown on the admins' page too. */
export async function makeShared(rt: Runtime, hostId: string): Promise<Places['shared']> {
  const { id: deviceId, token } = await makeSharedDevice(rt, hostId);
  const carer = (name: string, name_kana: string) => makeCarer(rt, hostId, { name, name_kana });
  const ready = await carer('清水 あかり', 'シミズ アカリ');
  const first = await carer('金子 悠', 'カネコ ユウ');
  const locked = await carer('前田 凛', 'マエダ リン');
  const none = await carer('今井 結', 'イマイ ユイ');
  for (const person of [ready, locked]) await makePin(rt, rt.env.DATA_DIR, person);
  const email = 'shared-admin@example.jp';
  const admin = await makeStaff(rt, hostId, { role: 'admin', name: '藤井 碧', email });
  await issueFirstPin(rt, await signedIn(rt, admin), first.id);
  const tries = { device_id: deviceId, staff_id: locked.id, count: WRONG };
  await rt.db.insertInto('pin_tries').values(tries).execute();
  const ids = { readyId: ready.id, firstId: first.id, lockedId: locked.id, noneId: none.id };
  return { deviceId, token, ...ids };
}
