import { makeOperatorLink } from '#domains/operator/operator-account.ts';
import { TOKEN_LIFETIMES } from '#domains/account/one-time/token.ts';
import type { Command } from './command.ts';

export const operatorLink: Command = {
  takes: '',
  says: '運営者の画面のアカウントを作る（または作り直す）ためのアドレスを作ります',
  async run(rt) {
    return [
      `次のアドレスをブラウザで開いてください（${TOKEN_LIFETIMES.operator.text}、一度だけ使えます）。今までのアカウントがあれば、新しいものに替わります。`,
      '',
      `  ${await makeOperatorLink(rt)}`,
    ].join('\n');
  },
};
