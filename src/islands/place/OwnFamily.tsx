import type { PhotoPerson } from '#domains/item/item.ts';
import { isForOwnFamily, whoSeesText } from '#domains/people/consent.ts';
import type { ResidentShort } from '#domains/people/resident.ts';

interface Props {
  chosen: readonly ResidentShort[];
  /** Who is on the photo already. */
  people: readonly PhotoPerson[];
}

/** Who will see a photo of several, where some are for their own families only. */
export function OwnFamily({ chosen, people }: Props) {
  const own = [
    ...people.filter(({ hiddenFrom }) => hiddenFrom === 'others').map((one) => one.residentName),
    ...chosen.filter(isForOwnFamily).map(({ name }) => name),
  ];
  return (
    <p role="status" className="own-family">
      {chosen.length + people.length > 1 && whoSeesText(own)}
    </p>
  );
}
