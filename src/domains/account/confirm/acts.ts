/**
 * What of a signed-in person asks for a sign-in or a confirmation of the last quarter of an hour
 * (contract.md#sensitive-acts): what lasts longer than the session, what keeps others out, and what
 * carries everything away in one piece. An old session in a thief's hands can do none of it (P36).
 * So it is decided by kind: what shows the links of many, or the codes by which families come in,
 * asks, on the screen, on paper and by a call, and so does what makes a new reader, who stays. One
 * link at a time does not, nor does another address of somebody who reads already: the history and
 * mails tell of them. Every call and form of somebody signed in is listed, and every file; a test
 * fails for one that is not, and the middleware refuses it.
 */
export interface Act {
  /** `password`: it takes the current one itself, however fresh the session is. */
  asks: 'confirmation' | 'password' | 'nothing';
  /** What the button that confirms says: 「確かめて、職員を外す」. */
  deed?: string;
  /** Where only some of what it does is sensitive. */
  when?: (sent: Sent) => boolean;
}

export interface Sent {
  input: unknown;
  id: string;
  sessionId: string;
}

type Table = Record<string, Act>;

const CONFIRM: Act = { asks: 'confirmation' };
const PASSWORD: Act = { asks: 'password' };
const FREE: Act = { asks: 'nothing' };
const confirm = (deed: string, when?: Act['when']): Act => ({
  ...CONFIRM,
  deed,
  ...(when && { when }),
});

const table = (asks: Act, ...names: string[]): Table =>
  Object.fromEntries(names.map((name) => [name, asks]));

const names =
  (key: string) =>
  ({ input }: Sent): boolean =>
    (input as Record<string, unknown> | null)?.[key] !== undefined;
/** Signing out here is free. */
const isOther = ({ id, sessionId }: Sent): boolean => id !== sessionId;

/** A page for one of them is the work of every day. */
const isOfMany = ({ input }: Sent): boolean => {
  const { family, resident } = input as Record<string, unknown>;
  return !family && !resident;
};

/** By method and route; what only reads is free, unless it is listed. */
export const CALLS: Table = {
  ...table(
    CONFIRM,
    'GET /api/v1/views/admin_staffs/families',
    'POST /api/v1/views/admin_staffs/families',
    'POST /api/v1/actions/applications/[id]/acceptance',
    'PATCH /api/v1/actions/staffs/[id]',
    'DELETE /api/v1/actions/staffs/[id]',
    'POST /api/v1/actions/staffs/[id]/invitation',
    'POST /api/v1/actions/staffs/[id]/pin',
    'DELETE /api/v1/actions/staffs/[id]/pin',
    'DELETE /api/v1/actions/staffs/[id]/second_step',
    'POST /api/v1/actions/staffs/pins',
    'POST /api/v1/actions/staffs/passkeys',
    'POST /api/v1/actions/staffs/passkeys/options',
    'DELETE /api/v1/actions/staffs/passkeys/[id]',
    'POST /api/v1/actions/staffs/second_step',
    'PUT /api/v1/actions/staffs/second_step',
    'DELETE /api/v1/actions/staffs/second_step',
    'POST /api/v1/actions/staffs/second_step/recovery_codes',
    'DELETE /api/v1/actions/staffs/sessions',
    'PATCH /api/v1/actions/devices/[id]',
    'DELETE /api/v1/actions/devices/[id]',
    'DELETE /api/v1/actions/devices/[id]/locks',
    'POST /api/v1/views/admin_staffs/families/[id]/line_codes',
  ),
  'DELETE /api/v1/actions/staffs/sessions/[id]': { ...CONFIRM, when: isOther },
  'PATCH /api/v1/actions/hosts/facility': { ...CONFIRM, when: names('asksSecondStep') },
  'PATCH /api/v1/actions/staffs/profile': { ...PASSWORD, when: names('password') },
  ...table(PASSWORD, 'POST /api/v1/actions/staffs/reset_emails', 'POST /api/v1/actions/devices'),
  // The work of every day. What it changes is in the history, and can be changed back.
  ...table(
    FREE,
    'POST /api/v1/actions/staffs',
    'POST /api/v1/actions/staffs/confirmation',
    'POST /api/v1/actions/staffs/confirmation/options',
    'PATCH /api/v1/actions/hosts/trial_prices',
    'PATCH /api/v1/actions/answers/[id]',
    'PUT /api/v1/actions/answers/[id]/reply',
    'DELETE /api/v1/actions/answers/[id]/reply',
    'PUT /api/v1/actions/handovers/[familyId]',
    'POST /api/v1/actions/letters',
    'PATCH /api/v1/actions/letters/[yearMonth]',
    'PUT /api/v1/actions/letters/[yearMonth]/handovers/[familyId]',
    'PUT /api/v1/actions/letters/[yearMonth]/checks/[residentId]',
    'PUT /api/v1/actions/letters/[yearMonth]/notes/[residentId]',
    'POST /api/v1/actions/residents',
    'POST /api/v1/actions/residents/[id]/consents',
    'POST /api/v1/actions/residents/[id]/sheets',
    'DELETE /api/v1/actions/applications/[id]',
    'POST /api/v1/actions/items',
    'PATCH /api/v1/actions/items/[id]',
    'DELETE /api/v1/actions/items/[id]',
    'PATCH /api/v1/actions/items/[id]/move',
    'POST /api/v1/actions/items/[id]/copy',
    'PUT /api/v1/actions/items/[id]/people',
    'POST /api/v1/actions/items/[id]/restore',
    'POST /api/v1/direct_uploads',
    'POST /api/v1/views/admin_staffs/residents',
    'PATCH /api/v1/views/admin_staffs/residents/[id]',
    'DELETE /api/v1/views/admin_staffs/residents/[id]',
    'PATCH /api/v1/views/admin_staffs/families/[id]',
    'DELETE /api/v1/views/admin_staffs/families/[id]',
    'DELETE /api/v1/views/admin_staffs/families/[id]/line',
  ),
};

