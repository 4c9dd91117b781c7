import { duration, moment, size } from '#lib/figures.ts';
import type { MailboxTrouble } from '#server/mailbox.ts';
import type { Stopped } from '#domains/delivery/returned/stopped-letters.ts';
import type { CheckName, CopyFacts, Facts, MailFacts, Rehearsal, ReturnedFacts } from './status.ts';

const waiting = (seconds: number | null): string =>
  seconds === null ? '' : `、いちばん古いもので${duration(seconds)}`;

const UNKNOWN = '読み取れませんでした';

function mailLine({ queued, failed, lost, oldestS, refused, refusedWhy }: MailFacts): string {
  const others = failed - lost;
  return [
    `送信待ち${queued}通${waiting(oldestS)}`,
    `、送れなかったもの${failed}通`,
    others > 0 && `（うち、宛先の間違いなど${others}通は施設の画面に出ています）`,
    refused > 0 && `。${refused}件の宛先へ、まだ送れていません: ${refusedWhy ?? ''}`,
  ]
    .filter(Boolean)
    .join('');
}

/** Also on the page about mails. */
export const stoppedLine = ({ mails, since, sentence }: Stopped): string =>
  mails === 0 || since === null
    ? '相手のメールサーバーに止められたものはありません'
    : `${mails}通が、相手のメールサーバーに止められました（${moment(since)} から）: ${sentence ?? ''}`;

const MAILBOX_TROUBLES: Record<MailboxTrouble, string> = {
  away: 'メールサーバーにつながりません',
  login: '利用者名かパスワードが断られました',
  insecure: '安全に接続できません',
  folder: 'その名前のメールボックスがありません',
  other: 'メールサーバーに断られました',
};

function returnedLine({ isOn, goodAt, trouble, unclear }: ReturnedFacts): string {
  if (!isOn) return '読んでいません（BOUNCE_URL がありません）';
  return [
    goodAt === null ? 'まだ読んでいません' : `最後に読んだのは ${moment(goodAt)}`,
    trouble !== null && `。今は読めません: ${MAILBOX_TROUBLES[trouble]}`,
    unclear > 0 && `。読み取れなかったもの${unclear}通は、メールボックスに残っています`,
  ]
    .filter(Boolean)
    .join('');
}

function copyLine({ place, lastAt, kept, error }: CopyFacts): string {
  const last = lastAt === null ? 'まだありません' : `最後は ${moment(lastAt)} の分、${kept}回分`;
  return `${place} に${last}${error === null ? '' : `（今回は置けませんでした: ${error}）`}`;
}

function rehearsalLine({ isOn, last }: NonNullable<Facts['rehearsal']>): string {
  if (last) return `${moment(last.at)} ${resultOf(last)}`;
  return isOn ? 'まだしていません' : '自動ではしていません';
}

/** Also for the mail. */
export function resultOf({ set, place, outcome, error, photos, seconds }: Rehearsal): string {
  const what = `${set ?? 'バックアップ'}${place === null ? '' : `（${place}）`}`;
  if (outcome === 'failed') return `${what} を戻せませんでした（${error ?? ''}）`;
  if (outcome === 'skipped') return `できませんでした（${error ?? ''}）`;
  const letter =
    photos === null ? 'お便りはまだありません' : `お便りを1通、写真${photos}枚とも開けました`;
  return `${what} を戻せました（${duration(seconds)}、${letter}）`;
}

const STORE_FAULTS: [RegExp, string][] = [
  [/NoSuchBucket/, 'その名前のバケットがありません'],
  [/ 40[013]$|Credentials/, '鍵か、鍵の権限が断られました'],
];

function storeWords(why: string): string {
  const what = STORE_FAULTS.find(([name]) => name.test(why))?.[1] ?? 'つながりません';
  return `写真の保管場所を使えません: ${what}（${why}）`;
}

/** Where DATABASE_URL is set. */
const BY_THE_DATABASE =
  'このサーバーは取りません。データベースの側で取ります（docs/scaling.ja.md）';

/** What each check has found, for the operator. */
export const LINES: Record<CheckName, (facts: Facts) => string> = {
  storage: ({ storage, photosAway }) =>
    `データ: ${storage ? '読み書きできます' : UNKNOWN}${photosAway === undefined ? '' : `。${storeWords(photosAway)}`}`,
  disk: ({ freeBytes }) => `空き容量: ${freeBytes === null ? UNKNOWN : size(freeBytes)}`,
  mails: ({ mails }) => `メール: ${mails ? mailLine(mails) : UNKNOWN}`,
  stopped: ({ stopped }) => `今月のお便り: ${stopped ? stoppedLine(stopped) : UNKNOWN}`,
  returned: ({ returned }) => `戻ってきたメール: ${returned ? returnedLine(returned) : UNKNOWN}`,
  jobs: ({ jobs }) =>
    `写真などの処理: ${jobs ? `順番待ち${jobs.queued}件${waiting(jobs.overdueS)}、できなかったもの${jobs.failed}件` : UNKNOWN}`,
  backup: ({ backup }) => {
    if (!backup) return `バックアップ: ${UNKNOWN}`;
    if (backup.isByDatabase) return `バックアップ: ${BY_THE_DATABASE}`;
    const last = backup.lastAt === null ? 'まだありません' : `最後は ${moment(backup.lastAt)}`;
    return `バックアップ: ${last}${backup.isOn ? '' : '（自動では取っていません）'}`;
  },
  copies: ({ copies }) => {
    if (!copies) return `バックアップの写し: ${UNKNOWN}`;
    if (copies.length === 0) return 'バックアップの写し: このサーバーの外には置いていません';
    return `バックアップの写し: ${copies.map(copyLine).join('／')}`;
  },
  rehearsal: ({ rehearsal }) => `復元の予行: ${rehearsal ? rehearsalLine(rehearsal) : UNKNOWN}`,
};
