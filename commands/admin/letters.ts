import { findAnyLetter } from '#domains/letter/any-letter.ts';
import type { Command } from './command.ts';

export const openLetter: Command = {
  takes: '',
  says: 'お便りを1つ選んで、そのアドレスを表示します（復元のあと、開いて写真を確かめるため）',
  async run(rt) {
    const address = await findAnyLetter(rt);
    if (address === null) return '届いたお便りは、まだありません。';
    return [
      'ブラウザで開いて、写真が出るか確かめてください。ご家族のリンクですので、ほかの人に渡さないでください。',
      '',
      `  ${address}`,
    ].join('\n');
  },
};
