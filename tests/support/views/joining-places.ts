import { ANOTHER } from '#domains/people/joining/application.ts';
import { acceptApplication, refuseApplication } from '#domains/people/joining/take-in-families.ts';
import { addSheets, readSheets } from '#domains/people/joining/resident-sheets.ts';
import { sendProof } from '#domains/people/joining/prove-address.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { makeApplication } from '../applications.ts';
import { signedIn } from '../cast.ts';
import { inWords } from '../mailbox.ts';
import type { Places } from './view.ts';

/** Sheets for everybody, and applications in every state. */
export async function makeJoining(
  rt: Runtime,
  staff: { id: string; host_id: string },
  residentId: string,
  longName: string,
): Promise<Places['joining']> {
  const actor = await signedIn(rt, staff);
  const resident = { id: residentId, host_id: staff.host_id };
  const { name: resident_name } = await rt.db
    .selectFrom('residents')
    .select('name')
    .where('id', '=', residentId)
    .executeTakeFirstOrThrow();
  const make = (more: Parameters<typeof makeApplication>[2]) =>
    makeApplication(rt, resident, { resident_name, answer: 'all', ...more });
  await addSheets(rt, actor);
  const code = (await readSheets(rt, staff.host_id)).get(residentId)?.code ?? '';
  await make({ name: longName, resident_name: longName, answer: 'none' });
  const waiting = await make({ delivery: 'print', postcode: '1040061', pref: '東京都' });
  const email = 'moushikomi@example.jp';
  const unproved = await make({ delivery: 'email', email });
  await inTransaction(rt, (tx) =>
    sendProof(tx, { ...resident, id: unproved.id, email }, '施設', { address: '192.0.2.1' }),
  );
  const taken = await make({ delivery: 'line', answer: null });
  await acceptApplication(rt, actor, taken.id, ANOTHER);
  const refused = await make({});
  await refuseApplication(rt, actor, refused.id, 'お部屋の番号をお知らせください。');
  const rows = await rt.db
    .selectFrom('outbox')
    .select(['text', 'html', 'content'])
    .where('recipient', '=', email)
    .execute();
  const [mail] = inWords(rows);
  const proof = /proof\?token=([^\s&]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const tokens = { waiting: waiting.token, unproved: unproved.token };
  return { code, ...tokens, taken: taken.token, refused: refused.token, proof };
}
