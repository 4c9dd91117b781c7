import { readReport } from '#domains/delivery/returned/read-report.ts';
import { failureFacts } from '#domains/mail/failure.ts';
import { makeReturnId, ownIdsIn } from '#domains/mail/return-id.ts';
import { makeSecrets } from '#server/secrets.ts';
import { Random } from '../support/random.ts';
import { drawAnswer, drawMail, leastCpu, ourTokens } from '../support/returned/hostile-mails.ts';
import type { HostileOptions, HostilePart, HostileResult } from './part.ts';

/** Of a mail, and of a mail server's reply. */
const MOST_MS = 60;

const parts = { secrets: makeSecrets('a secret of the tests with 32 letters') };
const NOW = new Date('2026-11-01T00:00:00Z');

async function run({ seed, count }: HostileOptions): Promise<HostileResult> {
  const random = new Random(seed);
  const tokens = ourTokens();
  const mark = makeReturnId(parts, 'AbCdEfGh12345678', NOW) ?? '';
  const broken: string[] = [];
  let worst = { ms: 0, name: '' };
  const judge = async (name: string, work: () => unknown): Promise<void> => {
    const ms = await leastCpu(work, MOST_MS / 2);
    if (ms > worst.ms) worst = { ms, name };
    if (ms > MOST_MS) broken.push(`${name}: ${Math.round(ms)} ms`);
  };
  // The parser is loaded with the first.
  await readReport(Buffer.from('Subject: a\r\n\r\na'));
  for (let n = 0; n < count; n++) {
    const { name, raw } = drawMail(random, tokens, mark);
    const bytes = Buffer.from(raw);
    await judge(name, async () => {
      ownIdsIn(parts, bytes, NOW);
      await readReport(bytes);
    });
    const { name: said, answer } = drawAnswer(random, tokens);
    await judge(said, () => failureFacts({ response: answer }));
  }
  const figures: HostileResult['figures'] = [
    ['words and signs of our expressions', tokens.length],
    ['most of a mail, ms of CPU', `${Math.round(worst.ms)} (${worst.name})`],
  ];
  return { cases: 2 * count, broken, figures };
}

/** `npm test` counts the work (returned-mutations.test.ts). */
export const hostileMails: HostilePart = {
  name: 'hostile-mails',
  promise: 'P32',
  says: 'mails that come back, and replies of mail servers, of any header or body × what our expressions look for',
  count: 5000,
  run,
};
