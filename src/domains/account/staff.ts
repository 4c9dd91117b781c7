import { z } from 'zod';
import { asTyped, formId, kana, line, opaque, orEmpty } from '#lib/input.ts';
import { NewPasswordInput } from './password/new-password.ts';
import { EmailInput } from './session/session.ts';

export const STAFF_NAME_MAX_LENGTH = 60;
const TOKEN_MAX_LENGTH = 100;
/** For an account whose mailed link was never followed. */
export const PENDING_STAFF_DAYS = 30;

const ROLES = ['admin', 'general'] as const;
export type Role = (typeof ROLES)[number];

/** 管理者 see everything, 職員 work with photos (domain.md#people). */
export const ROLE_NAMES: Record<Role, string> = { admin: '管理者', general: '職員' };

/** A malformed token counts as unknown. */
export const TokenInput = opaque(
  'リンクが途中で切れています。届いたリンクを、もう一度開いてください。',
  TOKEN_MAX_LENGTH,
);

/** A malformed id counts as unknown. */
export const IdInput = formId(TOKEN_MAX_LENGTH);

export const IdForm = z.object({ id: IdInput });

/** What an admin says before a colleague's second step is taken off. */
export const TakeBackForm = z.object({
  id: IdInput,
  understood: z.preprocess(
    (value) => value === 'on',
    z.literal(true, 'ご本人に直接お会いして確かめてから、しるしを付けてください。'),
  ),
});

export const PersonInput = z.object({
  name: line({ label: 'お名前', max: STAFF_NAME_MAX_LENGTH }),
  nameKana: orEmpty(kana({ label: 'ふりがな', max: STAFF_NAME_MAX_LENGTH })),
});

export const NewCarerInput = z.strictObject(PersonInput.shape);
export type NewCarerInput = z.output<typeof NewCarerInput>;

export const StaffSignUpInput = z.strictObject({ email: EmailInput, invitation: TokenInput });
export type StaffSignUpInput = z.output<typeof StaffSignUpInput>;

export const CompleteStaffSignUpInput = z.strictObject({
  token: TokenInput,
  ...PersonInput.shape,
  password: NewPasswordInput,
});
export type CompleteStaffSignUpInput = z.output<typeof CompleteStaffSignUpInput>;

export const EmailOnlyInput = z.strictObject({ email: EmailInput });
export const TokenQuery = z.strictObject({ token: TokenInput });

export const ResetPasswordInput = z.strictObject({ token: TokenInput, password: NewPasswordInput });
export type ResetPasswordInput = z.output<typeof ResetPasswordInput>;

const currentText = '今のパスワードを入力してください。';
export const ChangePasswordInput = z.strictObject({
  currentPassword: asTyped(currentText, 200),
  password: NewPasswordInput,
});

export const EmailChangeInput = z.strictObject({
  email: EmailInput,
  currentPassword: ChangePasswordInput.shape.currentPassword,
});
export type EmailChangeInput = z.output<typeof EmailChangeInput>;

export const ProfileInput = z
  .strictObject({
    name: PersonInput.shape.name.optional(),
    nameKana: kana({ label: 'ふりがな', max: STAFF_NAME_MAX_LENGTH }).optional(),
    currentPassword: ChangePasswordInput.shape.currentPassword.optional(),
    password: NewPasswordInput.optional(),
  })
  .refine(
    ({ password, currentPassword }) => password === undefined || currentPassword !== undefined,
    {
      path: ['currentPassword'],
      message: currentText,
    },
  )
  .refine(
    ({ password, currentPassword }) => currentPassword === undefined || password !== undefined,
    {
      path: ['password'],
      message: '新しいパスワードを入力してください。',
    },
  );
export type ProfileInput = z.output<typeof ProfileInput>;

export const RoleInput = z.strictObject({ role: z.enum(ROLES, '役割を選んでください。') });

export const StaffSchema = z.object({
  id: z.string(),
  name: z.string(),
  nameKana: z.string(),
  /** null: signs in on shared devices only. */
  email: z.string().nullable(),
  role: z.enum(ROLES),
  confirmedAt: z.string().nullable(),
  lastSeenAt: z.string().nullable(),
  createdAt: z.string(),
});
export type Staff = z.output<typeof StaffSchema>;