/** By the action's name. */
export const FORMS: Table = {
  'members.changeRole': confirm('役割を変える'),
  'members.remove': confirm('職員を外す'),
  'members.invite': confirm('登録のご案内を送る'),
  'members.issuePin': confirm('最初の暗証番号を出す'),
  'members.issuePins': confirm('最初の暗証番号を出す'),
  'members.removePin': confirm('暗証番号を削除する'),
  'members.takeBackWays': confirm('二段階の確認を外す'),
  'invitations.renew': confirm('新しい招待を作る'),
  'devices.change': confirm('共用の端末を変える'),
  'devices.end': confirm('端末の共用をやめる'),
  'devices.unlock': confirm('ロックを解く'),
  'hosts.askSecondStep': confirm('必須かどうかを保存する'),
  'hosts.setEnding': confirm('最後の日を決める'),
  'families.add': confirm('お届け先に加える'),
  'families.addAll': confirm('一覧を取り込む'),
  'residents.addAll': confirm('一覧を取り込む'),
  'joining.takeIn': confirm('お届け先に加える'),
  'families.makeLineCode': confirm('LINEのコードを出す'),
  'families.makeCardCodes': confirm('LINEのコードを入れる'),
  'me.endSession': confirm('その端末からログアウトする', isOther),
  'me.endOtherSessions': confirm('ほかの端末からログアウトする'),
  'me.startAnew': confirm('すべてログアウトする'),
  'me.makePasskey': confirm('パスキーを作る'),
  'me.removePasskey': confirm('パスキーを外す'),
  'me.beginApp': confirm('認証アプリを登録する'),
  'me.confirmApp': confirm('認証アプリを登録する'),
  'me.renewCodes': confirm('予備のコードを作り直す'),
  'me.removeApp': confirm('二段階の確認をやめる'),
  'me.forgetBrowser': confirm('次からたずねる'),
  'operator.makePasskey': confirm('パスキーを作る'),
  'operator.removePasskey': confirm('パスキーを外す'),
  'operator.beginApp': confirm('認証アプリを登録する'),
  'operator.confirmApp': confirm('認証アプリを登録する'),
  'operator.renewCodes': confirm('予備のコードを作り直す'),
  'operator.removeApp': confirm('二段階の確認をやめる'),
  'operator.endSession': confirm('その端末からログアウトする', isOther),
  'operator.endOtherSessions': confirm('ほかの端末からログアウトする'),
  'operator.inviteFacility': confirm('登録のリンクを作る'),
  'operator.setEnding': confirm('最後の日を決める'),
  'operator.removeFacility': confirm('施設を削除する'),
  'operator.resetPassword': confirm('リンクを作る'),
  ...table(
    PASSWORD,
    'me.requestEmail',
    'me.changePassword',
    'devices.make',
    'operator.changePassword',
  ),
  ...table(
    FREE,
    // Gives back what was there.
    'hosts.takeBackEnding',
    'hosts.tellOfEnding',
    'operator.takeBackEnding',
    ...['members.add', 'me.updateProfile', 'me.furigana'],
    ...[
      'hosts.change',
      'hosts.askConsentAgain',
      'hosts.closeFirstSteps',
      'hosts.continueUse',
      'hosts.startTrial',
      'delivery.saveSettings',
    ],
    ...['delivery.sendToMyself', 'residents.setFamilies'],
    ...['delivery.sendLetter', 'delivery.sendLetters', 'handovers.change', 'answers.change'],
    ...['answers.reply', 'answers.removeReply'],
    ...['letters.save', 'letters.addPhrase', 'mails.retryFailed', 'mails.dismissFailed'],
    ...['notes.save', 'notes.check', 'notes.uncheck', 'notes.checkTogether', 'notes.skip'],
    ...[
      'notes.sendAfterAll',
      'photos.answerHeld',
      'photos.everywhere',
      'photos.settleLeftOut',
      'photos.restore',
      'photos.retryFailed',
    ],
    ...['families.change', 'families.sendTest', 'families.renewLink'],
    'families.confirmAddress',
    ...['families.endLine', 'families.remove', 'families.tryImport'],
    ...['families.wrongLines', 'residents.create', 'residents.update', 'residents.setState'],
    ...['consents.record', 'consents.recordSeveral', 'consents.confirm', 'consents.keep'],
    ...['joining.makeSheets', 'joining.renewSheet', 'joining.refuse'],
    ...['residents.comeBack', 'residents.takeBackDeath', 'residents.chooseLastLetter'],
    ...['residents.rotateToken', 'residents.decidePhotos', 'residents.remove'],
    ...['residents.tryImport', 'residents.wrongLines'],
    ...[
      'operator.setPlan',
      'operator.confirmFacility',
      'operator.continueFacility',
      'operator.sendTestMail',
      'operator.checkMail',
      'operator.sendBounceTest',
      'operator.findBounceTest',
    ],
    ...['residents.saveReadings'],
    ...['operator.makeLineCode', 'operator.retryMails', 'operator.dismissMails'],
    ...['operator.retryJobs', 'operator.resendLetters', 'operator.signOut'],
  ),
};

