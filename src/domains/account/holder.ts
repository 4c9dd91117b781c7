/** Whose passkeys, codes and remembered browsers: a colleague's of a facility, or the operator's. */
export type Holder = { hostId: string; staffId: string } | { operatorId: string };

interface HolderColumns {
  host_id: string | null;
  staff_id: string | null;
  operator_id: string | null;
}

export const columnsOf = (holder: Holder): HolderColumns =>
  'operatorId' in holder
    ? { host_id: null, staff_id: null, operator_id: holder.operatorId }
    : { host_id: holder.hostId, staff_id: holder.staffId, operator_id: null };

/** What a query of theirs asks for. */
export const heldBy = (holder: Holder): Partial<HolderColumns> =>
  'operatorId' in holder
    ? { operator_id: holder.operatorId }
    : { host_id: holder.hostId, staff_id: holder.staffId };

export const holderOf = ({ host_id, staff_id, operator_id }: HolderColumns): Holder =>
  operator_id === null
    ? { hostId: host_id ?? '', staffId: staff_id ?? '' }
    : { operatorId: operator_id };

export const staffHolder = ({ id, host }: { id: string; host: { id: string } }): Holder => ({
  hostId: host.id,
  staffId: id,
});

/** For signatures and limits. */
export const holderKey = (holder: Holder): string =>
  'operatorId' in holder ? `operator ${holder.operatorId}` : holder.staffId;

/** The actor in the audit log: the operator's acts belong to no facility. */
export const eventOf = (
  holder: Holder,
): { target: string } | { hostId: string; staffId: string } =>
  'operatorId' in holder ? { target: holder.operatorId } : holder;
