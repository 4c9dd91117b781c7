import { hasComeBack, sendBounceTest } from '#domains/operator/mail-check/bounce-test.ts';
import { checkMail } from '#domains/operator/mail-check/check-mail.ts';
import type { Finding } from '#domains/operator/mail-check/finding.ts';
import { VERDICTS } from '#domains/operator/mail-check/finding.ts';
import type { Command } from './command.ts';
import type { Runtime } from '#server/runtime.ts';
import { plain } from './print.ts';
import { Refused } from './refused.ts';

export const mailCheck: Command = {
  takes: '[bounce [番号]]',
  says: 'メールが届くための設定（SPF・DKIM・DMARC など）を、DNSで調べます',
  async run(rt, { words: [word, id] }) {
    if (word === 'bounce') return id === undefined ? send(rt) : find(rt, id);
    const findings = await checkMail(rt);
    const isGood = findings.every(({ verdict }) => verdict !== 'bad');
    return { code: isGood ? 0 : 1, out: findings.map(inLines).join('\n') };
  },
};

async function send(rt: Runtime): Promise<string> {
  if (rt.env.BOUNCE_URL === undefined) throw new Refused('BOUNCE_URL の設定がありません。');
  const test = await sendBounceTest(rt);
  if ('refused' in test)
    throw new Refused('メールサーバーがその場で断ったため、この確認はできません。');
  return `ない宛先に1通送りました。数分たったら: mail-check bounce ${test.sent}`;
}

const find = async (rt: Runtime, id: string) =>
  (await hasComeBack(rt, id))
    ? 'この番号の知らせが戻り、読めました。'
    : { code: 1, out: 'この番号の知らせは、まだ読んでいません。' };

const inLines = ({ name, verdict, says, record }: Finding): string =>
  [
    `${VERDICTS[verdict]}  ${plain(`${name}: ${says}`)}`,
    ...(record
      ? [`        設定する記録: ${plain(`${record.name} ${record.type} ${record.value}`)}`]
      : []),
  ].join('\n');
