import type { FormRefusal } from '#domains/people/family-form.ts';
import { readFamilyForm, takeFamilyForm } from '#domains/people/family-form.ts';
import { currentRequest } from '#server/request-context.ts';
import type { Runtime } from '#server/runtime.ts';
import { apply } from './apply.ts';
import { JoinInput, ProofInput } from './application.ts';
import { askForProof } from './own-application.ts';

export const clientOfRequest = (): { address: string } => ({
  address: currentRequest()?.address ?? '',
});

/** A relative's form. @returns the token of its own page, or why not. @throws AppError 415 */
export async function receiveApplication(
  rt: Runtime,
  request: Request,
): Promise<string | FormRefusal> {
  let token = '';
  const refusal = await takeFamilyForm(JoinInput, await readFamilyForm(request), async (input) => {
    token = await apply(rt, input, clientOfRequest());
  });
  return refusal ?? token;
}

/** The form of a relative's own page, for another mail. @throws AppError 404, 415 */
export const receiveAddress = async (
  rt: Runtime,
  token: string,
  request: Request,
): Promise<FormRefusal | null> =>
  takeFamilyForm(ProofInput, await readFamilyForm(request), ({ email }) =>
    askForProof(rt, token, email, clientOfRequest()),
  );
