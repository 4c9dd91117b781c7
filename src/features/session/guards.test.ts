import { expect, it } from 'vitest';
import { itemCalls } from '#features/item/item.calls.ts';
import { photoCalls } from '#features/photo/photo.calls.ts';
import { ACCOUNT_HEADER } from './account-header.ts';
import { requireSender } from './guards.ts';
import type { Actor } from './session.ts';

const actor = { id: 'me', scope: ['staff'], host: { isActive: true } } as unknown as Actor;
const asked = (account?: string) => ({
  locals: { actor } as App.Locals,
  request: new Request('https://tsukidayori.example/', {
    headers: account === undefined ? {} : { [ACCOUNT_HEADER]: account },
  }),
});

it('photos are taken from the account that the page was opened by, or from clients without one', () => {
  expect(requireSender(asked())).toBe(actor);
  expect(requireSender(asked('me'))).toBe(actor);
  expect(() => requireSender(asked('colleague'))).toThrow(expect.objectContaining({ status: 401 }));
});

it('both steps of an upload ask for it', () => {
  expect([photoCalls.openSlot.guard, itemCalls.create.guard]).toEqual([
    requireSender,
    requireSender,
  ]);
});
