import type { FormRefusal } from '#domains/people/family-form.ts';
import { readFamilyForm, takeFamilyForm } from '#domains/people/family-form.ts';
import type { Link } from '#domains/letter/link.ts';
import type { Runtime } from '#server/runtime.ts';
import { sendConsent } from './family-consent.ts';
import { OwnConsentInput } from './own-consent.ts';

/**
 * A family's form (contract.md#residents-and-families). @returns null when the page shows the rest
 * @throws AppError 401, 415
 */
export const receiveConsent = async (
  rt: Runtime,
  link: Link,
  request: Request,
): Promise<FormRefusal | null> =>
  takeFamilyForm(OwnConsentInput, await readFamilyForm(request), (input) =>
    sendConsent(rt, link, input),
  );
