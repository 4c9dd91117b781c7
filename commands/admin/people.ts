import { makeResetLink } from '#domains/account/password/reset-password.ts';
import { takeBackWays } from '#domains/account/second-step/switch-off.ts';
import { TOKEN_LIFETIMES } from '#domains/account/one-time/token.ts';
import { sama } from '#lib/honorific.ts';
import type { Command } from './command.ts';
import { emailOf } from './facilities.ts';
import { plain } from './print.ts';

export const resetPassword: Command = {
  takes: 'メールアドレス',
  says: '職員がパスワードを決め直すためのリンクを作ります',
  async run(rt, { words: [word] }) {
    const { link, name, hostName } = await makeResetLink(rt, emailOf(word));
    return [
      `${plain(hostName)}の${sama(plain(name))}に、次のリンクをお渡しください（${TOKEN_LIFETIMES.password.text}、一度だけ使えます）。ご本人にも、リンクを作ったことをメールでお知らせします。`,
      '',
      `  ${link}`,
    ].join('\n');
  },
};

export const resetSecondStep: Command = {
  takes: 'メールアドレス',
  says: 'スマートフォンと予備のコードをなくした職員の、二段階の確認とパスキーを外します',
  async run(rt, { words: [word] }) {
    const { name, hostName } = await takeBackWays(rt, emailOf(word));
    return `${plain(hostName)}の${sama(plain(name))}の認証アプリ、予備のコード、パスキーを外し、すべての端末からログアウトしました。パスワードだけで入れます。ご本人にもメールでお知らせします。`;
  },
};
