import { readShelf } from '#features/letter/letter.service.ts';
import { ShelfOutput } from '#features/letter/letter.ts';
import { requireLetterLink } from '#features/letter/guard.ts';
import { endpoint, method } from '#server/endpoint.ts';
import { runtime } from '#server/runtime.ts';

export const ALL = endpoint({
  GET: method({
    summary: 'ご家族に届いたお便りの一覧',
    guard: requireLetterLink,
    output: ShelfOutput,
    async run({ actor: link }) {
      // Delivered months only, also where an early look is allowed (contract.md#letters).
      const letters = await readShelf(await runtime(), { ...link, earlyLook: false });
      return ShelfOutput.parse({
        resident: { name: link.residentName },
        host: { name: link.hostName },
        letters,
      });
    },
  }),
});
