import { checkMail } from '#domains/operator/mail-check/check-mail.ts';
import type { Finding } from '#domains/operator/mail-check/finding.ts';
import { VERDICTS } from '#domains/operator/mail-check/finding.ts';
import type { Command } from './command.ts';
import { plain } from './print.ts';

export const mailCheck: Command = {
  takes: '',
  says: 'メールが届くための設定（SPF・DKIM・DMARC など）を、DNSで調べます',
  async run(rt) {
    const findings = await checkMail(rt);
    const isGood = findings.every(({ verdict }) => verdict !== 'bad');
    return { code: isGood ? 0 : 1, out: findings.map(inLines).join('\n') };
  },
};

const inLines = ({ name, verdict, says, record }: Finding): string =>
  [
    `${VERDICTS[verdict]}  ${plain(`${name}: ${says}`)}`,
    ...(record
      ? [`        設定する記録: ${plain(`${record.name} ${record.type} ${record.value}`)}`]
      : []),
  ].join('\n');
