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

export interface Facts {
  count: number;
  /** `山田 ハル様の`, or another place. */
  resident: string;
  target: string;
  from: string;
  detail: string;
}

export type Together = 'resident' | 'target' | 'all';

export interface Entry {
  kind: Kind;
  /** The subject, unless a colleague. */
  by?: string;
  /** Grouping of frequent events, beyond hour and person. */
  together?: Together;
  /** What was done, after `…さんが、`. */
  says: (facts: Facts) => string;
}

export const times = ({ count }: Facts): string => (count > 1 ? `${count}回 ` : '');
