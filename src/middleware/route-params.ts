import { AppError } from '#lib/errors.ts';
import { isId } from '#lib/ids.ts';

const IDS = ['id', 'itemId'];

/** A path that cannot exist (domain.md#pages). */
export class MalformedAddress extends AppError {
  constructor() {
    super(404, '見つかりませんでした。');
  }
}

/** @throws MalformedAddress before any lookup */
export function requireIds(params: Record<string, string | undefined>): void {
  for (const name of IDS) {
    const value = params[name];
    if (value !== undefined && !isId(value)) throw new MalformedAddress();
  }
}
