import { readDeliveryPage } from '#domains/delivery/read-states.ts';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { openLink } from '#domains/letter/link.ts';
import { chooseLastLetter } from '#domains/people/choose-last-letter.ts';
import { updateResident } from '#domains/people/change-resident.ts';
import type { UpdateResidentInput } from '#domains/people/resident.ts';
import { signedIn } from './cast.ts';
import { makeDelivering, tokyo } from './delivery.ts';
import { makeStaff } from './factories.ts';
import { makeItem } from './items.ts';
import type { TestRuntime } from './runtime.ts';
import { sendDue } from './sender.ts';

export const LAST_WORDS = '安らかなお眠りをお祈りいたします。';

/** A facility on 20 October with one resident, whose two families get letters by mail. */
export async function makeLife(rt: TestRuntime) {
  rt.clock.set(tokyo('2026-10-20T10:00:00'));
  const facility = await makeDelivering(rt, { families: 2, months: [202609, 202610] });
  const { hostId, residentId } = facility;
  const admin = await signedIn(rt, await makeStaff(rt, hostId, { role: 'admin' }));
  return {
    ...facility,
    admin,
    change: (input: UpdateResidentInput) => updateResident(rt, admin, residentId, input),
    choose: (choice: 'none' | 'last', words = LAST_WORDS) =>
      chooseLastLetter(rt, admin, residentId, { choice, words }),
    own: (takenOn: string) => makeItem(rt, hostId, { residentId, takenOn }),
    shared: (takenOn: string) => makeItem(rt, hostId, { residentId: null, takenOn }),
    async runAt(moment: string): Promise<void> {
      rt.clock.set(tokyo(moment));
      await runDeliveries(rt);
    },
    /** Of the mails that leave now. */
    subjects: async () => (await sendDue(rt)).map(({ subject }) => subject),
    mailsOf: async (month: number) =>
      (await readDeliveryPage(rt, admin, month)).families.map(({ mail }) => mail),
    async link() {
      const tokens = await rt.db
        .selectFrom('residents')
        .innerJoin('families', 'families.resident_id', 'residents.id')
        .select(['residents.token as residentToken', 'families.token as familyToken'])
        .where('residents.id', '=', residentId)
        .executeTakeFirstOrThrow();
      const link = await openLink(rt, tokens);
      if (!link) throw new Error('the link does not open');
      return link;
    },
  };
}