/** By route: files, and pages that show what opens an account. Every other page is free. */
export const PAGES: Table = {
  '/adminstaff/facility/letters.zip': confirm('施設のお便りを受け取る'),
  '/adminstaff/residents/[id]/letters.zip': confirm('お便りを受け取る'),
  '/adminstaff/residents/[id]/book': confirm('お便りを一冊で見る'),
  '/adminstaff/families/export.csv': confirm('お届け先の一覧を受け取る'),
  '/adminstaff/residents/export.csv': confirm('入居者の一覧を受け取る'),
  '/adminstaff/families/cards': confirm('ご案内カードを見る', isOfMany),
  '/adminstaff/residents/sheets': confirm('ご家族へのご案内を見る', isOfMany),
  '/adminstaff/residents/sheets/postcards': confirm('はがきのご案内を見る', isOfMany),
  '/adminstaff/residents/consents/print': confirm('同意書を見る', isOfMany),
  '/adminstaff/letters/[yearMonth]/print': confirm('お便りを印刷する', isOfMany),
  '/adminstaff/facility/ending/print': confirm('終わりのお知らせを見る'),
  '/adminstaff/staffs/qrcode': confirm('招待を見る'),
  '/adminstaff/mypage/sign-in': confirm('ログインの方法を見る'),
  '/operator/sign-in': confirm('ログインの方法を見る'),
  // Empty forms; and what was done, in which a theft shows.
  ...table(
    FREE,
    '/adminstaff/families/template.csv',
    '/adminstaff/residents/template.csv',
    '/adminstaff/history/export.csv',
  ),
};
