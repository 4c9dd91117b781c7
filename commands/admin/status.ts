import { readOverview } from '#domains/operator/overview.ts';
import { VERSION } from '#server/version.ts';
import type { Command } from './command.ts';
import { plain } from './print.ts';

export const status: Command = {
  takes: '',
  says: '空き容量・メール・写真の処理・バックアップの様子を表示します',
  async run(rt) {
    const { isReady, lines, notices } = await readOverview(rt, 'contacts ');
    const out = [
      `つきだより ${VERSION}`,
      ...lines.map(({ isGood, text }) => `${isGood ? '良好  ' : '要確認'}  ${text}`),
      ...notices.map((text) => `ご案内  ${plain(text)}`),
    ].join('\n');
    return { code: isReady ? 0 : 1, out };
  },
};
