import { formatWait } from './format-ja.ts';

export interface ErrorWords {
  code: 404 | 410 | 500;
  /** Empty for a family whose link opens nothing: it reads to its facility what it sees. */
  message: string;
  /** Whether status and number are shown. */
  isNumbered: boolean;
  /** To the top page, which is an advertisement: not for families. */
  leadsHome: boolean;
  heading: string;
  lines: string[];
}

/** Families may not know computers; staff have pages to return to. */
type Audience = 'family' | 'staff' | 'others';

/** The most likely audience of an error page. */
export function audienceOf(path: string): Audience {
  if (/^\/(?:letters|families\/)/.test(path)) return 'family';
  return /^\/adminstaff(?:\/|$)/.test(path) ? 'staff' : 'others';
}

export interface ErrorFacts {
  /** Before 401 becomes 404. */
  status: number;
  /** Seconds. */
  retryAfter?: number | undefined;
  audience: Audience;
  /** A refused answer (the forms of a letter). */
  isAnswer?: boolean | undefined;
  /** Letters to take home. */
  isArchive?: boolean | undefined;
  /** The family's link opens its letters; only this page is not there. */
  isLinkGood?: boolean | undefined;
  /** For a link of a facility that ended, or takes nothing any more: the true sentence. */
  endedWords?: string | undefined;
  /** No route matches, or the path is malformed. */
  isUnmatched?: boolean | undefined;
}

const APOLOGY = 'ご不便をおかけして申し訳ありません。';

const LINES_FOR_OTHERS = [
  'アドレスが変わったか、リンクが新しくなったのかもしれません。',
  'お便りが開けないご家族の方は、施設に新しいリンクをお尋ねください。',
];

const NOT_FOUND_LINES: Record<Exclude<Audience, 'family'>, string[]> = {
  others: LINES_FOR_OTHERS,
  staff: [
    'アドレスが違うか、開こうとしたものが削除されたのかもしれません。',
    '写真の一覧から、もう一度お進みください。',
  ],
};

/** 404 and 401 are not found, anything else is a system error (domain.md#pages). */
export function errorWords(facts: ErrorFacts): ErrorWords {
  const leadsHome = facts.audience !== 'family';
  if (facts.endedWords !== undefined) {
    const lines = [facts.endedWords];
    const heading = facts.isLinkGood ? 'お便りのお届けは終わりました' : 'お便りは終わりました';
    return { code: 410, message: '', isNumbered: false, leadsHome, heading, lines };
  }
  if (facts.status === 404 || facts.status === 401) {
    if (facts.audience === 'family') {
      return { code: 404, message: '', isNumbered: false, leadsHome, ...closedTo(facts) };
    }
    return {
      code: 404,
      message: facts.isUnmatched ? 'This page could not be found' : 'Not Found',
      isNumbered: true,
      leadsHome,
      heading: 'ページが見つかりませんでした',
      lines: NOT_FOUND_LINES[facts.audience],
    };
  }
  const { heading, line } = (saidTo(facts)[facts.status] ?? SYSTEM_ERROR)(facts);
  const ending = ENDINGS[facts.audience];
  return {
    code: 500,
    message: 'Internal Server Error',
    isNumbered: true,
    leadsHome,
    heading,
    lines: [APOLOGY, line, ...(facts.status >= 500 ? [ending] : [])],
  };
}

const CALL = '施設にお電話で「お便りが開けないので、新しいリンクをください」とお伝えください。';

/** In words that can be read out on the telephone. */
function closedTo({
  isAnswer,
  isLinkGood,
  isUnmatched,
}: ErrorFacts): Pick<ErrorWords, 'heading' | 'lines'> {
  if (isLinkGood && isAnswer) return { heading: 'まだ伝わっていません', lines: [NOT_TOLD, AGAIN] };
  if (isLinkGood) {
    return {
      heading: 'このページは、もうありません',
      lines: ['写真やお便りの場所が変わったのかもしれません。お便りの一覧からご覧ください。'],
    };
  }
  if (isUnmatched) {
    // Nobody has looked whether the link is good.
    return {
      heading: 'このページは開けません',
      lines: [
        ...(isAnswer ? [NOT_TOLD] : []),
        'アドレスが途中で変わってしまったのかもしれません。施設から届いたリンクを、もう一度開いてください。',
        `それでも開けないときは、${CALL}`,
      ],
    };
  }
  return {
    heading: 'このリンクでは、お便りが開けません',
    lines: [
      ...(isAnswer ? [NOT_TOLD] : []),
      'リンクが新しくなったか、途中で切れてしまったのかもしれません。',
      `お手数ですが、${CALL}`,
    ],
  };
}

