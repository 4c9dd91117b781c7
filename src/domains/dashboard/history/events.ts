import { ACCOUNT_EVENTS } from '#domains/account/events.ts';
import { OPERATOR_EVENTS } from '#domains/account/operator-events.ts';
import type { Event, Kind } from '#domains/audit/audit.ts';
import { events } from '#domains/audit/audit.ts';
import { DELIVERY_EVENTS } from '#domains/delivery/events.ts';
import { FACILITY_EVENTS } from '#domains/facility/events.ts';
import { ITEM_EVENTS } from '#domains/item/events.ts';
import { LETTER_EVENTS } from '#domains/letter/events.ts';
import { LINE_EVENTS } from '#domains/line/events.ts';
import { MAIL_EVENTS } from '#domains/mail/events.ts';
import { PAPER_EVENTS } from '#domains/paper/events.ts';
import { PEOPLE_EVENTS } from '#domains/people/events.ts';

/** All that is recorded (env.d.ts): what is not here cannot be written. */
export const EVENTS = {
  ...ACCOUNT_EVENTS,
  ...OPERATOR_EVENTS,
  ...DELIVERY_EVENTS,
  ...FACILITY_EVENTS,
  ...ITEM_EVENTS,
  ...LETTER_EVENTS,
  ...LINE_EVENTS,
  ...MAIL_EVENTS,
  ...PAPER_EVENTS,
  ...PEOPLE_EVENTS,
  ...events({ kind: 'taken' })({
    'export.history': '操作の記録をファイルに書き出しました',
  }),
};

const having = (is: (event: Event) => boolean): string[] =>
  Object.entries<Event>(EVENTS).flatMap(([action, event]) => (is(event) ? [action] : []));

export const actionsOf = (kind: Kind): string[] => having((event) => event.kind === kind);

export const actionsTogether = (by: Event['together']): string[] =>
  having(({ together }) => together === by);
