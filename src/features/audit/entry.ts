/** Filters of the history page. */
export const KINDS = {
  photo: '写真',
  resident: '入居者',
  family: 'ご家族',
  letter: 'お便りとお届け',
  taken: '書き出しと保存',
  staff: '職員と設定',
  session: 'ログイン',
} as const;
export type Kind = keyof typeof KINDS;

export const isKind = (text: string | null): text is Kind => text !== null && text in KINDS;

/** Placeholders of a sentence; names are current, or those at removal. */
export interface Facts {
  /** Number of grouped events. */
  count: number;
  /** `山田 ハル様の`, or another place of a photo. */
  resident: string;
  /** Another person or family concerned. */
  target: string;
  /** The previous place of a photo. */
  from: string;
  detail: string;
}

export type Together = 'resident' | 'target' | 'all';

/** The wording of an event. */
export interface Entry {
  kind: Kind;
  /** The subject if it is not a colleague. */
  by?: string;
  /** How frequent events are grouped, beyond hour and person. */
  together?: Together;
  /** What was done, after `…さんが、`. */
  says: (facts: Facts) => string;
}

/** `3回 `; empty for one. */
export const times = ({ count }: Facts): string => (count > 1 ? `${count}回 ` : '');
