import { handoverCalls } from '#domains/delivery/handover.calls.ts';
import { HandoverForm } from '#domains/delivery/handover.ts';
import { formAction } from './form-action.ts';

export const handovers = {
  change: formAction(handoverCalls.save, {
    fields: HandoverForm,
    toCall: ({ yearMonth, familyId, done }) => ({
      ids: [String(yearMonth), familyId],
      input: { done: done === 'yes' },
    }),
    done: ({ fields: { familyId, done } }) => ({ familyId, done }),
  }),
};
