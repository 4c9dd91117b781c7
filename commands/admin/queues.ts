import { sendStoppedAgain } from '#domains/delivery/returned/stopped-letters.ts';
import {
  listGivenUpMails,
  dismissGivenUpMails,
  retryGivenUpMails,
} from '#domains/mail/given-up-mails.ts';
import { sendTrialMail } from '#domains/mail/trial-mail.ts';
import { listGivenUpJobs, retryGivenUpJobs, jobName } from '#domains/operator/given-up-jobs.ts';
import type { Command } from './command.ts';
import { emailOf } from './facilities.ts';
import { moment } from '#lib/figures.ts';
import { table } from './print.ts';
import { Refused } from './refused.ts';

function chosen(word: string | undefined): string | null {
  if (word === undefined) throw new Refused('番号を1件、またはすべてなら all と入力してください。');
  return word === 'all' ? null : word;
}

export const jobs: Command = {
  takes: '',
  says: '何度やってもできなかった処理（写真の準備など）を表示します',
  async run(rt) {
    const rows = await listGivenUpJobs(rt);
    if (rows.length === 0) return 'できなかった処理はありません。';
    return table(
      ['番号', '内容', '施設', '回数', '日時', '理由'],
      rows.map(({ id, kind, hostName, attempts, created_at, last_error }) => [
        id,
        jobName(kind),
        hostName ?? '-',
        String(attempts),
        moment(created_at),
        last_error ?? '',
      ]),
    );
  },
};

export const retryJob: Command = {
  takes: '番号 | all',
  says: 'できなかった処理を、もう一度やり直します',
  run: async (rt, { words: [word] }) =>
    `${await retryGivenUpJobs(rt, chosen(word))}件をやり直します。サーバーが動いていれば、数秒で始まります。`,
};

export const mails: Command = {
  takes: '',
  says: '送れなかったメールを表示します（本文は表示しません）',
  async run(rt) {
    const rows = await listGivenUpMails(rt);
    if (rows.length === 0) return '送れなかったメールはありません。';
    return table(
      ['番号', '施設', 'あて先', '日時', '理由', '送り直し'],
      rows.map(({ id, hostName, to, at, reason, advice }) => [
        id,
        hostName ?? '-',
        to,
        moment(at),
        reason,
        advice ?? 'できます',
      ]),
    );
  },
};

export const retryMail: Command = {
  takes: '番号 | all',
  says: '送れなかったメールを、もう一度送ります',
  run: async (rt, { words: [word] }) =>
    `${await retryGivenUpMails(rt, chosen(word))}通を送り直します。サーバーが動いていれば、数秒で始まります。`,
};

export const dismissMail: Command = {
  takes: '番号 | all',
  says: '送れなかったメールのうち、もういらないものを一覧から外します',
  run: async (rt, { words: [word] }) =>
    `${await dismissGivenUpMails(rt, chosen(word))}通を一覧から外しました。`,
};

export const resendLetters: Command = {
  takes: '',
  says: '相手のメールサーバーに止められたお便りを、原因を直したあと、もう一度送ります',
  run: async (rt) =>
    `${await sendStoppedAgain(rt)}通を送り直します。サーバーが動いていれば、数秒で始まります。`,
};

export const testMail: Command = {
  takes: 'メールアドレス',
  says: 'メールの設定が正しいか、1通だけすぐに送って確かめます',
  async run(rt, { words: [word] }) {
    const to = emailOf(word);
    const trial = await sendTrialMail(rt, to);
    if (trial.ended === 'failed') {
      throw new Refused(`送れませんでした: ${trial.what}（${trial.signs}）${trial.change}`);
    }
    return trial.ended === 'taken'
      ? `メールサーバーが受け取りました。${to} に届いたか、お確かめください。${trial.secrecy}`
      : `SMTP_URL の設定がないため、ファイルに書きました: ${rt.env.DATA_DIR}/mail`;
  },
};
