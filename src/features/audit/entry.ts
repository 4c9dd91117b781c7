/** By what an admin narrows the list of events down. */
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

/** What a sentence is made of; names as they are today, or were when someone was taken out. */
export interface Facts {
  /** How many of the same were put together. */
  count: number;
  /** `山田 ハル様の`, or whatever a photo belongs to. */
  resident: string;
  /** Whom else it is about: a colleague, a family. */
  target: string;
  /** Where a photo was before. */
  from: string;
  detail: string;
}

export type Together = 'resident' | 'target' | 'all';

/** How an event is read. */
export interface Entry {
  kind: Kind;
  /** Who, where no colleague did it. */
  by?: string;
  /** What comes in numbers is one line for each hour and person, and for each of these. */
  together?: Together;
  /** What somebody did, after `…さんが、`. */
  says: (facts: Facts) => string;
}

/** `3回 `; nothing for once. */
export const times = ({ count }: Facts): string => (count > 1 ? `${count}回 ` : '');
