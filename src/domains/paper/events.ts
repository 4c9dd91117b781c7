import { FAMILY, detail, events, issue, number } from '#domains/audit/audit.ts';

/** A month, a year, or all. */
const kept = detail<number | 'all'>((of) =>
  of === 'all' ? 'すべて' : of.length === 4 ? `${of}年` : issue.wordsOf(of),
);

export const PAPER_EVENTS = {
  ...events({ kind: 'taken' })({
    'export.letters': '{resident}のお便りを、まとめて取り出しました',
    'export.facility': '施設のお便りと名簿を、まとめて取り出しました',
  }),
  ...events({ kind: 'taken', together: 'all' })({
    'export.printed': [issue, '{detail}の印刷の画面を開きました'],
    'export.book': '{resident}のお便りの一冊を印刷する画面を開きました',
    'export.cards': [number, 'ご家族へのご案内カードを印刷する画面を開きました'],
    'export.sheets': [number, 'ご家族へのご案内を印刷する画面を開きました'],
    'export.consents': [number, '写真についてのお伺いを印刷する画面を開きました'],
    'export.ending_sheets': [
      number,
      'ご利用の終わりについて、ご家族への紙を印刷する画面を開きました',
    ],
  }),
  ...events({ kind: 'taken', together: 'target', by: FAMILY, isOfFamily: true })({
    'archive.taken': [kept, '{detail}のお便りを、まとめて取り出しました'],
  }),
};
