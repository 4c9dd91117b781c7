import type { Runtime } from '#server/runtime.ts';
import { DELIVERY_KINDS } from './mail.ts';
import { listUndelivered } from './outbox.repository.ts';

export async function readUndelivered({ db }: Runtime, hostId: string): Promise<Set<string>> {
  const rows = await listUndelivered(db, hostId, DELIVERY_KINDS);
  return new Set(rows.map(({ recipient }) => recipient));
}
