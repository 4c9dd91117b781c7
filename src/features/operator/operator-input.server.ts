import { z } from 'zod';
import { opaque, words } from '#lib/input.ts';
import { NewPasswordInput } from '#features/session/new-password.server.ts';
import { EmailInput, LoginInput } from '#features/session/session.ts';
import { FacilityChoiceInput, OperatorMailInput } from './operator.ts';

export const OperatorAccountInput = z.strictObject({
  token: opaque('アドレスをもう一度開いてください。', 100),
  email: EmailInput,
  password: NewPasswordInput,
});
export type OperatorAccountInput = z.output<typeof OperatorAccountInput>;

const currentPassword = LoginInput.shape.password;

export const ResetLinkInput = z.strictObject({ ...OperatorMailInput.shape, currentPassword });

export const FacilityRemovalInput = z.strictObject({
  ...FacilityChoiceInput.shape,
  name: words({ label: '施設のお名前', max: 100 }),
  currentPassword,
});
export type FacilityRemovalInput = z.output<typeof FacilityRemovalInput>;
