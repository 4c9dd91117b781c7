import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import type { AnswerRow } from '#domains/letter/answer/answer-rows.ts';
import { findAnswer, updateAnswer } from '#domains/letter/answer/answer-rows.ts';
import type { Answer } from '#domains/letter/answer/answer.ts';
import { readAnswer } from '#domains/letter/answer/staff-answers.ts';
import { noteReply } from '#domains/letter/mark-seen.ts';
import { conflict, orMissing } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import type { ReplyInput } from './reply.ts';
import type { Telling } from './tell-of-reply.ts';
import { readTelling, tellOfReply, untellOfReply } from './tell-of-reply.ts';

const OTHERS =
  'ほかの方が先に書いたお返事があるため、まだ保存していません。読んでから、もう一度押してください。';
const HIDDEN = '隠したことばには、お返事できません。先に、また見えるようにしてください。';
const NOBODY =
  'このことばを書いたご家族は、今はこの方のお届け先ではないため、お返事をお届けできません。';

/**
 * Answers a family's word; the family is told the first time only, by its own way
 * (domain.md#replies). @throws AppError 404, 409
 */
export const saveReply = (
  rt: Runtime,
  actor: Actor,
  id: string,
  { body, before }: ReplyInput,
): Promise<Answer> =>
  inTransaction(rt, async (tx) => {
    const row = await requireAnswer(tx, actor, id);
    if (row.hidden_at !== null) throw conflict(HIDDEN);
    if (row.family_id === null || row.family_resident_id !== row.resident_id) {
      throw conflict(NOBODY);
    }
    if (body === row.reply) return readAnswer(tx, actor, id);
    if (before !== undefined && before !== row.reply) throw conflict(OTHERS);
    const isFirst = row.replied_at === null;
    const told_way = row.told_way ?? (isFirst ? await tellOfReply(tx, row) : null);
    await updateAnswer(tx.db, actor.host.id, id, {
      reply: body,
      replied_by: actor.id,
      replied_at: tx.clock.now().toISOString(),
      told_way,
    });
    await follow(tx, actor, row, isFirst ? 'answer.replied' : 'answer.reply_changed');
    return readAnswer(tx, actor, id);
  });

/** Also of a hidden word. What was not sent yet is not sent. @throws AppError 404 */
export const deleteReply = (rt: Runtime, actor: Actor, id: string): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const row = await requireAnswer(tx, actor, id);
    if (row.replied_at === null) return;
    const told_way = (await untellOfReply(tx, row)) ? null : row.told_way;
    const none = { reply: '', replied_at: null, replied_by: null, told_way };
    await updateAnswer(tx.db, actor.host.id, id, none);
    await follow(tx, actor, row, 'answer.reply_deleted');
  });

interface ReplyPage {
  answer: Answer;
  /** How the family is told; null if it has been told, or cannot read a reply. */
  telling: Telling | null;
}

/** @throws AppError 404 */
export async function readReplyPage(rt: Runtime, actor: Actor, id: string): Promise<ReplyPage> {
  const answer = await readAnswer(rt, actor, id);
  const row = await requireAnswer(rt, actor, id);
  const isToTell = row.told_way === null && row.replied_at === null && answer.canRead;
  const telling = isToTell ? await readTelling(rt, actor.host.id, row.family_id ?? '') : null;
  return { answer, telling };
}

const requireAnswer = async ({ db }: Pick<Runtime, 'db'>, { host }: Actor, id: string) =>
  orMissing(await findAnswer(db, host.id, id));

type Act = 'answer.replied' | 'answer.reply_changed' | 'answer.reply_deleted';

/** Makes the family's letter a new one, and remembers who it was. */
async function follow(tx: Tx, actor: Actor, row: AnswerRow, action: Act): Promise<void> {
  const { host_id: hostId, family_id: familyId, resident_id: residentId } = row;
  if (familyId !== null) await noteReply(tx, { hostId, familyId }, row.year_month);
  await noteAct(tx, actor, { action, target: row.id, residentId, detail: row.year_month });
}
