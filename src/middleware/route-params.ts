import { AppError } from '#lib/errors.ts';
import { isId } from '#lib/ids.ts';

/** The parts of addresses that are ids. */
const IDS = ['id', 'itemId'];

/** An address that can be none of ours (domain.md#pages). */
export class MalformedAddress extends AppError {
  constructor() {
    super(404, '見つかりませんでした。');
  }
}

/** @throws MalformedAddress for what cannot be an id, before anything looks for it. */
export function requireIds(params: Record<string, string | undefined>): void {
  for (const name of IDS) {
    const value = params[name];
    if (value !== undefined && !isId(value)) throw new MalformedAddress();
  }
}
