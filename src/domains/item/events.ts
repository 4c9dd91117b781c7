import { detail, events, issue, oneOf, text } from '#domains/audit/audit.ts';

/** Where a photo was; empty: in 施設全体. */
const from = text;
/** Residents who have the same photo, or are on it; `FACILITY_WIDE` among them. */
const places = detail<readonly string[]>();

const decision = oneOf({
  keep: '残す',
  delete: 'すべて削除する',
  choose: '選んで削除する',
  others_own: 'ほかのご家族には出さない',
  others_choose: '選んで、ほかのご家族には出さない',
  others_keep: 'ほかのご家族にも、これまでどおり見せる',
});

export const ITEM_EVENTS = {
  ...events({ kind: 'photo', together: 'resident' })({
    'photo.added': '{resident}の写真を{count}枚追加しました',
    'photo.deleted': '{resident}の写真を{count}枚削除しました',
    'photo.restored': '削除した{resident}の写真を{count}枚元に戻しました',
    'photo.dated': '{resident}の写真{count}枚の日付を変えました',
    'photo.put_aside': '{resident}の写真{count}枚を、確認待ちに戻しました',
    'photo.captioned': '{resident}の写真{count}枚の説明を変えました',
    'photo.turned': '{resident}の写真{count}枚の向きを変えました',
    'photo.left_out': '{resident}の写真{count}枚を、お便りに出さないことにしました',
    'photo.let_in': '{resident}の写真{count}枚を、お便りに出すことにしました',
    'photo.ordered': '{resident}の写真{count}枚の順番を変えました',
    'photo.moved': [from, '{from}の写真を{count}枚、{resident}へ移しました'],
    'photo.copied': [from, '{from}の写真を{count}枚、{resident}にも入れました'],
    'photo.answered': [
      issue,
      '確認待ちだった{resident}の写真{count}枚を、{detail}に載せることにしました',
    ],
    'photo.people_named': [
      places,
      (of) =>
        of.detail === ''
          ? '施設全体の写真{count}枚から、写っている方のお名前を外しました'
          : '施設全体の写真{count}枚に写っている方を、{places}にしました',
    ],
  }),
  // A photo of several people, changed for all: each act is a line.
  ...events({ kind: 'photo', detail: places })({
    'photo.deleted_together': '{places}の写真を、いっしょに削除しました',
    'photo.restored_together': '削除した{places}の写真を、いっしょに元に戻しました',
    'photo.dated_together': '{places}の写真の日付を、いっしょに変えました',
    'photo.answered_together':
      '確認待ちだった{places}の写真を、いっしょにお便りに載せることにしました',
    'photo.put_aside_together': '{places}の写真を、いっしょに確認待ちに戻しました',
    'photo.captioned_together': '{places}の写真の説明を、いっしょに変えました',
    'photo.left_out_together': '{places}の写真を、いっしょにお便りに出さないことにしました',
    'photo.let_in_together': '{places}の写真を、いっしょにお便りに出すことにしました',
    'photo.ordered_together': '{places}の写真の順番を、いっしょに変えました',
  }),
  ...events({ kind: 'photo' })({
    'photo.retried': '準備できなかった写真を、やり直しました',
  }),
  ...events({ kind: 'resident' })({
    'resident.photos_decided': [decision, '{resident}のこれまでの写真を「{detail}」にしました'],
  }),
};
