import { z } from 'zod';
import { isCommonPassword } from './common-password.server.ts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './session.ts';

const lengthText = `パスワードは${PASSWORD_MIN_LENGTH}文字以上、${PASSWORD_MAX_LENGTH}文字以内にしてください。`;

/** A password that someone chooses (safety.md#the-settings-behind-it): long, nothing else asked. */
export const NewPasswordInput = z
  .string('パスワードを入力してください。')
  .min(PASSWORD_MIN_LENGTH, lengthText)
  .max(PASSWORD_MAX_LENGTH, lengthText)
  .refine(
    (password) => !isCommonPassword(password),
    'よく使われるパスワードは、すぐに見破られます。別のものにしてください。',
  );

/** The hint next to the field. */
export const NEW_PASSWORD_HINT = `${PASSWORD_MIN_LENGTH}文字以上。言葉をつなげると、覚えやすくなります。`;
