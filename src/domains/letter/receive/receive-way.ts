import type { FormRefusal } from '#domains/people/family-form.ts';
import { readFamilyForm, takeFamilyForm } from '#domains/people/family-form.ts';
import type { Link } from '#domains/letter/link.ts';
import { currentRequest } from '#server/request-context.ts';
import type { Runtime } from '#server/runtime.ts';
import { changeOwnWay } from './change-own-way.ts';
import { OwnWayPress } from './own-way.ts';

/**
 * A form of a family's page 受け取り方 (contract.md#residents-and-families). @returns what it did, or why
 * it was not taken. @throws AppError 401, 404, 415
 */
export async function receiveWay(
  rt: Runtime,
  link: Link,
  request: Request,
): Promise<FormRefusal | 'changed' | 'asked'> {
  const fields = await readFamilyForm(request);
  const client = { address: currentRequest()?.address ?? '' };
  const refusal = await takeFamilyForm(OwnWayPress, fields, (press) =>
    changeOwnWay(rt, link, press, client),
  );
  return refusal ?? (fields['press'] === 'address' ? 'asked' : 'changed');
}
