import { sent } from '#lib/input.ts';
import { isCommonPassword } from './common-password.server.ts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './session.ts';

const lengthText = `パスワードは${PASSWORD_MIN_LENGTH}文字以上、${PASSWORD_MAX_LENGTH}文字以内にしてください。`;

/** Long, nothing else required (safety.md#the-settings-behind-it). */
export const NewPasswordInput = sent(
  'パスワードを入力してください。',
  PASSWORD_MAX_LENGTH,
  lengthText,
)
  .min(PASSWORD_MIN_LENGTH, lengthText)
  .max(PASSWORD_MAX_LENGTH, { error: lengthText, abort: true })
  .refine(
    (password) => !isCommonPassword(password),
    'よく使われるパスワードは、すぐに見破られます。別のものにしてください。',
  );

export const NEW_PASSWORD_HINT = `${PASSWORD_MIN_LENGTH}文字以上。言葉をつなげると、覚えやすくなります。`;
