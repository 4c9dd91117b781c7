import { formatWithEra } from '#lib/japanese-date.ts';
import { formatPostcode } from '#features/address/postcode.ts';
import { deliveryName } from '#features/family/family.ts';
import { consentWords } from '#features/resident/consent.ts';
import type { Imported } from './import.service.ts';
import type { PlannedRow } from './plan.ts';

/** `3名と2家族` */
export const countWords = ({ residents, families }: Imported): string =>
  [residents > 0 && `${residents}名`, families > 0 && `${families}家族`]
    .filter(Boolean)
    .join('と') || '0名';

/** What a line of a file adds. */
export const describeRow = (row: PlannedRow): string =>
  [...(row.addsResident ? residentWords(row) : []), ...(row.addsFamily ? familyWords(row) : [])]
    .filter(Boolean)
    .join('・');

const residentWords = ({ input }: PlannedRow) => [
  input?.nameKana,
  input?.room && `部屋 ${input.room}`,
  input?.birthday && formatWithEra(input.birthday),
  input && `写真は${consentWords(input.photoConsent)}`,
  input?.leftOn && `退居 ${formatWithEra(input.leftOn)}`,
];

const familyWords = ({ family }: PlannedRow) => {
  const input = family?.input;
  return [
    input?.nameKana,
    input?.relationship,
    input && `お届けは${deliveryName(input.delivery)}`,
    input?.email,
    input?.postcode && `〒${formatPostcode(input.postcode)}`,
    input && [input.pref, input.city, input.town, input.street].join(''),
  ];
};
