import { mailCounts, mailWords } from '#components/delivery/mail-words.ts';
import { readHandoverList } from '#domains/delivery/letters-by-hand.ts';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { readDeliveryPage, readLastDelivery } from '#domains/delivery/read-states.ts';
import { readFacts } from '#domains/operator/read-status.ts';
import { LINES } from '#domains/operator/status-lines.ts';
import { judge } from '#domains/operator/status.ts';
import { readFamilyEntry } from '#domains/people/manage-families.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { makeRuntime } from './runtime.ts';
import { makeTestSender } from './sender.ts';
import type { Stage } from './smtp-script.ts';
import { startScripted } from './smtp-script.ts';
import { MONTH, makeFacility } from './trial.ts';

export const OPERATOR = 'info@example.jp';
const SETTINGS = { READY_FREE_MB: '0', BACKUP_HOUR: 'off', OPERATOR_EMAIL: OPERATOR };

/** The number of the family that has it. */
export const numberOf = (address: string): number => Number(/\d+/.exec(address)?.[0] ?? NaN);

/** The letters of the 1st, queued, and a mail server that refuses some. */
export async function makeRefusedRun(families: number, { asksLogin = false } = {}) {
  const rt = await makeRuntime(SETTINGS);
  const smtp = await startScripted({ asksLogin });
  const { admin, hostId } = await makeFacility(rt, families, null);
  await runDeliveries(rt);
  const [login, query] = asksLogin ? ['user:word@', '?requireTLS=false'] : ['', ''];
  const url = `smtp://${login}127.0.0.1:${smtp.port}${query}`;
  return {
    ...{ rt, smtp, admin, hostId },
    drain: () => makeTestSender(rt, url).drain(),
    /** Refuses the first so many families. */
    refuseFirst(count: number, stage: Stage, words: string): void {
      smtp.refuse = (at, to) => (at === stage && numberOf(to) < count ? words : undefined);
    },
    /** What every reader of it sees. */
    async read() {
      const { families: states } = await readDeliveryPage(rt, admin, MONTH);
      const today = civilDateOf(rt.clock.now());
      const words = states
        .filter(({ mail }) => mail.state === 'queued' || mail.state === 'failed')
        .map(({ mail }) => mailWords(mail, today));
      const facts = await readFacts(rt);
      const entries = await Promise.all(states.map(({ id }) => readFamilyEntry(rt, admin, id)));
      const { handovers } = await readHandoverList(rt, hostId, MONTH);
      return {
        ...{ families: states, words, handovers },
        marked: entries.filter(({ trouble }) => trouble !== null).length,
        month: mailCounts((await readLastDelivery(rt, admin)).mails),
        isGood: judge(facts, 0).mails,
        line: LINES.mails(facts),
      };
    },
  };
}
export type RefusedRun = Awaited<ReturnType<typeof makeRefusedRun>>;

/** Words that blame the recipient. */
export const blamed = (words: readonly string[]): string[] =>
  words.filter((text) => /アドレス|いっぱい|使えない/.test(text));
