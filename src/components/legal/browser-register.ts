import {
  ACCESS_COOKIE,
  ADMINS_ONLY_COOKIE,
  ADMINS_ONLY_MINUTES,
  DEVICE_COOKIE,
  DEVICE_COOKIE_DAYS,
  FURIGANA_COOKIE,
  MAILED_COOKIE,
  MAILED_MINUTES,
  REFRESH_COOKIE,
  REMEMBERED_COOKIE,
  REMEMBERED_PATH_COOKIE,
  REMEMBERED_PATH_MINUTES,
  SESSION_ABSOLUTE_DAYS,
  SESSION_DAYS,
  SHARED_DEVICE_COOKIE,
} from '#domains/account/session/session.ts';
import { REMEMBERED_DAYS } from '#domains/account/second-step/second-step.ts';
import { DEVICE_DAYS } from '#domains/account/shared-device/shared-device.ts';
import {
  OPERATOR_COOKIE,
  OPERATOR_IDLE_MS,
  OPERATOR_SESSION_MS,
} from '#domains/operator/operator.ts';
import { KEPT_DAYS } from '#domains/photo/kept-photo.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/durations.ts';

/** Cookies, each with what it is for and for how long; tests/browser-register.test.ts finds the rest. */
export const COOKIES: readonly { names: readonly string[]; says: string }[] = [
  {
    names: [ACCESS_COOKIE, REFRESH_COOKIE],
    says: `ログインしていること。使わなければ${SESSION_DAYS}日、使い続けても${SESSION_ABSOLUTE_DAYS}日で切れます。`,
  },
  {
    names: [DEVICE_COOKIE],
    says: `よくお使いの端末であること。${DEVICE_COOKIE_DAYS}日で切れます。`,
  },
  {
    names: [REMEMBERED_COOKIE],
    says: `認証アプリの確認を省く端末であること。${REMEMBERED_DAYS}日で切れます。`,
  },
  {
    names: [SHARED_DEVICE_COOKIE],
    says: `共用の端末であること。${DEVICE_DAYS}日で切れます。`,
  },
  {
    names: [FURIGANA_COOKIE],
    says: `漢字にふりがなを付けるかどうか。${DEVICE_COOKIE_DAYS}日で切れます。`,
  },
  {
    names: [MAILED_COOKIE, REMEMBERED_PATH_COOKIE, ADMINS_ONLY_COOKIE],
    says: `手続きのメールの宛先（${MAILED_MINUTES}分）、ログインのあとに開くページ（${REMEMBERED_PATH_MINUTES}分）、管理者だけのページだったこと（${ADMINS_ONLY_MINUTES}分）。`,
  },
  {
    names: [OPERATOR_COOKIE],
    says: `運営者がログインしていること。使わなければ${OPERATOR_IDLE_MS / MINUTE_MS}分、使い続けても${OPERATOR_SESSION_MS / HOUR_MS}時間で切れます。`,
  },
];

/** What else stays in a browser, by the files that put it there. */
export const STORED: readonly { files: readonly string[]; says: string }[] = [
  {
    files: [
      'src/page-scripts/letter-form.ts',
      'src/page-scripts/note-form.ts',
      'src/stores/month-note.ts',
    ],
    says: '書きかけのごあいさつとご様子。保存するまで。',
  },
  {
    files: ['src/page-scripts/typed-beside.ts'],
    says: '書きかけの欄（パスワードをのぞきます）。そのページに戻るか、タブを閉じるまで。',
  },
  {
    files: [
      'src/client/photo-store.ts',
      'src/client/shared-photos.ts',
      'public/adminstaff/share-worker.js',
    ],
    says: `送り終えていない写真。届くまで、長くても${KEPT_DAYS}日。ログアウトすると消えます。`,
  },
  {
    files: ['src/stores/last-places.ts', 'src/client/saving.ts', 'src/client/account.ts'],
    says: '前に選んだ入居者の番号、通信量をおさえるかどうか、だれがログインしているかの番号。お名前は入りません。',
  },
];
