import type { FormRefusal } from '#domains/letter/family-form.ts';
import { readFamilyForm, takeFamilyForm } from '#domains/letter/family-form.ts';
import type { Link } from '#domains/letter/link.ts';
import type { Runtime } from '#server/runtime.ts';
import { changeOwnWay } from './change-own-way.ts';
import { OwnWayPress } from './own-way.ts';

/**
 * A form of a family's page 受け取り方 (contract.md#residents-and-families). @returns null once it
 * was taken. @throws AppError 401, 404, 415
 */
export const receiveWay = async (
  rt: Runtime,
  link: Link,
  request: Request,
): Promise<FormRefusal | null> =>
  takeFamilyForm(OwnWayPress, await readFamilyForm(request), (press) =>
    changeOwnWay(rt, link, press),
  );
