import { BREAK } from '#lib/break.ts';
import { paths } from '#lib/paths.ts';
import { phrasesOf } from '#lib/phrases.ts';

/** One line above the photos, and what it opens. */
export interface PhotoNotice {
  line: string;
  more: string;
  to: { href: string; text: string } | null;
}

interface Known {
  /** The page asked for is for admins only. */
  isAdminsOnly: boolean;
  /** Photos were shared from the phone and did not arrive. */
  isShareLost: boolean;
  isWithoutResidents: boolean;
  failedPhotos: number;
  failedMails: number;
  /** Families' words that nobody has passed on. */
  answers: number;
}

/** What the server tells on the photo page: what just happened, and what waits on other pages. */
export const photoNotices = (known: Known) => ({
  first: texts([
    known.isAdminsOnly && {
      line: 'そのページは、管理者の方だけが開けます',
      more: 'ご用のときは、施設の管理者の方にお伝えください。',
      to: null,
    },
    known.isShareLost && {
      line: '共有の写真を受け取れませんでした',
      more: '写真は、もとの場所に残っています。「写真を撮る・選ぶ」から選んでください。',
      to: null,
    },
  ]),
  then: texts([
    known.isWithoutResidents && {
      line: 'まず、入居者を登録します',
      more: '登録すると、お一人おひとりのお便りになります。',
      to: { href: paths.dashboard, text: 'はじめにすることを見る' },
    },
    known.failedPhotos > 0 && {
      line: `準備できない写真が${known.failedPhotos}枚`,
      more: 'ご家族には、まだ見えません。',
      to: MONTH,
    },
    known.failedMails > 0 && {
      line: `届かなかったメールが${known.failedMails}通`,
      more: '宛先と理由を確かめてください。',
      to: MONTH,
    },
    known.answers > 0 && {
      line: `ご家族からのことばが${known.answers}通`,
      more: 'ご本人に読んでお伝えください。',
      to: { href: paths.answers, text: 'ことばを読む' },
    },
  ]),
});

const MONTH = { href: paths.dashboard, text: '今月のページで見る' };

const texts = (notices: readonly (PhotoNotice | false)[]): PhotoNotice[] =>
  notices
    .filter((notice) => notice !== false)
    .map((notice) => ({ ...notice, line: phrasesOf(notice.line).join(BREAK) }));
