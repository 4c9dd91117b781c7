import { formatYearMonth } from '#lib/format-ja.ts';

/** What the history is filtered by. */
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

interface Shared {
  kind: Kind;
  /** The subject where nobody was signed in; どなたか without one. */
  by?: string;
  /** Grouping of frequent events, beyond hour and person. */
  together?: 'resident' | 'target' | 'all';
  /** Nobody needs to know where families are: `noteOfFamily` alone writes it. */
  isOfFamily?: true;
  /** For events that have none of their own. */
  detail?: Detail<unknown>;
}

/** What ids do not say, such as a month or the columns that changed: kept as a text. */
interface Detail<Value> {
  /** What `{detail}` shows. */
  wordsOf: (kept: string) => string;
  /** For types alone. */
  value?: Value;
}

/** After `…さんが、`, with places for what is filled in (dashboard/history/sentence.ts). */
type Says = string | ((of: { count: number; detail: string }) => string);
type Said = Says | readonly [Detail<unknown>, Says];
type ValueIn<Of, Table> = Table extends readonly [Detail<infer Value>, Says]
  ? Value
  : Of extends { detail: Detail<infer Value> }
    ? Value
    : null;

export interface Event<Value = unknown> extends Shared {
  detail: Detail<Value>;
  says: Says;
}

/** Declares events that share all but their words. */
export const events =
  <const Of extends Shared>(of: Of) =>
  <const Table extends Record<string, Said>>(table: Table) =>
    Object.fromEntries(
      Object.entries<Said>(table).map(([action, said]) => {
        const [detail, says] = typeof said === 'object' ? said : [of.detail ?? nothing, said];
        return [action, { ...of, detail, says }];
      }),
    ) as object as {
      [Action in keyof Table]: Event<ValueIn<Of, Table[Action]>> & Omit<Of, 'detail'>;
    };

/** @param wordsOf none: as it is kept */
export const detail = <Value>(wordsOf: Detail<Value>['wordsOf'] = (kept) => kept) =>
  ({
    wordsOf,
  }) as Detail<Value>;
const nothing = detail<null>();
export const number = detail<number>();
export const text = detail<string>();
export const issue = detail<number>((kept) => `${formatYearMonth(Number(kept))}号`);
/** A former version may have kept others. */
export const oneOf = <Key extends string>(words: Readonly<Record<Key, string>>) =>
  detail<Key>((kept) => (Object.hasOwn(words, kept) ? words[kept as Key] : kept));
export const several = <Key extends string>(labels: Readonly<Record<Key, string>>, and: string) =>
  detail<readonly Key[]>((kept) =>
    [...new Set(kept.split(' ').map((key) => labels[key as Key]))].join(and),
  );

/** The subject of what a family does. */
export const FAMILY = '{resident}のご家族 {family}';
export const OPERATOR = '運営者';

/** Every change in a facility and every export is recorded (P30). */
export type AuditAction = keyof App.Events;
type OfFamilies = {
  [Action in AuditAction]: App.Events[Action] extends { isOfFamily: true } ? Action : never;
}[AuditAction];
/** Of staff, of the operator and of the program. */
export type OwnAction = Exclude<AuditAction, OfFamilies>;
type DetailOf<Action extends AuditAction> =
  App.Events[Action] extends Event<infer Value> ? Value : never;

type Detailed<Action extends AuditAction> = Action extends AuditAction
  ? [DetailOf<Action>] extends [null]
    ? { detail?: null }
    : { detail: DetailOf<Action> }
  : never;

/** What somebody signed in did. */
export type Act<Action extends AuditAction> = {
  action: Action;
  /** An id, never an address or a name. */
  target?: string | null | undefined;
  residentId?: string | null | undefined;
} & Detailed<Action>;

export type AuditEvent<Action extends AuditAction> = Act<Action> & {
  /** null if unknown, as with a wrong e-mail address. */
  hostId?: string | null | undefined;
  staffId?: string | null | undefined;
  /** How the person signs in; otherwise how they had signed in. */
  way?: string;
};

/** Somebody acting in their own facility. */
export interface Acting {
  id: string;
  host: { id: string };
}

/** Days that events are kept and shown. */
export const KEPT_DAYS = 400;
export const SHOWN_DAYS = 90;
/** Then only the network is left of an address. */
export const ADDRESS_DAYS = 30;