const ENDINGS = {
  family: 'お便りはなくなっていません。しばらくたっても開けないときは、施設にお知らせください。',
  staff: 'しばらくたっても直らないときは、下の番号を添えて、運営者にお知らせください。',
  others: 'しばらくたっても直らないときは、下の番号を添えてお知らせください。',
};

const START = { family: '施設から届いたリンク', others: 'トップページ', staff: '写真の一覧' };

type Said = (facts: ErrorFacts) => { heading: string; line: string };

const SYSTEM_ERROR: Said = () => ({
  heading: 'システムエラーが起きました',
  line: 'しばらく待ってから、もう一度お試しください。',
});

const waitOf = ({ retryAfter }: ErrorFacts): string =>
  retryAfter === undefined ? 'しばらく' : `${formatWait(retryAfter)}ほど`;

const UNREADABLE: Said = () => ({
  heading: '送られた内容を読み取れませんでした',
  line: '何も変わっていません。前のページに戻って、もう一度お送りください。',
});

const saidTo = ({ isAnswer, isArchive }: ErrorFacts): Record<number, Said> => ({
  ...SAID,
  ...(isAnswer && SAID_OF_ANSWERS),
  ...(isArchive && SAID_OF_ARCHIVES),
});

const SAID_OF_ARCHIVES: Record<number, Said> = {
  429: (facts) => ({
    heading: '少し時間をおいてお試しください',
    line: `前の保存がまだ続いているか、短い時間に何度も保存されました。${waitOf(facts)}待ってから、もう一度お試しください。`,
  }),
  503: (facts) => ({
    heading: 'ただいま写真をお渡しできません',
    line: `混み合っているか、写真の保管場所とつながりません。写真はなくなっていません。${waitOf(facts)}待ってから、もう一度お試しください。`,
  }),
};

/** For 見ました and words alike. */
const NOT_TOLD = '施設には、まだお伝えできていません。';
const AGAIN = 'お便りにもどって、もう一度ボタンを押してください。';

const notTold: Said = () => ({ heading: 'まだ伝わっていません', line: `${NOT_TOLD}${AGAIN}` });

const SAID_OF_ANSWERS: Record<number, Said> = {
  400: notTold,
  403: notTold,
  413: notTold,
  415: notTold,
  429: (facts) => ({
    heading: '少し時間をおいてお試しください',
    line: `続けて何度も押されたため、お待ちいただいています。${waitOf(facts)}待ってから、${AGAIN}`,
  }),
};

const SAID: Record<number, Said> = {
  400: UNREADABLE,
  403: ({ audience }) => ({
    heading: 'この操作はできませんでした',
    line: `何も変わっていません。${audience === 'staff' ? '前の' : 'はじめの'}ページを開き直してから、もう一度お試しください。`,
  }),
  405: ({ audience }) => ({
    heading: 'この操作はできません',
    line: `何も変わっていません。${START[audience]}から、もう一度お進みください。`,
  }),
  413: () => ({
    heading: '送られた内容が大きすぎました',
    line: '何も保存されていません。写真は1枚25MBまでです。前のページに戻って、小さくしてからお送りください。',
  }),
  414: ({ audience }) => ({
    heading: 'アドレスが長すぎます',
    line: `${START[audience]}から、もう一度お進みください。`,
  }),
  415: UNREADABLE,
  421: ({ audience }) => ({
    heading: 'このアドレスではお使いいただけません',
    line:
      audience === 'staff'
        ? 'いつもお使いのアドレスから、開き直してください。'
        : '届いたリンクをそのまま開いてください。',
  }),
  429: (facts) => ({
    heading: '少し時間をおいてお開きください',
    line:
      facts.audience === 'family' && !facts.isLinkGood
        ? `リンクが正しく開けないことが続いたため、お待ちいただいています。${waitOf(facts)}待ってから、施設から届いたリンクをもう一度開いてください。それでも開けないときは、施設にお問い合わせください。`
        : `短い時間に何度も開かれたため、お待ちいただいています。${waitOf(facts)}待ってから、もう一度お試しください。`,
  }),
  503: (facts) => ({
    heading: 'ただいま混み合っています',
    line: `${waitOf(facts)}待ってから、もう一度お開きください。`,
  }),
  507: () => ({
    heading: '保存できませんでした',
    line: 'サーバーの空き容量が足りません。これまでに保存した内容はなくなっていません。',
  }),
};
