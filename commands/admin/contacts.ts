import { CONTACT_KEPT_DAYS } from '#domains/operator/contact.ts';
import { listContacts } from '#domains/operator/send-contact.ts';
import { sama } from '#lib/honorific.ts';
import type { Command } from './command.ts';
import { moment } from '#lib/figures.ts';
import { plain } from './print.ts';
import { Refused } from './refused.ts';

const SHOWN = 20;
const MOST = 500;

export const contacts: Command = {
  takes: '[件数]',
  says: `お問い合わせフォームに届いたものを、新しい順に表示します（${CONTACT_KEPT_DAYS}日のあいだ残ります）`,
  async run(rt, { words: [word] }) {
    const { contacts: newest, count } = await listContacts(rt, limitOf(word));
    if (count === 0) return 'お問い合わせは、まだ届いていません。';
    const left = count - newest.length;
    return [
      ...newest.map(({ name, email, body, created_at }) =>
        [
          `■ ${moment(created_at)}  ${sama(plain(name), ' ')}  返信先: ${plain(email)}`,
          ...body.split('\n').map((line) => `  ${plain(line)}`.trimEnd()),
        ].join('\n'),
      ),
      ...(left > 0
        ? [
            `ほかに、古いものが${left}件あります。contacts ${Math.min(count, MOST)} のように、件数を付けて表示します。`,
          ]
        : []),
    ].join('\n\n');
  },
};

function limitOf(word = String(SHOWN)): number {
  const count = /^\d+$/.test(word) ? Number(word) : 0;
  if (count >= 1 && count <= MOST) return count;
  throw new Refused(`件数は1から${MOST}までの数字で入力してください。`);
}
